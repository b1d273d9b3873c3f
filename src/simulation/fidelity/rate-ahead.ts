import type { RandomStream } from '../../kernel/random-stream.js';
import type { LoadSpecification, ProcessSpecification } from '../../workload/load-specification.js';
import type { RateCursor } from '../../workload/rate/cursor.js';
import { rateCursor } from '../../workload/rate/rate-cursor.js';

/** A rate that changes by more than this factor at once is a jump. */
export const JUMP = 1.3;

/** The rate between two times, in arrivals per second: its mean, and the extremes of a jump (equal without a jump). */
export interface RateSeen {
  readonly mean: number;
  readonly lowest: number;
  readonly highest: number;
}

/** Follows the rate of a load that allows gaps, ahead of the run. */
export interface RateAhead {
  /** Evaluates the rate between two times; neither may be earlier than in the previous call. */
  see(from: number, until: number): RateSeen;
  /** Upper bound on the rate, in arrivals per second, from the end of the last evaluated interval */
  readonly most: number;
  /** up to this time, in seconds, which may equal that end. */
  readonly most_until: number;
}

/** @param streamFor returns fresh copies of the load's streams, so that a random rate follows the same path */
export function rateAhead(
  { process }: Pick<LoadSpecification, 'process'>,
  streamFor: (purpose: string) => RandomStream,
): RateAhead {
  if (process.kind === 'poisson') return new CursorAhead(rateCursor(process.rate, streamFor));
  if (process.kind !== 'counts') throw new Error(`no outlook on ${process.kind} arrivals`);
  return new CountsAhead(process);
}

class CountsAhead implements RateAhead {
  most = 0;
  most_until = 0;
  readonly #counts: Extract<ProcessSpecification, { kind: 'counts' }>;
  #at = 0;

  constructor(counts: Extract<ProcessSpecification, { kind: 'counts' }>) {
    this.#counts = counts;
  }

  see(from: number, until: number): RateSeen {
    const { starts_seconds: starts, width_seconds: width, counts } = this.#counts;
    while (this.#at < starts.length && starts[this.#at]! + width <= from) this.#at += 1;
    let place = this.#at;
    let arrivals = 0;
    let lowest = Number.POSITIVE_INFINITY;
    let highest = 0;
    let covered = from;
    this.most = 0;
    this.most_until = until;
    for (; place < starts.length && starts[place]! < until; place++) {
      const [begins, ends] = [Math.max(from, starts[place]!), Math.min(until, starts[place]! + width)];
      const rate = counts[place]! / width;
      arrivals += rate * (ends - begins);
      if (begins > covered) lowest = 0;
      lowest = Math.min(lowest, rate);
      highest = Math.max(highest, rate);
      covered = ends;
      this.most = rate;
      this.most_until = starts[place]! + width;
    }
    if (covered < until) {
      lowest = 0;
      this.most = 0;
      this.most_until = starts[place] ?? Number.POSITIVE_INFINITY;
    }
    return { mean: arrivals / (until - from), lowest, highest };
  }
}

class CursorAhead implements RateAhead {
  readonly #cursor: RateCursor;
  most_until = Number.NEGATIVE_INFINITY;

  constructor(cursor: RateCursor) {
    this.#cursor = cursor;
  }

  get most(): number {
    return this.#cursor.high;
  }

  see(from: number, until: number): RateSeen {
    const cursor = this.#cursor;
    // A window is constant to its end: it covers hundreds of ticks.
    if (from >= this.most_until) cursor.advance(from);
    let at = from;
    let sum = 0;
    let begins = cursor.at(from);
    let lowest = begins;
    let highest = begins;
    let before = begins;
    while (at < until) {
      const end = Math.min(until, cursor.until);
      // Only a change from one window to the next is a jump: within a window, rates are smooth.
      if (begins > JUMP * before || before > JUMP * begins) {
        lowest = Math.min(lowest, begins, before);
        highest = Math.max(highest, begins, before);
      }
      const ends = cursor.low === cursor.high ? cursor.low : cursor.at(at + (end - at) * 0.999_999);
      sum += ((begins + ends) / 2) * (end - at);
      before = ends;
      at = end;
      if (at < until) {
        cursor.advance(at);
        begins = cursor.at(at);
      }
    }
    this.most_until = cursor.until;
    return { mean: sum / (until - from), lowest, highest };
  }
}
