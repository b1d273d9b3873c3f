import { calendarMonths } from '../simulation/calendar-month.js';
import type { Period } from './compute-cost.js';
import type { PriceEntry } from './price-book.js';

/**
 * The cost of a project so far, by compute, fed with intervals in the order of time.
 *
 * Where a plan includes CU-hours they are used up in the order in which intervals are added; a monthly
 * minimum is left out, because it is only known to be due when the month is over. Without either, the
 * increments add up to the cost of the period.
 */
export class RunningCost {
  readonly #usd_per_cu_hour: number;
  /** Each month's bounds in seconds of the run, and what is left of its included CU-hours. */
  readonly #months: { readonly start: number; readonly end: number; included: number }[];
  readonly #costs = new Map<string, number>();

  constructor(price: PriceEntry, period: Period) {
    this.#usd_per_cu_hour = price.usd_per_cu_hour;
    const months = calendarMonths(period.start_epoch_seconds, period.duration_seconds);
    this.#months = months.map(({ start_seconds }, index) => ({
      start: start_seconds,
      end: months[index + 1]?.start_seconds ?? Number.POSITIVE_INFINITY,
      included: price.included_cu_hours,
    }));
  }

  /** Adds one compute's use over an interval (seconds of the run) and returns its cost so far, in US dollars. */
  add(compute: string, start_seconds: number, end_seconds: number, cu_seconds: number): number {
    const width = end_seconds - start_seconds;
    let charged_hours = 0;
    for (const month of this.#months) {
      const overlap = Math.min(end_seconds, month.end) - Math.max(start_seconds, month.start);
      if (!(overlap > 0)) continue;
      // An interval across the end of a month is divided in proportion to time.
      const cu_hours = (cu_seconds / 3600) * (overlap >= width ? 1 : overlap / width);
      const covered = Math.min(month.included, cu_hours);
      month.included -= covered;
      charged_hours += cu_hours - covered;
    }
    const cost_usd = (this.#costs.get(compute) ?? 0) + charged_hours * this.#usd_per_cu_hour;
    this.#costs.set(compute, cost_usd);
    return cost_usd;
  }
}
