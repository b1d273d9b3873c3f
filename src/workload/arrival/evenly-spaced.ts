import type { ArrivalSource } from './source.js';

/**
 * Arrivals at a constant rate: the k-th, counted from 0, at offset + k / rate, without drift; none at a rate of 0.
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
    // Multiplies or divides by the number of 1 or more, which is probably whole: then there is one rounding.
    const sinceFirst = this.rate < 1 ? this.#made * (1 / this.rate) : this.#made / this.rate;
    const time = this.offset + sinceFirst;
    if (!(time < this.horizon)) return Number.POSITIVE_INFINITY;
    this.#made += 1;
    return time;
  }
}
