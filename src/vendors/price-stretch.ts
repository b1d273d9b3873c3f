import { calendarMonths, monthStart } from '../kernel/calendar-month.js';
import { DAY_MS, DAY_SECONDS } from '../kernel/units.js';
import type { PlanChoice } from './plan-limits.js';
import { PRICE_BOOK, type PriceEntry, priceOn } from './price-book.js';

/** Days in a row of one calendar month of UTC that have the same price. */
export interface PriceStretch {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Its first day within the month, `YYYY-MM-DD`; `undefined`: the month's. */
  readonly since: string | undefined;
  readonly price: PriceEntry;
  /** Its days, as a share of those of the month. */
  readonly share: number;
  /** Its beginning in seconds since the period's start; 0 or less for the first. */
  readonly start_seconds: number;
}

/** The price on the first day of a run: that of its mean rate of use, if the price changes within it. */
export function priceAtStart(run: {
  readonly plan: PlanChoice;
  readonly start_epoch_seconds: number;
}): PriceEntry {
  return priceOn(run.plan, new Date(run.start_epoch_seconds * 1000).toISOString().slice(0, 10));
}

/** The stretches of one price that a period touches, in order: its calendar months, divided where the price changes. */
export function priceStretches(
  plan: PlanChoice,
  start_epoch_seconds: number,
  duration_seconds: number,
): readonly PriceStretch[] {
  const all = calendarMonths(start_epoch_seconds, duration_seconds).flatMap(({ month, start_seconds }) =>
    stretchesOf(plan, month).map((stretch) => ({
      ...stretch,
      start_seconds: start_seconds + stretch.start_seconds,
    })),
  );
  const touched = all.filter(({ start_seconds }) => start_seconds < duration_seconds || start_seconds <= 0);
  // The last that begins at the start or before it is the first that counts.
  const first = touched.findLastIndex(({ start_seconds }) => start_seconds <= 0);
  return touched.slice(Math.max(0, first));
}

/** The stretches of a calendar month, in seconds from its beginning. */
export function stretchesOf(plan: PlanChoice, month: string): readonly PriceStretch[] {
  const begin = Date.parse(`${month}-01T00:00:00Z`);
  const length = (monthStart(begin, 1) - begin) / DAY_MS;
  const changes =
    plan.as_of === undefined
      ? PRICE_BOOK.filter((entry) => entry.plan === plan.name && entry.from.startsWith(month))
          .map(({ from }) => from)
          .filter((from) => from > `${month}-01` && priceOn(plan, `${month}-01`) !== priceOn(plan, from))
          .sort()
      : [];
  const dayOf = (since: string | undefined): number =>
    since === undefined ? 0 : (Date.parse(`${since}T00:00:00Z`) - begin) / DAY_MS;
  return [undefined, ...changes].map((since, index) => ({
    month,
    since,
    price: priceOn(plan, since ?? `${month}-01`),
    share: ((index === changes.length ? length : dayOf(changes[index])) - dayOf(since)) / length,
    start_seconds: dayOf(since) * DAY_SECONDS,
  }));
}
