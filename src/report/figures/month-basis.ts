import { carriesMonth, HOURS_PER_MONTH, MONTH_DAYS } from '../../cost/compute-cost.js';
import { DAY_SECONDS } from '../../kernel/units.js';
import type { Summary } from '../../study/run/summary.js';
import { PRICE_BOOK, type PriceEntry } from '../../vendors/price-book.js';
import { priceStretches } from '../../vendors/price-stretch.js';
import { counted, duration, money, number, priceText } from './figure-text.js';

const WEEK_DAYS = 7;

/**
 * Whether a run represents a month. Load follows the day and the week: whole weeks, or four weeks and more, represent any
 * month. Whole days do if the other days are like them. A part of a day represents only itself.
 * @param duration_seconds simulated time
 * @returns `carried`: whether a month may be projected. `provided`: the condition, such as `if every day is like the one
 *   simulated`; empty without one, or without a projection. `note`: the basis of a month's cost, or why there is none.
 */
export function monthBasis(duration_seconds: number) {
  const days = duration_seconds / DAY_SECONDS;
  if (!carriesMonth(duration_seconds)) {
    return {
      carried: false,
      provided: '',
      note: `no month is projected from ${partOfDays(duration_seconds)}: only whole days or weeks carry one`,
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

/** The prices that a month is projected at, if they change within the run: those of its start; else empty. */
export function monthPrices({
  plan: { name, as_of, price },
  start,
  duration_seconds,
}: Pick<Summary, 'plan' | 'start' | 'duration_seconds'>): string {
  // Another vendor's price is fixed.
  if (!PRICE_BOOK.some(({ plan, from }) => plan === name && from === price.from)) return '';
  const plan = { name, as_of: as_of ?? undefined };
  const stretches = priceStretches(plan, Date.parse(start) / 1000, duration_seconds);
  const change = stretches.find((stretch) => stretch.price.from > price.from);
  return change === undefined ? '' : `, at the prices before ${change.price.from}`;
}

/** A time that is not whole days, and does not look like it: `6 h`, `just under 7 d`. */
function partOfDays(duration_seconds: number): string {
  const days = Math.round(duration_seconds / DAY_SECONDS);
  const whole = duration(days * DAY_SECONDS);
  if (duration(duration_seconds) !== whole) return duration(duration_seconds);
  return `just ${duration_seconds < days * DAY_SECONDS ? 'under' : 'over'} ${whole}`;
}

export type CostPeriod = ReturnType<typeof costPeriod>;

/** The period for costs of a run's parts: a month if the run determines one, otherwise the simulated time. */
export function costPeriod({
  duration_seconds,
  total,
}: Pick<Summary, 'duration_seconds'> & {
  readonly total: Pick<Summary['total'], 'cost_usd' | 'cost_usd_per_month'>;
}) {
  const { carried, note } = monthBasis(duration_seconds);
  const { cost_usd, cost_usd_per_month } = total;
  const part = cost_usd_per_month > 0 ? cost_usd / cost_usd_per_month : 0;
  const months = duration_seconds / 3600 / HOURS_PER_MONTH;
  return {
    /** Whether it is a month. */
    carried,
    /** After an amount. */
    each: carried ? 'a month' : `in these ${duration(duration_seconds)}`,
    /** The period in words, or why it is not a month. */
    note,
    /** The period's part of a month's cost: such parts add up to the run's cost in it. */
    usd: (usd_per_month: number): number => (carried ? usd_per_month : usd_per_month * part),
    /** The same for amounts spread evenly: savings, wakes. */
    even: (per_month: number): number => (carried ? per_month : per_month * months),
  };
}

/** A plan's prices, such as `$69.00 per month and $0.16 per CU-hour beyond 750`. */
export function priceWords({
  usd_per_cu_hour,
  included_cu_hours,
  base_fee_usd,
  minimum_usd,
}: Omit<PriceEntry, 'plan'>): string {
  const fee = base_fee_usd > 0 ? `${money(base_fee_usd)} per month and ` : '';
  const beyond = included_cu_hours > 0 && usd_per_cu_hour > 0 ? ` beyond ${number(included_cu_hours)}` : '';
  const least = minimum_usd > 0 ? `, at least ${money(minimum_usd)} per month` : '';
  return `${fee}${priceText(usd_per_cu_hour)} per CU-hour${beyond}${least}`;
}
