import { poissonVariate } from '../../kernel/count-variates.js';
import type { RandomStream } from '../../kernel/random-stream.js';
import { VariatesAhead } from '../../kernel/variates-ahead.js';
import { ZERO } from '../../kernel/zero.js';
import { positiveWindow, type RateCursor } from '../rate/cursor.js';
import { rateIntegral, TWO_POINTS } from './rate-integral.js';
import type { ArrivalSource } from './source.js';

/**
 * A Poisson process whose rate follows a cursor that it alone advances: exact, by thinning in the cursor's windows
 * (Lewis and Shedler 1979) with a squeeze. At constant rates that differ only by a factor the arrivals are the same up
 * to that factor.
 *
 * In a window whose rate lies in [low, high], two Poisson processes are superposed: a base at rate
 * `low`, whose events are all arrivals, and extras at rate high − low, each an arrival with probability
 * (rate − low) / (high − low). A base event therefore costs one uniform and one comparison.
 */
export class PoissonArrivals implements ArrivalSource {
  declare private readonly cursor: RateCursor;
  declare private readonly gaps: VariatesAhead;
  declare private readonly thinning: RandomStream;
  declare private readonly horizon: number;
  /** The next base event at this window's rate. */
  private base = ZERO;
  /** Mean gap of base events; Infinity at a rate of 0. */
  private meanGap = ZERO;
  /** Time of the next extra or of the window's end, whichever comes first. */
  private limit = ZERO;
  private extra = ZERO;
  private until = ZERO;
  private low = ZERO;
  /** high − low. */
  private excess = ZERO;
  /** From the window's beginning to the next base event, in units of the mean gap; kept if low is 0. */
  declare private pending: number;

  constructor(cursor: RateCursor, gaps: RandomStream, thinning: RandomStream, horizon: number) {
    this.cursor = cursor;
    this.gaps = new VariatesAhead((block) => {
      gaps.fill(block);
      for (let place = 0; place < block.length; place++) block[place] = -Math.log(block[place]!);
    });
    this.thinning = thinning;
    this.horizon = horizon;
    this.pending = this.gaps.next();
    this.enter(0);
  }

  next(): number {
    const arrival = this.base;
    if (arrival < this.limit) {
      this.base = arrival + this.gaps.next() * this.meanGap;
      return arrival;
    }
    return this.nextBeyondLimit();
  }

  private nextBeyondLimit(): number {
    for (;;) {
      if (this.base < this.limit) return this.next();
      if (this.limit === this.until) {
        if (this.until === Number.POSITIVE_INFINITY) return this.until;
        // The rest of the gap continues at the next window's rate.
        if (this.low > 0) this.pending = (this.base - this.until) * this.low;
        this.enter(this.until);
      } else {
        const extra = this.extra;
        const accepted = this.thinning.uniform() * this.excess < this.cursor.at(extra) - this.low;
        this.drawExtra(extra);
        if (accepted) return extra;
      }
    }
  }

  /** Discards what has been drawn for the time after `last`: it does not depend on the past. A gap lasts a few seconds. */
  leaveOut(last: number, until: number, counts: RandomStream): number {
    let mean = 0;
    let from = last;
    while (this.until < until) {
      mean += rateIntegral(this.cursor, from, this.until, TWO_POINTS);
      from = this.until;
      this.cursor.advance(from);
      this.until = Math.min(this.cursor.until, this.horizon);
    }
    mean += rateIntegral(this.cursor, from, until, TWO_POINTS);
    this.pending = this.gaps.next();
    // The rest of a window with a positive rate is a window too.
    if (this.cursor.high > 0 && until < this.until) this.begin(until);
    else this.enter(until);
    return poissonVariate(counts, mean);
  }

  /** Begins the next window with a positive rate at or after `from`; the end of all windows is at Infinity. */
  private enter(from: number): void {
    this.begin(positiveWindow(this.cursor, from, this.horizon));
  }

  /** Begins at a time in the cursor's current window. */
  private begin(start: number): void {
    const ended = start === Number.POSITIVE_INFINITY;
    this.until = ended ? start : Math.min(this.cursor.until, this.horizon);
    this.low = ended ? 0 : this.cursor.low;
    this.excess = ended ? 0 : this.cursor.high - this.low;
    this.meanGap = 1 / this.low;
    this.base = this.low > 0 ? start + this.pending * this.meanGap : Number.POSITIVE_INFINITY;
    this.drawExtra(start);
  }

  private drawExtra(after: number): void {
    this.extra =
      this.excess > 0 ? after - Math.log(this.thinning.uniform()) / this.excess : Number.POSITIVE_INFINITY;
    this.limit = Math.min(this.extra, this.until);
  }
}
