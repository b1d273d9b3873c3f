import type { DecisionRow } from '../run/observation.js';
import { fromSlices, SLICES, toSlices } from './decision-slices.js';

/** More rows than these, some tens of megabytes, are packed. */
const MOST_ROWS = 200_000;

/** Decisions of computes that were run one after the other, kept until all of them can be told in the order of time. */
export class KeptDecisions {
  readonly #duration_seconds: number | undefined;
  readonly #most_rows: number;
  #rows: DecisionRow[] = [];
  /** By stretch of the run, those that are packed, in the order in which they came. */
  #packed: Uint8Array[][] | undefined;

  /**
   * @param duration_seconds of the run; `undefined` where so few decisions come that none is to be packed
   * @param most_rows that are kept as they are
   */
  constructor(duration_seconds: number | undefined, most_rows = MOST_ROWS) {
    this.#duration_seconds = duration_seconds;
    this.#most_rows = most_rows;
  }

  add(row: DecisionRow): void {
    this.#rows.push(row);
    if (this.#duration_seconds !== undefined && this.#rows.length >= this.#most_rows)
      this.#pack(this.#duration_seconds);
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0 && this.#packed === undefined;
  }

  /** All of them in the order in which they came; only of few. */
  get rows(): readonly DecisionRow[] {
    if (this.#packed !== undefined) throw new Error('kept decisions: expected few, and they are packed');
    return this.#rows;
  }

  /** In the order of time, those of one moment in the order of the computes; packed ones stretch by stretch. */
  *inOrder(computes: readonly { readonly name: string }[]): Generator<DecisionRow, void, undefined> {
    const sorted = inOrderOf(computes);
    if (this.#packed === undefined) {
      yield* sorted(this.#rows);
      return;
    }
    this.#pack(this.#duration_seconds!);
    for (const slices of this.#packed) yield* sorted(fromSlices(slices));
  }

  #pack(duration_seconds: number): void {
    this.#packed ??= Array.from({ length: SLICES }, () => []);
    toSlices(this.#rows, duration_seconds).forEach((slice, place) => {
      if (slice !== null) this.#packed![place]!.push(slice);
    });
    this.#rows = [];
  }
}

/** What puts decisions in the order of time, those of one moment in the order of the computes. */
export function inOrderOf(
  computes: readonly { readonly name: string }[],
): (decisions: readonly DecisionRow[]) => readonly DecisionRow[] {
  const places = new Map(computes.map(({ name }, place) => [name, place]));
  return (decisions) =>
    decisions.toSorted(
      (a, b) => a.time_seconds - b.time_seconds || places.get(a.compute)! - places.get(b.compute)!,
    );
}
