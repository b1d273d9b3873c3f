import { calendarMonths } from '../simulation/calendar-month.js';
import { attributed, settled } from './attribution.js';
import type { PriceEntry } from './price-book.js';

/** The month to which a run's rate of use is scaled: 365 days ÷ 12. */
export const HOURS_PER_MONTH = 730;

/** The stretch of time that a run simulates. */
export interface Period {
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
}

/** One compute's use in one calendar month of UTC. */
export interface MonthUse {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly cu_seconds: number;
}

/** One compute's use in one calendar month, and the part of the month's cost that is attributed to it. */
interface ComputeMonth {
  readonly cu_hours: number;
  readonly cost_usd: number;
}

/** What a project's computes cost together in one calendar month. */
export interface MonthCost {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly cu_hours: number;
  readonly cost_usd: number;
  /** In the order of the computes; their costs, added in order, give the month's exactly. */
  readonly computes: readonly ComputeMonth[];
}

/** Money for a period, and at the period's mean rate of use for a month of {@link HOURS_PER_MONTH}. */
export interface Cost {
  readonly cost_usd: number;
  readonly cost_usd_per_month: number;
}

/** What a project costs. The computes' parts, added in order, give the whole exactly. */
export interface ProjectCost extends Cost {
  readonly by_month: readonly MonthCost[];
  /** In the order of the computes. */
  readonly computes: readonly Cost[];
}

/** The price of one project's CU-hours in one calendar month: none for the included ones, at least the minimum. */
export function costOfMonth(cu_hours: number, price: PriceEntry): number {
  const charged = Math.max(0, cu_hours - price.included_cu_hours);
  return Math.max(price.minimum_usd, charged * price.usd_per_cu_hour);
}

/**
 * What the computes of one project cost over a period.
 *
 * Each calendar month that the period touches is priced as if the project used nothing outside the period:
 * it has the whole month's included hours, and the whole month's minimum. A month's cost is attributed to
 * the computes in proportion to their use in it.
 * @param uses for each compute, its use by calendar month
 */
export function projectCost(
  period: Period,
  uses: readonly (readonly MonthUse[])[],
  price: PriceEntry,
): ProjectCost {
  const raw = uses.map(() => 0);
  const by_month = monthsToPrice(period, uses).map((month) => {
    const own = uses.map((months) => cuSecondsIn(month, months));
    const cu_hours = own.reduce((total, cu_seconds) => total + cu_seconds, 0) / 3600;
    const cost_usd = costOfMonth(cu_hours, price);
    const computes = attributed(cost_usd, own).map((part, index) => {
      raw[index]! += part;
      return { cu_hours: own[index]! / 3600, cost_usd: part };
    });
    return { month, cu_hours, cost_usd, computes };
  });
  const cost_usd = by_month.reduce((total, month) => total + month.cost_usd, 0);
  const perMonth = costPerMonth(period.duration_seconds, uses, price);
  const parts = settled(cost_usd, raw);
  return {
    cost_usd,
    cost_usd_per_month: perMonth.whole,
    by_month,
    computes: parts.map((part, index) => ({ cost_usd: part, cost_usd_per_month: perMonth.parts[index]! })),
  };
}

/** The mean rate of use scaled to a month and priced as one: included hours and minimum apply once. */
function costPerMonth(
  duration_seconds: number,
  uses: readonly (readonly MonthUse[])[],
  price: PriceEntry,
): { readonly whole: number; readonly parts: readonly number[] } {
  const own = uses.map((months) => months.reduce((total, use) => total + use.cu_seconds, 0));
  const mean_cu = duration_seconds > 0 ? own.reduce((total, use) => total + use, 0) / duration_seconds : 0;
  const whole = costOfMonth(mean_cu * HOURS_PER_MONTH, price);
  return { whole, parts: attributed(whole, own) };
}

/** The months the period touches, and any other in which there was use: nothing used goes unpriced. */
function monthsToPrice(period: Period, uses: readonly (readonly MonthUse[])[]): readonly string[] {
  const touched = calendarMonths(period.start_epoch_seconds, period.duration_seconds);
  const months = new Set(touched.map(({ month }) => month));
  for (const use of uses.flat()) if (use.cu_seconds > 0) months.add(use.month);
  return [...months].sort();
}

function cuSecondsIn(month: string, uses: readonly MonthUse[]): number {
  return uses.reduce((total, use) => (use.month === month ? total + use.cu_seconds : total), 0);
}
