import type { RateCursor } from './cursor.js';

class ConstantRate implements RateCursor {
  readonly until = Number.POSITIVE_INFINITY;
  readonly low: number;
  readonly high: number;

  constructor(perSecond: number) {
    this.low = perSecond;
    this.high = perSecond;
  }

  advance(): void {
    // One window holds for ever.
  }

  at(): number {
    return this.low;
  }
}

/** The same rate at all times, in one endless window. */
export function constantRate(perSecond: number): RateCursor {
  return new ConstantRate(perSecond);
}
