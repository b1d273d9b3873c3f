import type { Scenario } from '../../scenario/scenario.js';
import { mappedData } from './observations-transfer.js';

/** Recordings beyond this are shared between threads, instead of being copied with every message. */
const MAX_COPIED_BYTES = 1_000_000;

/** The same scenario, prepared so that messages to other threads share large recordings. */
export function transferable(scenario: Scenario): Scenario {
  return arrayBytes(scenario.load) > MAX_COPIED_BYTES
    ? { ...scenario, load: mappedData(scenario.load, shared) as Scenario['load'] }
    : scenario;
}

/** An array of a recording in memory that threads share; `undefined` for anything else. */
function shared(value: object): object | undefined {
  if (!(value instanceof Float64Array || value instanceof Uint8Array)) return undefined;
  if (value.buffer instanceof SharedArrayBuffer) return value;
  const buffer = new SharedArrayBuffer(value.byteLength);
  const copy = value instanceof Float64Array ? new Float64Array(buffer) : new Uint8Array(buffer);
  copy.set(value);
  return copy;
}

function arrayBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, child: unknown) => sum + arrayBytes(child), 0);
}
