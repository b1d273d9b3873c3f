import { ZERO } from '../../kernel/zero.js';
import { TimeWeighted } from '../../statistics/time-weighted.js';
import type { ComputeObservations } from '../run/observation.js';

/** CU-seconds of one compute: the integral over time of a size told to it, by calendar month. */
export class SizeMeter {
  /** 0 while nothing counts. */
  readonly #size = new TimeWeighted(0, 0);
  #monthBegan = ZERO;
  #intervalBegan = ZERO;
  /** The months closed so far. */
  readonly months: ComputeObservations['cu_seconds_by_month'][number][] = [];

  /** The size now; 0 while nothing counts. */
  get size_cu(): number {
    return this.#size.level;
  }

  /** From now on this size counts. */
  setSize(now: number, size_cu: number): void {
    this.#size.change(now, size_cu);
  }

  /** CU-seconds so far. */
  total(now: number): number {
    this.#size.change(now, this.#size.level);
    return this.#size.integral(now);
  }

  /** CU-seconds since the interval before this one ended. */
  closeInterval(now: number): number {
    const total = this.total(now);
    const used = total - this.#intervalBegan;
    this.#intervalBegan = total;
    return used;
  }

  /** Ends a calendar month, or the part of it that had begun with a change of price. */
  closeMonth(now: number, month: string, since?: string): void {
    const total = this.total(now);
    const cu_seconds = total - this.#monthBegan;
    this.months.push(since === undefined ? { month, cu_seconds } : { month, since, cu_seconds });
    this.#monthBegan = total;
  }
}
