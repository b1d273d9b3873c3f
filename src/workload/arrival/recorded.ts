import { MomentCursor, type Moments, type PackedMoments } from '../moments/packed-moments.js';
import type { ArrivalSource } from './source.js';

class RecordedArrivals implements ArrivalSource {
  declare private readonly times: Float64Array;
  declare private readonly horizon: number;
  #next = 0;

  constructor(times: Float64Array, first: number, horizon: number) {
    this.times = times;
    this.#next = first;
    this.horizon = horizon;
  }

  next(): number {
    const time = this.times[this.#next];
    if (time === undefined || time >= this.horizon) return Number.POSITIVE_INFINITY;
    this.#next += 1;
    return time;
  }
}

/** Packed moments ascend by how they are packed. */
class PackedArrivals implements ArrivalSource {
  declare private readonly cursor: MomentCursor;
  declare private readonly horizon: number;
  declare private ahead: number;

  constructor(packed: PackedMoments, horizon: number) {
    this.cursor = new MomentCursor(packed);
    this.horizon = horizon;
    this.ahead = this.cursor.next();
    while (this.ahead < 0) this.ahead = this.cursor.next();
  }

  next(): number {
    const time = this.ahead;
    // After the last one there is no number.
    if (!(time < this.horizon)) return Number.POSITIVE_INFINITY;
    this.ahead = this.cursor.next();
    return time;
  }
}

/**
 * Arrivals at given moments; those before time 0 are left out. Throws a RangeError when they do not ascend.
 */
export function recordedArrivals(times: Moments, horizon: number): ArrivalSource {
  if (!(times instanceof Float64Array)) return new PackedArrivals(times, horizon);
  let first = 0;
  for (let index = 0; index < times.length; index++) {
    const time = times[index]!;
    if (time < 0) first = index + 1;
    if (index > 0 && !(time >= times[index - 1]!)) {
      throw new RangeError(`arrivals: must ascend, but ${time} s comes after ${times[index - 1]} s`);
    }
  }
  return new RecordedArrivals(times, first, horizon);
}
