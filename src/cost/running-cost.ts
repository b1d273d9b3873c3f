import type { PlanChoice } from '../vendors/plan-limits.js';
import { priceStretches } from '../vendors/price-stretch.js';
import type { Period } from './compute-cost.js';

/**
 * The cost of a project so far, by compute, fed with intervals in the order of time.
 *
 * Included CU-hours are used up in the order of the intervals. A monthly fee and a
 * monthly minimum are left out, because they do not depend on the interval. Without them, the increments add up to
 * the cost of the period.
 */
export class RunningCost {
  /** Each price's bounds in seconds of the run, and what is left of its included CU-hours. */
  readonly #stretches: {
    readonly start: number;
    readonly end: number;
    readonly usd_per_cu_hour: number;
    included: number;
  }[];
  readonly #costs = new Map<string, number>();

  constructor(plan: PlanChoice, period: Period) {
    const stretches = priceStretches(plan, period.start_epoch_seconds, period.duration_seconds);
    this.#stretches = stretches.map(({ start_seconds, price, share }, index) => ({
      start: start_seconds,
      end: stretches[index + 1]?.start_seconds ?? Number.POSITIVE_INFINITY,
      usd_per_cu_hour: price.usd_per_cu_hour,
      included: share * price.included_cu_hours,
    }));
  }

  /** Adds one compute's use over an interval (seconds of the run) and returns its cost so far, in US dollars. */
  add(compute: string, start_seconds: number, end_seconds: number, cu_seconds: number): number {
    const width = end_seconds - start_seconds;
    let [charged_hours, charged_usd] = [0, 0];
    let rate = this.#stretches[0]!.usd_per_cu_hour;
    for (const stretch of this.#stretches) {
      const overlap = Math.min(end_seconds, stretch.end) - Math.max(start_seconds, stretch.start);
      if (!(overlap > 0)) continue;
      if (stretch.usd_per_cu_hour !== rate) {
        charged_usd += charged_hours * rate;
        [charged_hours, rate] = [0, stretch.usd_per_cu_hour];
      }
      // An interval across the end of a stretch is divided in proportion to time.
      const cu_hours = (cu_seconds / 3600) * (overlap >= width ? 1 : overlap / width);
      const covered = Math.min(stretch.included, cu_hours);
      stretch.included -= covered;
      charged_hours += cu_hours - covered;
    }
    const cost_usd = (this.#costs.get(compute) ?? 0) + charged_usd + charged_hours * rate;
    this.#costs.set(compute, cost_usd);
    return cost_usd;
  }
}
