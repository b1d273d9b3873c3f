import { stat } from 'node:fs/promises';
import { readTrace } from '../workload/trace/read-trace.js';
import type { Trace, TraceSelection } from '../workload/trace/trace.js';

/** Readings kept: who compiles a scenario once will often compile it again with other settings. */
const KEPT = 4;
const readings = new Map<string, Promise<Trace>>();

/**
 * As `readTrace`, but a file that has not changed since is not read again.
 * @throws TraceError as `readTrace` does
 */
export async function keptTrace(selection: TraceSelection): Promise<Trace> {
  const state = await stat(selection.file).catch(() => undefined);
  if (state === undefined) return readTrace(selection);
  const key = JSON.stringify([selection, state.mtimeMs, state.size]);
  const known = readings.get(key);
  const reading = known ?? readTrace(selection);
  // The one used last is the last to go.
  readings.delete(key);
  readings.set(key, reading);
  for (const oldest of readings.keys()) {
    if (readings.size <= KEPT) break;
    readings.delete(oldest);
  }
  // What cannot be read is read again when it is asked for again.
  reading.catch(() => readings.delete(key));
  return reading;
}
