import { ZERO } from '../../kernel/zero.js';
import { TimeWeighted } from '../../statistics/time-weighted.js';
import type { ComputeObservations } from '../run/observation.js';

/** CU-seconds of one compute: the integral over time of a size set by the caller, by calendar month. */
export class SizeMeter {
  /** 0 while no size counts. */
  readonly #size = new TimeWeighted(0, 0);
  #monthBegan = ZERO;
  #intervalBegan = ZERO;
  /** The months closed so far. */
  readonly months: ComputeObservations['cu_seconds_by_month'][number][] = [];

  /** The current size; 0 while no size counts. */
  get size_cu(): number {
    return this.#size.level;
  }

  setSize(now: number, size_cu: number): void {
    this.#size.change(now, size_cu);
  }

  /** CU-seconds so far. */
  total(now: number): number {
    this.#size.change(now, this.#size.level);
    return this.#size.integral(now);
  }

  /** CU-seconds since the end of the previous interval. */
  closeInterval(now: number): number {
    const total = this.total(now);
    const used = total - this.#intervalBegan;
    this.#intervalBegan = total;
    return used;
  }

  /** Ends a calendar month, or the part of it that began with a price change. */
  closeMonth(now: number, month: string, since?: string): void {
    const total = this.total(now);
    const cu_seconds = total - this.#monthBegan;
    this.months.push(since === undefined ? { month, cu_seconds } : { month, since, cu_seconds });
    this.#monthBegan = total;
  }
}
