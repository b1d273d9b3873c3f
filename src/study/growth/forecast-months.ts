import { costOfStretches } from '../../cost/compute-cost.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import { meanInterval } from '../../statistics/confidence-interval.js';
import type { PlanChoice } from '../../vendors/plan-limits.js';
import { priceOn } from '../../vendors/price-book.js';
import { stretchesOf } from '../../vendors/price-stretch.js';
import type { MonthDays } from '../runs/calendar-days.js';
import type { Forecast, ForecastMonth } from './forecast-result.js';
import { dayText, grown, monthsBetween } from './load-growth.js';
import { CappedMonth, type MonthCap, type StretchUse } from './month-caps.js';

/** The use of a replication on a day of the forecast, at a growth, while no cap is exhausted. */
export type DailyUse = (growth: number, replication: number, month: number, day: number) => StretchUse;

export interface MonthBill {
  readonly cu_hours: number;
  readonly cost_usd: number;
  /** Index of the day when a cap is exhausted; `undefined`: all caps last. */
  readonly used_up: number | undefined;
  /** Its name. */
  readonly cap?: string | undefined;
  /** The share of the month's queries that come before. */
  readonly served: number;
}

/** The bill of a replication for a month of the forecast, at a growth. */
export type MonthlyBill = (growth: number, replication: number, month: number) => MonthBill;

/** The inputs that months are forecast from. */
export interface ForecastGround {
  readonly start_epoch_seconds: number;
  readonly plan: PlanChoice;
  /** By month, what it has of this and that before its computes are suspended. */
  readonly caps: readonly (readonly MonthCap[])[];
  readonly months: readonly MonthDays[];
  readonly growth: { readonly low: number; readonly middle: number; readonly high: number };
  readonly replications: number;
  readonly confidence: number;
  /** Days whose use is one simulated stretch of time, and not independent of each other. */
  readonly days_alike: number;
  readonly bill: MonthlyBill;
  /** The cost without growing loads, at growth 0. */
  readonly fixed: MonthlyBill;
}

/** Times the scenario's load in the middle of a day; before the start nothing has grown. */
export function factorOn(growth: number, start_epoch_seconds: number, day_epoch_seconds: number): number {
  const noon = day_epoch_seconds + DAY_SECONDS / 2;
  return noon <= start_epoch_seconds ? 1 : grown(growth, monthsBetween(start_epoch_seconds, noon));
}

/** The same, mean over the days of a month, at the growth in the middle. */
export function meanFactor(
  { months, growth, start_epoch_seconds }: Pick<ForecastGround, 'months' | 'growth' | 'start_epoch_seconds'>,
  month: number,
): number {
  const { days } = months[month]!;
  const factors = days.map(({ epoch_seconds }) =>
    factorOn(growth.middle, start_epoch_seconds, epoch_seconds),
  );
  return factors.reduce((sum, each) => sum + each, 0) / factors.length;
}

/** The bills of all replications for a month of the forecast, at a growth. */
export function monthBills(
  { replications, bill }: Pick<ForecastGround, 'replications' | 'bill'>,
  growth: number,
  month: number,
): readonly MonthBill[] {
  return Array.from({ length: replications }, (_, replication) => bill(growth, replication, month));
}

export function forecastMonths(ground: ForecastGround): Pick<Forecast, 'months' | 'total'> {
  const { months, growth, confidence } = ground;
  const bills = (rate: number) => months.map((_, month) => monthBills(ground, rate, month));
  const costs = (all: readonly (readonly MonthBill[])[]) =>
    all.map((own) => own.map(({ cost_usd }) => cost_usd));
  const mean = (all: readonly number[]): number => meanInterval(all, confidence).mean;
  const known = bills(growth.middle);
  const [low, middle, high] = [costs(bills(growth.low)), costs(known), costs(bills(growth.high))];
  const fixed = months.map((_, month) => {
    const due = monthBills({ ...ground, bill: ground.fixed }, 0, month);
    const cost_usd = mean(due.map((one) => one.cost_usd));
    // If growing loads use up a cap, the cost is lower than without them.
    return ground.caps[month]!.length === 0 ? cost_usd : Math.min(cost_usd, mean(middle[month]!));
  });
  const whole = (all: readonly (readonly number[])[]): readonly number[] =>
    all[0]!.map((_, replication) => all.reduce((sum, month) => sum + month[replication]!, 0));
  // Days are added in another order: if all of the cost is fixed, the difference is exactly 0.
  const beyond = (cost: number, due: number): number =>
    Math.abs(cost - due) > 1e-12 * cost ? cost - due : 0;
  const fixed_usd = fixed.reduce((sum, each) => sum + each, 0);
  const total = meanInterval(whole(middle), confidence);
  const days = months.reduce((sum, month) => sum + month.days.length, 0);
  return {
    months: known.map((own, month): ForecastMonth => {
      const cost_usd = meanInterval(middle[month]!, confidence);
      return {
        ...aboutMonth(ground, month, own),
        cost_usd,
        ...expected(ground, low[month]!, high[month]!, months[month]!.days.length),
        fixed_usd: fixed[month]!,
        growing_usd: beyond(cost_usd.mean, fixed[month]!),
      };
    }),
    total: {
      cost_usd: total,
      ...expected(ground, whole(low), whole(high), days),
      fixed_usd,
      growing_usd: beyond(total.mean, fixed_usd),
    },
  };
}

