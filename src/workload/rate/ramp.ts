import { constantRate } from './constant.js';
import { type RateCursor, WINDOW_CHANGE } from './cursor.js';
import { piecewiseRate } from './piecewise.js';
import type { RateSpecification } from './rate-specification.js';

/** A ramp from 0 would otherwise have windows of length 0. */
const MIN_WINDOW_SHARE = 1 / 256;

class RampRate implements RateCursor {
  until = 0;
  low = 0;
  high = 0;
  readonly #from: number;
  readonly #to: number;
  readonly #start: number;
  readonly #over: number;
  readonly #end: number;

  constructor(from: number, to: number, start: number, over: number) {
    this.#from = from;
    this.#to = to;
    this.#start = start;
    this.#over = over;
    this.#end = start + over;
  }

  advance(from: number): void {
    if (from < this.#start) {
      this.#set(this.#start, this.#from, this.#from);
    } else if (from >= this.#end) {
      this.#set(Number.POSITIVE_INFINITY, this.#to, this.#to);
    } else {
      const first = this.at(from);
      const slope = Math.abs(this.#to - this.#from) / this.#over;
      const width = Math.max((WINDOW_CHANGE * first) / slope, MIN_WINDOW_SHARE * this.#over);
      // If rounding loses the width of a short, late ramp, it has one window.
      const until = from + width > from ? Math.min(from + width, this.#end) : this.#end;
      const last = this.at(until);
      this.#set(until, Math.min(first, last), Math.max(first, last));
    }
  }

  at(time: number): number {
    const share = (time - this.#start) / this.#over;
    if (share <= 0) return this.#from;
    if (share >= 1) return this.#to;
    return this.#from + (this.#to - this.#from) * share;
  }

  #set(until: number, low: number, high: number): void {
    this.until = until;
    this.low = low;
    this.high = high;
  }
}

/** A rate that moves linearly from one value to another, and is constant before and after. */
export function rampRate(specification: Extract<RateSpecification, { kind: 'ramp' }>): RateCursor {
  const {
    from_per_second: from,
    to_per_second: to,
    start_seconds: start,
    over_seconds: over,
  } = specification;
  if (from === to) return constantRate(from);
  if (start + over === start) return piecewiseRate([Number.NEGATIVE_INFINITY, start], [from, to]);
  return new RampRate(from, to, start, over);
}
