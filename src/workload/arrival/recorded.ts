import { eachMoment, type MomentReader, type Moments } from '../moments/packed-moments.js';
import type { ArrivalSource } from './source.js';

class RecordedArrivals implements ArrivalSource {
  declare private readonly cursor: MomentReader;
  declare private readonly horizon: number;
  declare private ahead: number;

  constructor(moments: Moments, horizon: number) {
    this.cursor = eachMoment(moments);
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
  // Packed moments ascend by how they are packed.
  if (times instanceof Float64Array) {
    for (let index = 1; index < times.length; index++) {
      if (times[index]! >= times[index - 1]!) continue;
      throw new RangeError(`arrivals: must ascend, but ${times[index]} s comes after ${times[index - 1]} s`);
    }
  }
  return new RecordedArrivals(times, horizon);
}
