import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { DecisionRow } from '../run/observation.js';

/** Equal stretches of a run. */
const SLICES = 256;

/** Fast: decisions are so repetitive that higher levels gain little. */
const LEVEL = 1;

/** Packed decisions, grouped by stretch of the run; `null` for stretches without decisions. */
export type DecisionSlices = readonly (Uint8Array | null)[];

/** Packs decisions by stretches of the run, so that one stretch's decisions of many tenants fit into memory. */
export type DecisionPacking = ReturnType<typeof packedDecisions>;

/** Packs decisions of a run with Node's serializer and compressor, in their order within each stretch. */
export function packedDecisions(duration_seconds: number) {
  return {
    pack(decisions: readonly DecisionRow[]): DecisionSlices {
      const slices: DecisionRow[][] = Array.from({ length: SLICES }, () => []);
      for (const row of decisions) {
        const slice = Math.min(SLICES - 1, Math.floor((row.time_seconds / duration_seconds) * SLICES));
        slices[slice]!.push(row);
      }
      // Copied, since the result of the compressor keeps its larger buffer alive.
      return slices.map((rows) =>
        rows.length === 0 ? null : new Uint8Array(deflateRawSync(serialize(rows), { level: LEVEL })),
      );
    },
    unpack: (slices: DecisionSlices): readonly DecisionRow[] =>
      slices.flatMap((slice) =>
        slice === null ? [] : (deserialize(inflateRawSync(slice)) as DecisionRow[]),
      ),
  };
}
