import type { PriceEntry } from '../vendors/price-book.js';
import type { MonthCost, ProjectCost, RunningTime } from './compute-cost.js';

/** Use of one calendar month, and what it cost; left out: what the price of all makes of it. */
export type MonthHours = Pick<MonthCost, 'month' | 'cu_hours'> & Partial<Pick<MonthCost, 'cost_usd'>>;

export function monthHours({ by_month }: Pick<ProjectCost, 'by_month'>): readonly MonthHours[] {
  return by_month.map(({ month, cu_hours, cost_usd }) => ({ month, cu_hours, cost_usd }));
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
