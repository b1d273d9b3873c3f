import { calendarMonths } from '../kernel/calendar-month.js';
import { sumOf } from '../kernel/sums.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../kernel/units.js';
import type { PlanChoice } from '../vendors/plan-limits.js';
import { costOfMonth, type PriceEntry } from '../vendors/price-book.js';
import { type PriceStretch, priceAtStart, priceStretches, stretchesOf } from '../vendors/price-stretch.js';
import { attributed, settled } from './attribution.js';

/** A run's rate of use is scaled to a month of this many hours: 365 days ÷ 12. */
export const HOURS_PER_MONTH = 730;
export const MONTH_SECONDS = HOURS_PER_MONTH * HOUR_SECONDS;

/** Load follows the day, so a month can be projected only from whole days, or from four weeks and more. */
export function carriesMonth(duration_seconds: number): boolean {
  const days = duration_seconds / DAY_SECONDS;
  return days >= MONTH_DAYS || (Number.isInteger(days) && days >= 1);
}

/** From this many days on, part of a day or a week more or less makes little difference. */
export const MONTH_DAYS = 28;

/** How long computes may run if a cap cuts months short. */
export interface RunningTime {
  /** Of the run: seconds before any quota was exhausted. */
  readonly run_seconds: number;
  /** Of a month of {@link HOURS_PER_MONTH}, until the first cap binds. */
  readonly month_hours: number;
}

/** The stretch of time that a run simulates. */
export interface Period {
  readonly start_epoch_seconds: number;
  readonly duration_seconds: number;
  /** Where a cap has something to do with it; otherwise all of the time. */
  readonly running_time?: RunningTime;
}

/** One compute's use in one calendar month of UTC, or in a part of it with its price. */
export interface MonthUse {
  /** `YYYY-MM`. */
  readonly month: string;
  /** The day of the price change that starts this part; omitted if the part begins with the month. */
  readonly since?: string | undefined;
  readonly cu_seconds: number;
}

/** One compute's use in one calendar month, and the part of the month's cost that is attributed to it. */
interface ComputeMonth {
  readonly cu_hours: number;
  readonly cost_usd: number;
}

/** The cost of a project's computes in one calendar month. */
export interface MonthCost extends ComputeMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  /** In the order of the computes; their costs, added in order, give the month's exactly. */
  readonly computes: readonly ComputeMonth[];
}

/** Money for a period, and at the period's mean rate of use for a month of {@link HOURS_PER_MONTH}. */
export interface Cost {
  readonly cost_usd: number;
  readonly cost_usd_per_month: number;
}

/** A project's cost. The computes' parts, added in order, give the whole exactly. */
export interface ProjectCost extends Cost {
  readonly by_month: readonly MonthCost[];
  /** In the order of the computes. */
  readonly computes: readonly Cost[];
  /** As of the period. */
  readonly running_time?: RunningTime;
}

/** A price for a part of a month: it has its share of the base fee, the included hours and the minimum. */
export function priceOfPart(price: PriceEntry, share: number): PriceEntry {
  return {
    ...price,
    base_fee_usd: share * price.base_fee_usd,
    included_cu_hours: share * price.included_cu_hours,
    minimum_usd: share * price.minimum_usd,
  };
}

/**
 * CU-hours of a month of {@link HOURS_PER_MONTH} at the rate that a run shows before a quota is exhausted: the one way
 * to scale a run's use to a month.
 */
export function cuHoursOfMonth(
  cu_seconds: number,
  {
    duration_seconds,
    running_time,
  }: { readonly duration_seconds: number; readonly running_time?: RunningTime | null | undefined },
): number {
  if (!running_time) {
    return (duration_seconds > 0 ? cu_seconds / duration_seconds : 0) * HOURS_PER_MONTH;
  }
  return (cu_seconds * monthsOf(running_time)) / HOUR_SECONDS;
}

/** The factor from a run's use to a month's use; 0 if computes never ran. */
export function monthsOf({ run_seconds, month_hours }: RunningTime): number {
  return run_seconds > 0 ? (month_hours * HOUR_SECONDS) / run_seconds : 0;
}

