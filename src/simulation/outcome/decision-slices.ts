import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DecisionRow } from '../run/observation.js';
import type { DecisionPacking, DecisionSlices } from './kept-decisions.js';

/** Equal stretches of a run. */
const SLICES = 256;

/** Fast: decisions repeat themselves so much that trying harder gains little. */
const LEVEL = 1;

/** A decision without the names of its fields. */
type Values = readonly unknown[];

/** Packs decisions of a run with Node's serializer and compressor. */
export function packedDecisions(duration_seconds: number): DecisionPacking {
  return { pack: (decisions) => toSlices(decisions, duration_seconds), unpack: fromSlices };
}

/** Decisions divided by their time, in their order within each stretch. */
function toSlices(decisions: readonly DecisionRow[], duration_seconds: number): DecisionSlices {
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
function fromSlices(slices: DecisionSlices): DecisionRow[] {
  return slices.flatMap((slice) =>
    slice === null ? [] : (deserialize(inflateRawSync(slice)) as readonly Values[]).map(rowOf),
  );
}

/** Field by field, since there may be very many; the order is what a file of runs has. */
function valuesOf(row: DecisionRow): Values {
  return [
    row.time_seconds,
    row.compute,
    row.decision,
    row.state,
    row.cu_before,
    row.cu_after,
    row.load_average_1m,
    row.load_average_5m,
    row.scaling,
    row.running,
    row.connections,
    row.reason,
    row.load,
  ];
}

function rowOf(values: Values): DecisionRow {
  const row: Readonly<Record<keyof DecisionRow, unknown>> = {
    time_seconds: values[0],
    compute: values[1],
    decision: values[2],
    state: values[3],
    cu_before: values[4],
    cu_after: values[5],
    load_average_1m: values[6],
    load_average_5m: values[7],
    scaling: values[8],
    running: values[9],
    connections: values[10],
    reason: values[11],
    load: values[12],
  };
  return row as DecisionRow;
}
