import type { ArrivalSource } from './source.js';

class RecordedArrivals implements ArrivalSource {
  declare private readonly times: Float64Array;
  declare private readonly horizon: number;
  declare private place: number;

  constructor(times: Float64Array, horizon: number) {
    this.times = times;
    this.horizon = horizon;
    this.place = 0;
    while (times[this.place]! < 0) this.place += 1;
  }

  next(): number {
    const time = this.times[this.place];
    if (time === undefined || time >= this.horizon) return Number.POSITIVE_INFINITY;
    this.place += 1;
    return time;
  }
}

/**
 * Arrivals at given times; those before time 0 are left out. Throws a RangeError when they do not ascend.
 */
export function recordedArrivals(times: Float64Array, horizon: number): ArrivalSource {
  for (let index = 1; index < times.length; index++) {
    if (times[index]! >= times[index - 1]!) continue;
    throw new RangeError(`arrivals: must ascend, but ${times[index]} s comes after ${times[index - 1]} s`);
  }
  return new RecordedArrivals(times, horizon);
}
