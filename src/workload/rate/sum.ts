import type { RateCursor } from './cursor.js';

class SumRate implements RateCursor {
  until = 0;
  low = 0;
  high = 0;
  readonly #parts: readonly RateCursor[];

  constructor(parts: readonly RateCursor[]) {
    this.#parts = parts;
  }

  advance(from: number): void {
    let until = Number.POSITIVE_INFINITY;
    let low = 0;
    let high = 0;
    for (const part of this.#parts) {
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
    for (const part of this.#parts) rate += part.at(time);
    return rate;
  }
}

/** The sum of rates; a window ends with the first of theirs. Takes the parts over: nobody else may advance them. */
export function sumRate(parts: readonly RateCursor[]): RateCursor {
  for (const part of parts) part.advance(0);
  return new SumRate(parts);
}
