import type { RateCursor } from './cursor.js';

/** Several rates read as one. */
abstract class CombinedRate implements RateCursor {
  until = 0;
  low = 0;
  high = 0;
  declare protected readonly parts: readonly RateCursor[];

  constructor(parts: readonly RateCursor[]) {
    for (const part of parts) part.advance(0);
    this.parts = parts;
  }

  abstract advance(from: number): void;
  abstract at(time: number): number;
}

class ProductRate extends CombinedRate {
  advance(from: number): void {
    let until = Number.POSITIVE_INFINITY;
    let zeroUntil = 0;
    let low = 1;
    let high = 1;
    for (const part of this.parts) {
      // A part's bounds hold to the end of its own window: no need to begin another one earlier.
      if (part.until <= from) part.advance(from);
      if (part.until < until) until = part.until;
      if (part.high === 0 && part.until > zeroUntil) zeroUntil = part.until;
      low *= part.low;
      high *= part.high;
    }
    // While one factor is 0, what the others do is of no account.
    this.until = zeroUntil > 0 ? zeroUntil : until;
    this.low = low;
    this.high = high;
  }

  at(time: number): number {
    // The other factors' windows may have ended.
    if (this.high === 0) return 0;
    let rate = 1;
    for (const part of this.parts) rate *= part.at(time);
    return rate;
  }
}

/**
 * The product of rates, all but the first of them multipliers; a window ends with the first of theirs, or with
 * the last of those that are 0. Takes the parts over: nobody else may advance them.
 */
export function productRate(parts: readonly RateCursor[]): RateCursor {
  return new ProductRate(parts);
}

class SumRate extends CombinedRate {
  advance(from: number): void {
    let until = Number.POSITIVE_INFINITY;
    let low = 0;
    let high = 0;
    for (const part of this.parts) {
      // A part's bounds hold to the end of its own window: no need to begin another one earlier.
      if (part.until <= from) part.advance(from);
      if (part.until < until) until = part.until;
      low += part.low;
      high += part.high;
    }
    this.until = until;
    this.low = low;
    this.high = high;
  }

  at(time: number): number {
    let rate = 0;
    for (const part of this.parts) rate += part.at(time);
    return rate;
  }
}

/** The sum of rates; a window ends with the first of theirs. Takes the parts over: nobody else may advance them. */
export function sumRate(parts: readonly RateCursor[]): RateCursor {
  return new SumRate(parts);
}
