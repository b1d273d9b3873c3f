import type { PriceEntry } from '../vendors/price-book.js';
import type { MonthCost, ProjectCost, RunningTime } from './compute-cost.js';

/** Use and cost of one calendar month; without a cost, the price of the total use applies. */
export type MonthHours = Pick<MonthCost, 'month' | 'cu_hours'> & Partial<Pick<MonthCost, 'cost_usd'>>;

export function monthHours({ by_month }: Pick<ProjectCost, 'by_month'>): readonly MonthHours[] {
  return by_month.map(({ month, cu_hours, cost_usd }) => ({ month, cu_hours, cost_usd }));
}

/** The use of one run; its running time if a cap cuts a month short. */
export interface RunUse {
  readonly months: readonly MonthHours[];
  readonly running_time: RunningTime | null | undefined;
}

export function pricedUse(price: PriceEntry, duration_seconds: number, runs: readonly RunUse[]): PricedUse {
  const running_times = runs.map(({ running_time }) => running_time ?? null);
  return {
    price,
    duration_seconds,
    replications: runs.map(({ months }) => months),
    ...(running_times.some((each) => each !== null) && { running_times }),
  };
}

/**
 * A project's use and its price: all inputs of its cost, so that a reader can compute it again at
 * another price.
 */
export interface PricedUse {
  readonly price: PriceEntry;
  readonly duration_seconds: number;
  /** Of each replication, by calendar month; one for a single run. */
  readonly replications: readonly (readonly MonthHours[])[];
  /** Of each replication, if a cap cuts a month of one of them short; `null` for the others. */
  readonly running_times?: readonly (RunningTime | null)[];
}
