import { isAbsolute, join } from 'node:path';
import type { Trace, TraceSelection } from '../workload/trace/trace.js';
import { TraceError } from '../workload/trace/trace-error.js';
import type { Diagnostic } from './diagnostic.js';
import { keptTrace } from './kept-traces.js';
import type { ScenarioDocument } from './scenario-document.js';
import type { TraceForm } from './schema/trace-schema.js';
import type { TraceRequest } from './trace-requests.js';

/** Traces as read, by the form that asked for them. */
export type TraceLibrary = ReadonlyMap<TraceForm, Trace>;

/**
 * Reads every requested trace; two requests for the same part of the same file share one reading.
 * @param directory what relative paths are relative to
 * @returns as well the first problem of each trace that could not be read, at the trace's line where it has one
 */
export async function readTraces(
  requests: readonly TraceRequest[],
  directory: string,
  document: ScenarioDocument,
): Promise<{ readonly traces: TraceLibrary; readonly diagnostics: readonly Diagnostic[] }> {
  const traces = new Map<TraceForm, Trace>();
  const readings = new Map<string, Promise<Trace>>();
  const diagnostics: Diagnostic[] = [];
  for (const request of requests) {
    const selection = selectionOf(request.trace, directory);
    const key = JSON.stringify(selection);
    const reading = readings.get(key) ?? keptTrace(selection);
    readings.set(key, reading);
    try {
      traces.set(request.trace, await reading);
    } catch (error) {
      if (!(error instanceof TraceError)) throw error;
      diagnostics.push(traceDiagnostic(error, request, document));
    }
  }
  return { traces, diagnostics };
}

function selectionOf(trace: TraceForm, directory: string): TraceSelection {
  return {
    file: isAbsolute(trace.file) ? trace.file : join(directory, trace.file),
    time: trace.time,
    value: trace.value,
    kind: trace.kind,
    scale: trace.scale,
    shift_seconds: trace.shift,
    from: trace.from,
    to: trace.to,
    repeat: trace.repeat,
    interval_seconds: trace.interval,
    gaps: trace.gaps,
    duplicates: trace.duplicates,
  };
}

/** A problem in a row is told at the row; any other where the scenario names the file. */
function traceDiagnostic(error: TraceError, request: TraceRequest, document: ScenarioDocument): Diagnostic {
  const named = document.diagnostic([...request.path, 'file'], error.message);
  if (error.line === undefined) return named;
  return {
    source: error.file,
    line: error.line,
    column: error.column,
    path: named.path,
    message: error.reason,
  };
}
