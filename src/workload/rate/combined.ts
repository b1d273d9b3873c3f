import type { RateCursor } from './cursor.js';

/**
 * Several rates combined into one. Takes ownership of the parts: no other code may advance them.
 *
 * A window ends with the first window of a part; while factors of a product are 0, with the last window of those.
 */
export class CombinedRate implements RateCursor {
  until = 0;
  low = 0;
  high = 0;
  readonly #parts: readonly RateCursor[];
  readonly #multiplies: boolean;

  constructor(parts: readonly RateCursor[], kind: 'sum' | 'product') {
    for (const part of parts) part.advance(0);
    this.#parts = parts;
    this.#multiplies = kind === 'product';
  }

  advance(from: number): void {
    const multiplies = this.#multiplies;
    let until = Number.POSITIVE_INFINITY;
    let zeroUntil = 0;
    let low = multiplies ? 1 : 0;
    let high = low;
    for (const part of this.#parts) {
      // A part's bounds hold to the end of its window: no need to begin another one earlier.
      if (part.until <= from) part.advance(from);
      if (part.until < until) until = part.until;
      if (multiplies && part.high === 0 && part.until > zeroUntil) zeroUntil = part.until;
      low = multiplies ? low * part.low : low + part.low;
      high = multiplies ? high * part.high : high + part.high;
    }
    // While one factor is 0, the others have no effect.
    this.until = zeroUntil > 0 ? zeroUntil : until;
    this.low = low;
    this.high = high;
  }

  at(time: number): number {
    // The windows of the other factors may have ended if one is 0.
    if (this.high === 0) return 0;
    const multiplies = this.#multiplies;
    let rate = multiplies ? 1 : 0;
    for (const part of this.#parts) rate = multiplies ? rate * part.at(time) : rate + part.at(time);
    return rate;
  }
}
