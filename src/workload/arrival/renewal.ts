import type { Draw } from '../../kernel/sampler.js';
import type { ArrivalSource } from './source.js';

/** A renewal process: independent gaps of one distribution, in seconds and 0 or more, the first of them from time 0. */
export class RenewalArrivals implements ArrivalSource {
  declare private readonly gap: Draw;
  declare private readonly horizon: number;
  #time = 0;
  /** The rounding error of the sum of gaps (Kahan 1965), so that constant gaps do not drift. */
  #lost = 0;

  constructor(gap: Draw, horizon: number) {
    this.gap = gap;
    this.horizon = horizon;
  }

  next(): number {
    const gap = this.gap() - this.#lost;
    const time = Math.max(this.#time, this.#time + gap);
    this.#lost = time - this.#time - gap;
    this.#time = time < this.horizon ? time : Number.POSITIVE_INFINITY;
    return this.#time;
  }
}
