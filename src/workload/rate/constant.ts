import type { RateCursor } from './cursor.js';

/** A rate that is constant within each of its windows. */
export abstract class StepwiseRate implements RateCursor {
  until = 0;
  low = 0;
  high = 0;

  abstract advance(from: number): void;

  at(): number {
    return this.low;
  }

  /** Keeps one rate until the end of the window. */
  protected hold(perSecond: number, until: number): void {
    this.low = perSecond;
    this.high = perSecond;
    this.until = until;
  }
}

class ConstantRate extends StepwiseRate {
  constructor(perSecond: number) {
    super();
    this.hold(perSecond, Number.POSITIVE_INFINITY);
  }

  advance(): void {
    // The only window never ends.
  }
}

/** A constant rate, in one endless window. */
export function constantRate(perSecond: number): RateCursor {
  return new ConstantRate(perSecond);
}
