import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getOrCreate } from '../../kernel/get-or-create.js';
import type { Scenario } from '../../scenario/scenario.js';

const digests = new WeakMap<Scenario, string>();
const arrays = new WeakMap<ArrayBufferView, string>();

/**
 * Identifies a compiled scenario, including traces and modules of policies: scenarios with equal digests run alike,
 * wherever their files are.
 */
export function scenarioDigest(scenario: Scenario): string {
  return getOrCreate(digests, scenario, () => digestOf(JSON.stringify(scenario, plainValue)));
}

/** SHA-256 as 43 characters that may be a file's name. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64url');
}

/** Converts values that JSON would lose, such as arrays of traces, and removes values that depend on the machine. */
function plainValue(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Map) return [...value];
  if (key === 'module' && typeof value === 'string') return digestOf(readFileSync(value));
  if (!ArrayBuffer.isView(value)) return value;
  const { buffer, byteOffset, byteLength } = value;
  return getOrCreate(arrays, value, () => digestOf(new Uint8Array(buffer, byteOffset, byteLength)));
}