/**
 * The cost of a calendar month whose price may change within it: each stretch of one price has its share of the
 * base fee, the included hours and the minimum, by its days; the minimum is that of the month. Use without a stretch
 * belongs to the first.
 */
export function costOfStretches(
  stretches: readonly Pick<PriceStretch, 'price' | 'share' | 'since'>[],
  uses: readonly Pick<MonthUse, 'since' | 'cu_seconds'>[],
): number {
  const known = new Set(stretches.map(({ since }) => since));
  const least_usd = sumOf(stretches, ({ price, share }) => share * price.minimum_usd);
  const charged_usd = sumOf(stretches, ({ price, share, since }) => {
    const isFirst = since === stretches[0]!.since;
    const own = uses.filter((use) => use.since === since || (isFirst && !known.has(use.since)));
    return costOfMonth(cuSecondsOf(own) / 3600, { ...priceOfPart(price, share), minimum_usd: 0 });
  });
  return Math.max(least_usd, charged_usd);
}

/**
 * The cost of one project's computes over a period.
 *
 * Each calendar month that the period touches is priced as if the project used nothing outside the period:
 * it has the whole month's base fee, included hours and minimum. If the price changes within the month, each
 * price has its share of them by its days. A month's cost is attributed to the computes in
 * proportion to their use in it.
 * @param uses for each compute, its use by calendar month, divided where the price changes
 * @param plan an undated plan has the prices of the days, a dated one those of its day
 */
export function projectCost(
  period: Period,
  uses: readonly (readonly MonthUse[])[],
  plan: PlanChoice,
): ProjectCost {
  const raw = uses.map(() => 0);
  const stretches = priceStretches(plan, period.start_epoch_seconds, period.duration_seconds);
  const by_month = monthsToPrice(period, uses).map((month) => {
    const own = uses.map((months) => cuSecondsOf(months.filter((use) => use.month === month)));
    const cu_hours = own.reduce((total, cu_seconds) => total + cu_seconds, 0) / 3600;
    const touched = stretches.filter((stretch) => stretch.month === month);
    const ofMonth = uses.flat().filter((use) => use.month === month);
    const cost_usd = costOfStretches(touched.length > 0 ? touched : stretchesOf(plan, month), ofMonth);
    const computes = attributed(cost_usd, own).map((part, index) => {
      raw[index]! += part;
      return { cu_hours: own[index]! / 3600, cost_usd: part };
    });
    return { month, cu_hours, cost_usd, computes };
  });
  const cost_usd = by_month.reduce((total, month) => total + month.cost_usd, 0);
  const price = priceAtStart({ plan, start_epoch_seconds: period.start_epoch_seconds });
  // The mean rate of use scaled to a month and priced as one: base fee, included hours and minimum apply once.
  const used = uses.map(cuSecondsOf);
  const all = used.reduce((total, use) => total + use, 0);
  const cost_usd_per_month = costOfMonth(cuHoursOfMonth(all, period), price);
  const perMonth = attributed(cost_usd_per_month, used);
  const parts = settled(cost_usd, raw);
  return {
    cost_usd,
    cost_usd_per_month,
    by_month,
    computes: parts.map((part, index) => ({ cost_usd: part, cost_usd_per_month: perMonth[index]! })),
    ...(period.running_time && { running_time: period.running_time }),
  };
}

/** The months the period touches, and any other with use: no use goes unpriced. */
function monthsToPrice(period: Period, uses: readonly (readonly MonthUse[])[]): readonly string[] {
  const touched = calendarMonths(period.start_epoch_seconds, period.duration_seconds);
  const months = new Set(touched.map(({ month }) => month));
  for (const use of uses.flat()) if (use.cu_seconds > 0) months.add(use.month);
  return [...months].sort();
}

function cuSecondsOf(uses: readonly Pick<MonthUse, 'cu_seconds'>[]): number {
  return uses.reduce((total, use) => total + use.cu_seconds, 0);
}
