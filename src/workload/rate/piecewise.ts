import { constantRate } from './constant.js';
import type { RateCursor } from './cursor.js';

class PiecewiseRate implements RateCursor {
  until = 0;
  low = 0;
  high = 0;
  readonly #starts: Float64Array;
  readonly #values: Float64Array;
  /** The first piece that has not begun. */
  #next = 0;

  constructor(starts: Float64Array, values: Float64Array) {
    this.#starts = starts;
    this.#values = values;
  }

  advance(from: number): void {
    const starts = this.#starts;
    let next = this.#next;
    while (next < starts.length && starts[next]! <= from) next += 1;
    this.#next = next;
    const rate = next === 0 ? 0 : this.#values[next - 1]!;
    this.low = rate;
    this.high = rate;
    this.until = next === starts.length ? Number.POSITIVE_INFINITY : starts[next]!;
  }

  at(): number {
    return this.low;
  }
}

/**
 * A rate that is `values[i]` from `starts[i]` (ascending, −Infinity allowed) to the next start, the last one
 * for ever, and 0 before the first. Of pieces with the same start the last one counts. A window lasts as long
 * as the value does, however many pieces that takes.
 */
export function piecewiseRate(starts: ArrayLike<number>, values: ArrayLike<number>): RateCursor {
  const keptStarts = new Float64Array(starts.length);
  const keptValues = new Float64Array(starts.length);
  let kept = 0;
  for (let piece = 0; piece < starts.length; piece++) {
    const start = starts[piece]!;
    const value = values[piece]!;
    if (kept > 0 && start < keptStarts[kept - 1]!) {
      throw new RangeError(`rate: pieces must ascend, but ${start} s comes after ${keptStarts[kept - 1]} s`);
    }
    if (kept > 0 && start === keptStarts[kept - 1]) kept -= 1;
    if (value === (kept === 0 ? 0 : keptValues[kept - 1])) continue;
    keptStarts[kept] = start;
    keptValues[kept] = value;
    kept += 1;
  }
  if (kept === 0) return constantRate(0);
  return new PiecewiseRate(keptStarts.subarray(0, kept), keptValues.subarray(0, kept));
}
