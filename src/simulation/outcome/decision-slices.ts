import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DecisionRow } from '../run/observation.js';

/** Equal stretches of a run: of many tenants, one stretch's decisions fit into memory. */
export const SLICES = 256;

/** Fast: decisions repeat themselves so much that trying harder gains little. */
const LEVEL = 1;

/** Decisions as they are written: those of each stretch together, `null` where there are none. */
export type DecisionSlices = readonly (Uint8Array | null)[];

/** A decision without the names of its fields. */
type Values = readonly unknown[];

/** Decisions divided by their time, in their order within each stretch. */
export function toSlices(decisions: readonly DecisionRow[], duration_seconds: number): DecisionSlices {
  const slices: Values[][] = Array.from({ length: SLICES }, () => []);
  for (const row of decisions) {
    const slice = Math.min(SLICES - 1, Math.floor((row.time_seconds / duration_seconds) * SLICES));
    slices[slice]!.push(valuesOf(row));
  }
  // Copied, since what the compressor gives keeps its larger buffer.
  return slices.map((rows) =>
    rows.length === 0 ? null : new Uint8Array(deflateRawSync(serialize(rows), { level: LEVEL })),
  );
}

/** The decisions of some stretches, one after the other. */
export function fromSlices(slices: DecisionSlices): DecisionRow[] {
  return slices.flatMap((slice) =>
    slice === null ? [] : (deserialize(inflateRawSync(slice)) as readonly Values[]).map(rowOf),
  );
}

/** The fields of a decision, in the order that a file of runs has. */
const FIELDS = [
  'time_seconds',
  'compute',
  'decision',
  'state',
  'cu_before',
  'cu_after',
  'load_average_1m',
  'load_average_5m',
  'scaling',
  'running',
  'connections',
  'reason',
  'load',
] as const satisfies readonly (keyof DecisionRow)[];

function valuesOf(row: DecisionRow): Values {
  return FIELDS.map((field) => row[field]);
}

function rowOf(values: Values): DecisionRow {
  return Object.fromEntries(FIELDS.map((field, place) => [field, values[place]])) as unknown as DecisionRow;
}
