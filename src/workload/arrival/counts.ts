import { binomialVariate } from '../../kernel/count-variates.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import type { ProcessSpecification } from '../load-specification.js';
import type { ArrivalSource } from './source.js';

type Counts = Extract<ProcessSpecification, { kind: 'counts' }>;

/** Walks the intervals: the whole number of arrivals of each, and its start and end. */
class CountedIntervals {
  start = 0;
  end = 0;
  count = 0;
  declare private readonly counts: Counts;
  #next = 0;
  #sum = 0;
  #whole = 0;

  constructor(counts: Counts) {
    this.counts = counts;
  }

  /** Goes to the next interval with an arrival that ends after time 0; false when there is none. */
  advance(): boolean {
    const { starts_seconds: starts, width_seconds: width, counts } = this.counts;
    while (this.#next < starts.length) {
      const interval = this.#next;
      this.#next += 1;
      // Rounding the running sum instead of each count keeps the total of a scaled trace.
      this.#sum += counts[interval]!;
      const whole = Math.round(this.#sum);
      const count = whole - this.#whole;
      this.#whole = whole;
      const start = starts[interval]!;
      const end = Math.min(start + width, starts[this.#next] ?? Number.POSITIVE_INFINITY);
      if (count === 0 || end <= 0) continue;
      this.start = start;
      this.end = end;
      this.count = count;
      return true;
    }
    return false;
  }
}

class CountedArrivals implements ArrivalSource {
  declare private readonly intervals: CountedIntervals;
  /** Places an interval's arrivals at random, or evenly without a stream. */
  declare private readonly stream: RandomStream | undefined;
  declare private readonly horizon: number;
  #time = 0;
  /** Arrivals of the current interval that are still to come. */
  #left = 0;

  constructor(counts: Counts, stream: RandomStream | undefined, horizon: number) {
    this.intervals = new CountedIntervals(counts);
    this.stream = stream;
    this.horizon = horizon;
  }

  next(): number {
    do {
      if (this.#left === 0 && !this.#enter()) return Number.POSITIVE_INFINITY;
      this.#time = this.stream === undefined ? this.#even() : this.#uniform(this.stream);
      this.#left -= 1;
    } while (this.#time < 0);
    if (this.#time < this.horizon) return this.#time;
    // One time beyond the horizon means that all the others are.
    this.#left += 1;
    return Number.POSITIVE_INFINITY;
  }

  /** The rest of an interval arrives before a time with the share of its duration, each independent of the others. */
  leaveOut(_last: number, until: number, counts: RandomStream): number {
    let leftOut = 0;
    while (this.#left > 0 || this.#enter()) {
      const { end } = this.intervals;
      if (this.#time >= until) break;
      if (end <= until) {
        leftOut += this.#left;
        this.#left = 0;
        continue;
      }
      const before =
        this.stream === undefined
          ? this.#evenBefore(until)
          : binomialVariate(counts, this.#left, (until - this.#time) / (end - this.#time));
      this.#left -= before;
      this.#time = until;
      return leftOut + before;
    }
    return leftOut;
  }

  #enter(): boolean {
    if (!this.intervals.advance()) return false;
    this.#left = this.intervals.count;
    this.#time = this.intervals.start;
    return true;
  }

  /** The number of remaining evenly placed arrivals before a time of the interval. */
  #evenBefore(until: number): number {
    const { start, end, count } = this.intervals;
    const given = count - this.#left;
    return Math.max(0, Math.ceil(((until - start) / (end - start)) * count - 0.5) - given);
  }

  #even(): number {
    const { start, end, count } = this.intervals;
    return start + ((count - this.#left + 0.5) / count) * (end - start);
  }

  /** The least of `left` uniforms on what remains of the interval, by inversion of its distribution. */
  #uniform(stream: RandomStream): number {
    const end = this.intervals.end;
    const share = 1 - Math.exp(Math.log(stream.uniform()) / this.#left);
    const time = this.#time + (end - this.#time) * share;
    // Late in a long run, rounding may reach the end, which belongs to the next interval.
    return time < end ? time : this.#time;
  }
}

/**
 * Exactly the recorded number of arrivals in each interval. Counts that are not whole are rounded so that the
 * running total is never off by more than a half. `uniform` placement makes sorted uniforms one at a time
 * (Bentley and Saxe 1980, from the low end), `even` puts the j-th of n (from 0) at start + (j + ½) / n of
 * the width: neither stores an interval's arrivals. If an interval overlaps the next one, it ends at the
 * other's start. Arrivals before time 0 are left out.
 *
 * Throws a RangeError for a count below 0, starts that do not ascend or a width of 0.
 *
 * @param stream places the arrivals; unused by `even`
 */
export function countedArrivals(counts: Counts, stream: RandomStream, horizon: number): ArrivalSource {
  if (!(counts.width_seconds > 0)) throw new RangeError('counts: expected width_seconds above 0');
  counts.counts.forEach((count, interval) => {
    const start = counts.starts_seconds[interval]!;
    if (!(count >= 0)) throw new RangeError(`counts: expected 0 or more, got ${count} at ${start} s`);
    if (interval > 0 && !(start > counts.starts_seconds[interval - 1]!)) {
      throw new RangeError(`counts: starts must ascend, but ${start} s comes after a later or equal one`);
    }
  });
  return new CountedArrivals(counts, counts.placement === 'uniform' ? stream : undefined, horizon);
}
