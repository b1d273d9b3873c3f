import { carriesMonth, HOURS_PER_MONTH, MONTH_DAYS } from '../../cost/compute-cost.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import type { PriceEntry } from '../../vendors/price-book.js';
import { counted, duration, money, number } from './figure-text.js';

const WEEK_DAYS = 7;

/** Whether what was simulated carries the projection of a month, and what the projection takes for granted. */
export interface MonthBasis {
  /** Whether a month may be projected at all. */
  readonly carried: boolean;
  /**
   * What the projection takes for granted, such as `if every day is like the one simulated`; empty for whole weeks, and
   * where nothing is projected.
   */
  readonly provided: string;
  /** For a place where the cost of a month would stand: what it rests on, or why there is none. */
  readonly note: string;
}

/**
 * What a run of some length says about a month. Load follows the day and the week, so only whole weeks, or four weeks and
 * more, stand for any month; whole days do if the other days are like them; a part of a day stands for nothing else.
 * @param duration_seconds that were simulated
 */
export function monthBasis(duration_seconds: number): MonthBasis {
  const days = duration_seconds / DAY_SECONDS;
  if (!carriesMonth(duration_seconds)) {
    return {
      carried: false,
      provided: '',
      note: `no month is projected from ${duration(duration_seconds)}: only whole days or weeks carry one`,
    };
  }
  if (days >= MONTH_DAYS || days % WEEK_DAYS === 0) {
    return { carried: true, provided: '', note: `a month of ${HOURS_PER_MONTH} h` };
  }
  const provided =
    days === 1
      ? 'if every day is like the one simulated'
      : `if all days are like the ${counted(days, 'day')} simulated`;
  return { carried: true, provided, note: `a month of ${HOURS_PER_MONTH} h, ${provided}` };
}

/** For how long costs are told. */
export interface CostPeriod {
  /** Whether it is a month. */
  readonly carried: boolean;
  /** After an amount, such as `a month` or `in these 6 h`. */
  readonly each: string;
  /** What the period is, such as `a month of 730 h`, or why it is not a month. */
  readonly note: string;
  /** What of a month's cost falls on the period: such parts add up to what the run costs in it. */
  readonly usd: (usd_per_month: number) => number;
  /** Likewise of what goes on evenly: savings, wakes. */
  readonly even: (per_month: number) => number;
}

/** The period that costs of a run's parts are told for: a month where the run carries one, else what was simulated. */
export function costPeriod({
  duration_seconds,
  total,
}: {
  readonly duration_seconds: number;
  readonly total: { readonly cost_usd: number; readonly cost_usd_per_month: number };
}): CostPeriod {
  const { carried, note } = monthBasis(duration_seconds);
  if (carried) return { carried, each: 'a month', note, usd: (usd) => usd, even: (figure) => figure };
  const { cost_usd, cost_usd_per_month } = total;
  const part = cost_usd_per_month > 0 ? cost_usd / cost_usd_per_month : 0;
  const months = duration_seconds / 3600 / HOURS_PER_MONTH;
  return {
    carried,
    each: `in these ${duration(duration_seconds)}`,
    note,
    usd: (usd) => usd * part,
    even: (figure) => figure * months,
  };
}

/** What a plan charges, such as `$69.00 per month and $0.16 per CU-hour beyond 750`. */
export function priceWords({
  usd_per_cu_hour,
  included_cu_hours,
  base_fee_usd,
  minimum_usd,
}: Omit<PriceEntry, 'plan'>): string {
  const fee = base_fee_usd > 0 ? `${money(base_fee_usd)} per month and ` : '';
  const beyond = included_cu_hours > 0 && usd_per_cu_hour > 0 ? ` beyond ${number(included_cu_hours)}` : '';
  const least = minimum_usd > 0 ? `, at least ${money(minimum_usd)} per month` : '';
  return `${fee}$${usd_per_cu_hour} per CU-hour${beyond}${least}`;
}