export function billOfDays(
  plan: PlanChoice,
  caps: readonly (readonly MonthCap[])[],
  months: readonly MonthDays[],
  use: DailyUse,
): MonthlyBill {
  return (growth, replication, index) => {
    const { month, days } = months[index]!;
    const stretches = stretchesOf(plan, month);
    const capped = new CappedMonth(caps[index]!);
    let [cu_hours, used_up]: [number, number | undefined] = [0, undefined];
    let [asked, answered] = [0, 0];
    const uses = days.map(({ epoch_seconds }, day) => {
      const whole = use(growth, replication, index, day);
      const share = capped.add(whole);
      const own = share * whole.cu_hours;
      cu_hours += own;
      asked += whole.queries;
      answered += share * whole.queries;
      if (capped.cap !== undefined) used_up ??= day;
      const since = stretches.findLast((each) => dayText(epoch_seconds) >= (each.since ?? ''))?.since;
      return { since, cu_seconds: own * 3600 };
    });
    const served = asked > 0 ? answered / asked : 1;
    return { cu_hours, cost_usd: costOfStretches(stretches, uses), used_up, cap: capped.cap, served };
  };
}

/** The median day when a cap is exhausted, if one is in more than half of the replications. */
export function exhaustionDay(bills: readonly MonthBill[]): number | undefined {
  const days = bills.map(({ used_up }) => used_up).filter((day) => day !== undefined);
  return days.length * 2 > bills.length ? days.toSorted((a, b) => a - b)[days.length >> 1] : undefined;
}

/** A month except its cost. */
function aboutMonth(ground: ForecastGround, month: number, bills: readonly MonthBill[]) {
  const { days, month: name } = ground.months[month]!;
  const price = priceOn(ground.plan, dayText(days[0]!.epoch_seconds));
  const day = exhaustionDay(bills);
  return {
    month: name,
    days: days.length,
    load_factor: meanFactor(ground, month),
    cu_hours: meanInterval(
      bills.map((one) => one.cu_hours),
      ground.confidence,
    ),
    usd_per_cu_hour: price.usd_per_cu_hour,
    included_cu_hours: price.included_cu_hours,
    hours_used_up: day === undefined ? null : dayText(days[day]!.epoch_seconds),
    cap_used_up: bills.find(({ used_up }) => day !== undefined && used_up === day)?.cap ?? null,
    served_share: bills.reduce((sum, { served }) => sum + served, 0) / bills.length,
  };
}

/**
 * The prediction interval of a single bill: s √(1/w + 1/n) t(n − 1) around the mean, for n replications whose bills,
 * each a repetition of one stretch of time, have standard deviation s, and w such stretches in the time, which vary
 * like the replications. The lower end for the lower growth, the upper end for the higher.
 */
function expected(
  { confidence, days_alike }: ForecastGround,
  low: readonly number[],
  high: readonly number[],
  days: number,
): { readonly cost_low_usd: number; readonly cost_high_usd: number } {
  const stretches = Math.max(1, days / days_alike);
  const half = (costs: readonly number[]): number => {
    const { half_width, n } = meanInterval(costs, confidence);
    if (half_width === 0) return 0;
    return half_width * Math.sqrt(n / stretches + 1);
  };
  const mean = (costs: readonly number[]): number => meanInterval(costs, confidence).mean;
  return {
    cost_low_usd: Math.max(0, mean(low) - half(low)),
    cost_high_usd: mean(high) + half(high),
  };
}
