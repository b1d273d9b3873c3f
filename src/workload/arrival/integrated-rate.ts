import { positiveWindow, type RateCursor } from '../rate/cursor.js';
import { invertRateIntegral, rateIntegral } from './rate-integral.js';
import type { ArrivalSource } from './source.js';

/** An arrival this close to a window's end, in units of an arrival, belongs to the next window with a rate. */
const TOLERANCE = 1e-10;

/**
 * One arrival each time the integral of the rate since `offset` grows by one, the first as soon as the rate is
 * positive. If the rate falls to 0 as an arrival is due, that arrival happens when the rate is positive again: a rate
 * that is on for a whole number of arrivals has the same number of arrivals each time. Found by inverting the
 * integral: exactly if the rate is constant, otherwise to a relative error below 1e-10 that does not accumulate.
 *
 * No other code may advance the cursor.
 */
export class IntegratedRateArrivals implements ArrivalSource {
  declare private readonly cursor: RateCursor;
  declare private readonly horizon: number;
  /** The current window: its beginning, its integral, and the integral from its beginning to the next arrival. */
  #from = 0;
  #total = 0;
  #target = 0;
  /** The last time found in the window, and the target it was found for: the start of the next search. */
  #reached = 0;
  #passed = 0;

  constructor(cursor: RateCursor, offset: number, horizon: number) {
    this.cursor = cursor;
    this.horizon = horizon;
    this.#enter(offset);
  }

  next(): number {
    while (this.#target >= this.#total - TOLERANCE) {
      if (this.#from === Number.POSITIVE_INFINITY) return this.#from;
      this.#target -= this.#total;
      this.#enter(this.cursor.until);
    }
    const time = this.#locate();
    if (!(time < this.horizon)) {
      this.#enter(Number.POSITIVE_INFINITY);
      return Number.POSITIVE_INFINITY;
    }
    this.#target += 1;
    return time;
  }

  /** The time at which the integral from the window's beginning reaches the target. */
  #locate(): number {
    const cursor = this.cursor;
    if (this.#target <= 0) return this.#from;
    // Each counts from the window's beginning, so that rounding does not add up.
    if (cursor.low === cursor.high) return this.#from + this.#target / cursor.high;
    const guess = this.#reached + (this.#target - this.#passed) / cursor.at(this.#reached);
    this.#reached = Math.max(this.#reached, invertRateIntegral(cursor, this.#from, this.#target, guess));
    this.#passed = this.#target;
    return this.#reached;
  }

  #enter(from: number): void {
    this.#from = positiveWindow(this.cursor, from, this.horizon);
    this.#reached = this.#from;
    this.#passed = 0;
    const ended = this.#from === Number.POSITIVE_INFINITY;
    this.#total = ended ? 0 : rateIntegral(this.cursor, this.#from, this.cursor.until);
    if (ended) this.#target = 1;
  }
}
