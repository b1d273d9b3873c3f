import type { DecisionRow } from '../run/observation.js';
import type { DecisionPacking } from './decision-slices.js';

/** More rows than this, some tens of megabytes, are packed. */
const MOST_ROWS = 200_000;

/** Decisions of computes that were run one after the other, kept until all can be reported in order of time. */
export class KeptDecisions {
  readonly #packing: DecisionPacking | undefined;
  readonly #most_rows: number;
  #rows: DecisionRow[] = [];
  /** Packed decisions by stretch of the run, in order of arrival. */
  #packed: Uint8Array[][] | undefined;

  /**
   * @param packing for larger numbers of rows; `undefined` keeps all rows unpacked
   * @param most_rows maximum number of unpacked rows
   */
  constructor(packing: DecisionPacking | undefined, most_rows = MOST_ROWS) {
    this.#packing = packing;
    this.#most_rows = most_rows;
  }

  add(row: DecisionRow): void {
    this.#rows.push(row);
    if (this.#packing !== undefined && this.#rows.length >= this.#most_rows) this.#pack(this.#packing);
  }

  /** All rows in order of arrival; only if they are not packed. */
  get rows(): readonly DecisionRow[] {
    if (this.#packed !== undefined) throw new Error('kept decisions: expected few, and they are packed');
    return this.#rows;
  }

  /** In order of time, at equal times in the order of the computes; packed ones stretch by stretch. */
  *inOrder(computes: readonly { readonly name: string }[]): Generator<DecisionRow, void, undefined> {
    const places = new Map(computes.map(({ name }, place) => [name, place]));
    const sorted = (rows: readonly DecisionRow[]): readonly DecisionRow[] =>
      rows.toSorted(
        (a, b) => a.time_seconds - b.time_seconds || places.get(a.compute)! - places.get(b.compute)!,
      );
    if (this.#packed === undefined) {
      yield* sorted(this.#rows);
      return;
    }
    this.#pack(this.#packing!);
    for (const slices of this.#packed) yield* sorted(this.#packing!.unpack(slices));
  }

  #pack(packing: DecisionPacking): void {
    const slices = packing.pack(this.#rows);
    this.#packed ??= slices.map(() => []);
    slices.forEach((slice, place) => {
      if (slice !== null) this.#packed![place]!.push(slice);
    });
    this.#rows = [];
  }
}
