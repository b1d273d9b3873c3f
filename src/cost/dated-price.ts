import { costOfMonth } from './compute-cost.js';
import { PRICE_BOOK, type PriceEntry, priceOf } from './price-book.js';

/** Days of a month in a row that have the same price. */
export interface PricedDays {
  readonly price: PriceEntry;
  /** CU-hours of each of the days. */
  readonly cu_hours: readonly number[];
}

/**
 * The price of a plan on a day. A plan whose day is fixed keeps that day's price; another has the price that the book
 * has for the day, the earliest one before the book begins, and the newest one from then on.
 *
 * @param day `YYYY-MM-DD`
 * @throws RangeError for a plan that is not in the book
 */
export function priceOn(
  plan: { readonly name: string; readonly as_of: string | undefined },
  day: string,
): PriceEntry {
  if (plan.as_of !== undefined) return priceOf(plan);
  const ofPlan = PRICE_BOOK.filter((entry) => entry.plan === plan.name);
  return ofPlan.find(({ from }) => from <= day) ?? ofPlan.at(-1) ?? priceOf(plan);
}

/**
 * What a calendar month costs whose price may change on a day within: each stretch of one price has its share of the
 * included hours and of the minimum, by its days.
 */
export function costOfDays(stretches: readonly PricedDays[]): number {
  const days = stretches.reduce((sum, { cu_hours }) => sum + cu_hours.length, 0);
  return stretches.reduce((sum, { price, cu_hours }) => {
    const share = cu_hours.length / days;
    const { included_cu_hours, minimum_usd } = price;
    const own = { ...price, included_cu_hours: share * included_cu_hours, minimum_usd: share * minimum_usd };
    return (
      sum +
      costOfMonth(
        cu_hours.reduce((total, each) => total + each, 0),
        own,
      )
    );
  }, 0);
}
