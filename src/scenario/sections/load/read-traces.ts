import { getOrCreate } from '../../../kernel/get-or-create.js';
import { TraceError } from '../../../workload/trace/reading/trace-error.js';
import type { PlayedTrace } from '../../../workload/trace/trace.js';
import type { Diagnostic } from '../../document/diagnostic.js';
import type { Outside } from '../../document/outside.js';
import type { ScenarioDocument } from '../../document/scenario-document.js';
import type { TraceRequest } from './load.js';
import { selectionOf, type TraceItem } from './trace.js';

/** Traces as read, by the item that requested them: one, or one for each tenant of a fleet. */
export type TraceLibrary = ReadonlyMap<TraceItem, readonly PlayedTrace[]>;

/**
 * Reads every requested trace; requests for the same part of the same file share one read.
 * @returns also the first problem of each trace that could not be read, at its line in the trace if known
 */
export async function readTraces(
  requests: readonly TraceRequest[],
  outside: Outside,
  document: ScenarioDocument,
): Promise<{ readonly traces: TraceLibrary; readonly diagnostics: readonly Diagnostic[] }> {
  const traces = new Map<TraceItem, readonly PlayedTrace[]>();
  const readings = new Map<string, Promise<readonly PlayedTrace[]>>();
  const diagnostics: Diagnostic[] = [];
  for (const request of requests) {
    const selection = selectionOf(request.trace);
    const reading = getOrCreate(readings, JSON.stringify(selection), () => outside.traces(selection));
    try {
      traces.set(request.trace, await reading);
    } catch (error) {
      if (!(error instanceof TraceError)) throw error;
      diagnostics.push(traceDiagnostic(error, request, document));
    }
  }
  return { traces, diagnostics };
}

/** A problem in a row is reported at the row, any other at the name of the file in the scenario. */
function traceDiagnostic(error: TraceError, request: TraceRequest, document: ScenarioDocument): Diagnostic {
  const named = document.diagnostic([...request.path, 'file'], error.message);
  if (error.line === undefined) return named;
  return {
    source: error.file,
    line: error.line,
    column: undefined,
    path: named.path,
    message: error.reason,
  };
}
