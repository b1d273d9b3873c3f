import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DecisionRow } from '../../simulation/run/observation.js';

/** Equal stretches of a run: of many tenants, one stretch's decisions fit into memory. */
export const SLICES = 256;

/** Fast: decisions repeat themselves so much that trying harder gains little. */
const LEVEL = 1;

/** Decisions as they are written: those of each stretch together, `null` where there are none. */
export type DecisionSlices = readonly (Uint8Array | null)[];

/** A decision without the names of its fields. */
type Values = readonly unknown[];

const FIELDS = Object.keys({
  time_seconds: 0,
  compute: 0,
  decision: 0,
  state: 0,
  cu_before: 0,
  cu_after: 0,
  load_average_1m: 0,
  load_average_5m: 0,
  scaling: 0,
  running: 0,
  connections: 0,
  reason: 0,
  load: 0,
} satisfies Record<keyof DecisionRow, 0>) as readonly (keyof DecisionRow)[];

/** Decisions divided by their time, in their order within each stretch. */
export function toSlices(decisions: readonly DecisionRow[], duration_seconds: number): DecisionSlices {
  const slices: Values[][] = Array.from({ length: SLICES }, () => []);
  for (const row of decisions) {
    const slice = Math.min(SLICES - 1, Math.floor((row.time_seconds / duration_seconds) * SLICES));
    slices[slice]!.push(FIELDS.map((field) => row[field]));
  }
  return slices.map((rows) => (rows.length === 0 ? null : deflateRawSync(serialize(rows), { level: LEVEL })));
}

/** The decisions of some stretches, one after the other. */
export function fromSlices(slices: DecisionSlices): DecisionRow[] {
  return slices.flatMap((slice) =>
    slice === null ? [] : (deserialize(inflateRawSync(slice)) as readonly Values[]).map(rowOf),
  );
}

function rowOf(values: Values): DecisionRow {
  return Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])) as unknown as DecisionRow;
}
