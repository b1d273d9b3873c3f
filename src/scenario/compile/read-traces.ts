import { stat } from 'node:fs/promises';
import { accessProblem, type FileAccess } from '../../files/file-access.js';
import { noteInput } from '../../files/input-files.js';
import { keepLatest } from '../../kernel/keep-latest.js';
import { remembered } from '../../kernel/remembered.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import type { PlayedTrace, TraceSelection } from '../../workload/trace/trace.js';
import type { Diagnostic } from '../document/diagnostic.js';
import type { ScenarioDocument } from '../document/scenario-document.js';
import type { TraceRequest } from '../sections/load/load.js';
import { selectionOf, type TraceItem } from '../sections/load/trace.js';

/** Traces as read, by the form that asked for them: one, or one for each tenant of a fleet. */
export type TraceLibrary = ReadonlyMap<TraceItem, readonly PlayedTrace[]>;

/**
 * Reads every requested trace; two requests for the same part of the same file share one reading.
 * @param from what relative paths are relative to, and what may be read
 * @returns as well the first problem of each trace that could not be read, at the trace's line where it has one
 */
export async function readTraces(
  requests: readonly TraceRequest[],
  { directory, access }: { readonly directory: string; readonly access?: FileAccess | undefined },
  document: ScenarioDocument,
): Promise<{ readonly traces: TraceLibrary; readonly diagnostics: readonly Diagnostic[] }> {
  const traces = new Map<TraceItem, readonly PlayedTrace[]>();
  const readings = new Map<string, Promise<readonly PlayedTrace[]>>();
  const diagnostics: Diagnostic[] = [];
  for (const request of requests) {
    const selection = selectionOf(request.trace, directory);
    const refused = access && (await accessProblem(selection.file, access));
    if (refused !== undefined) {
      const error = new TraceError(request.trace.file, refused);
      diagnostics.push(traceDiagnostic(error, request, document));
      continue;
    }
    const reading = remembered(readings, JSON.stringify(selection), () => keptTrace(selection));
    try {
      traces.set(request.trace, await reading);
    } catch (error) {
      if (!(error instanceof TraceError)) throw error;
      diagnostics.push(traceDiagnostic(error, request, document));
    }
  }
  return { traces, diagnostics };
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

async function readAll(selection: TraceSelection): Promise<readonly PlayedTrace[]> {
  // Loaded only if there is a trace.
  const { readTraces: read } = await import('../../workload/trace/read-trace.js');
  return read(selection);
}

/** Readings kept: who compiles a scenario once will often compile it again with other settings. */
const KEPT = 4;
const readings = new Map<string, Promise<readonly PlayedTrace[]>>();

/**
 * Reads the traces of a selection; a file that has not changed since is not read again.
 * @throws TraceError if the file cannot be read, or can be read in several ways
 */
export async function keptTrace(selection: TraceSelection): Promise<readonly PlayedTrace[]> {
  noteInput(selection.file);
  const state = await stat(selection.file).catch(() => undefined);
  if (state === undefined) return readAll(selection);
  const key = JSON.stringify([selection, state.mtimeMs, state.size]);
  const known = readings.get(key);
  const reading = known ?? readAll(selection);
  keepLatest(readings, key, reading, KEPT);
  // What cannot be read is read again when it is asked for again.
  reading.catch(() => readings.delete(key));
  return reading;
}
