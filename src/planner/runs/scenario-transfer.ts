import type { Scenario } from '../../scenario/scenario.js';

/** Recordings beyond this are shared between threads, instead of being copied with every message. */
const MAX_COPIED_BYTES = 1_000_000;

/** The same scenario, such that messages to other threads share its recordings where these are large. */
export function transferable(scenario: Scenario): Scenario {
  return arrayBytes(scenario.load) > MAX_COPIED_BYTES
    ? { ...scenario, load: shared(scenario.load) }
    : scenario;
}

function shared<Value>(value: Value): Value {
  if (ArrayBuffer.isView(value) && value.buffer instanceof SharedArrayBuffer) return value;
  if (value instanceof Float64Array) {
    const copy = new Float64Array(new SharedArrayBuffer(value.byteLength));
    copy.set(value);
    return copy as Value;
  }
  if (value instanceof Uint8Array) {
    const copy = new Uint8Array(new SharedArrayBuffer(value.byteLength));
    copy.set(value);
    return copy as Value;
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(shared) as Value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shared(child)])) as Value;
}

function arrayBytes(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum: number, child: unknown) => sum + arrayBytes(child), 0);
}
