import type { ArrivalSource } from './source.js';

/**
 * Arrivals at one constant rate a second: the k-th, from 0 on, at offset + k / rate, without drift; none at a rate of
 * 0.
 */
export class EvenlySpacedArrivals implements ArrivalSource {
  declare private readonly rate: number;
  declare private readonly offset: number;
  declare private readonly horizon: number;
  #made = 0;

  constructor(rate: number, offset: number, horizon: number) {
    this.rate = rate;
    this.offset = offset;
    this.horizon = horizon;
  }

  next(): number {
    // Of rate and period the one above 1 is more likely to be a whole number: the multiple has one rounding.
    const sinceFirst = this.rate < 1 ? this.#made * (1 / this.rate) : this.#made / this.rate;
    const time = this.offset + sinceFirst;
    if (!(time < this.horizon)) return Number.POSITIVE_INFINITY;
    this.#made += 1;
    return time;
  }
}
