import { BOOK, dayFor, PLAN_NAMES, type PlanChoice, planDays } from './plan-limits.js';
import { type LimitRow, type PriceItem, type PriceRow, type RowConfidence, rowOn } from './vendor-book.js';

/** A plan's charge for compute, from a day on. */
export interface PriceEntry {
  readonly plan: string;
  /** First day this price applied, `YYYY-MM-DD`. */
  readonly from: string;
  /** Price of a CU-hour beyond the included ones, in US dollars. */
  readonly usd_per_cu_hour: number;
  /** CU-hours of a project in a calendar month that cost nothing; shared by all its computes. */
  readonly included_cu_hours: number;
  /** The fixed cost of a calendar month, in US dollars. */
  readonly base_fee_usd: number;
  /** The least that a calendar month costs, in US dollars. */
  readonly minimum_usd: number;
  /** Whether costs at this price are at most, or at least, the bill; left out: they are the bill. */
  readonly bound?: 'most' | 'least' | undefined;
  readonly source: string;
  readonly confidence: 'high' | 'medium' | 'low';
  /** Omissions and uncertainties of the entry; empty if there are none. */
  readonly note: string;
}

/** The cost of one calendar month: the base fee and the CU-hours beyond the included ones, at least the minimum. */
export function costOfMonth(cu_hours: number, price: PriceEntry): number {
  const charged = Math.max(0, cu_hours - price.included_cu_hours);
  return Math.max(price.minimum_usd, price.base_fee_usd + charged * price.usd_per_cu_hour);
}

/** The day until which every price and limit in force was checked, `YYYY-MM-DD`: a later change is not known. */
export const PRICES_CHECKED_UNTIL: string = [...BOOK.prices, ...BOOK.limits]
  .filter(({ to }) => to === undefined)
  .map(({ seen }) => seen)
  .sort()[0]!;

/** The day until which the prices of a plan were checked. */
export function checkedUntil({ price }: PlanChoice): string {
  return price?.from ?? PRICES_CHECKED_UNTIL;
}

/** How current the prices of an amount are, in the words of every form. */
export function pricesChecked(until = PRICES_CHECKED_UNTIL): string {
  return `prices checked until ${until}`;
}

export const CONFIDENCE: Readonly<Record<RowConfidence, PriceEntry['confidence']>> = {
  H: 'high',
  M: 'medium',
  L: 'low',
};

/** Source, confidence and note of a price entry, from its rows. The first row is the price itself. */
export function origin(
  first: PriceRow,
  others: readonly (PriceRow | LimitRow | undefined)[],
): Pick<PriceEntry, 'source' | 'confidence' | 'note'> {
  const rows = [first, ...others.filter((row) => row !== undefined)];
  const least = rows.some(({ conf }) => conf === 'L')
    ? 'L'
    : rows.some(({ conf }) => conf === 'M')
      ? 'M'
      : 'H';
  return {
    source: [...new Set(rows.map(({ src }) => BOOK.sources[src]!))].join('; '),
    confidence: CONFIDENCE[least],
    note: rows.flatMap(({ note }) => note ?? []).join('; '),
  };
}

/** The first and last days of a plan's rows, newest first. */
export function changes(plan: string, rows: readonly (PriceRow | LimitRow)[]): readonly string[] {
  const own = rows.filter(({ tier }) => tier.includes(plan));
  return [...new Set(own.flatMap(({ from, to }) => [from, ...(to === undefined ? [] : [dayAfter(to)])]))]
    .sort()
    .reverse();
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

const OF_COMPUTE: readonly PriceItem[] = ['compute', 'base_fee', 'minimum'];

function entryOn(plan: string, from: string): PriceEntry | undefined {
  const [compute, fee, minimum] = OF_COMPUTE.map((item) => rowOn(BOOK.prices, item, plan, from));
  if (compute === undefined) return undefined;
  const included = rowOn(BOOK.limits, 'cu_hours', plan, from);
  return Object.freeze({
    plan,
    from,
    usd_per_cu_hour: compute.usd,
    included_cu_hours: included?.value ?? 0,
    base_fee_usd: fee?.usd ?? 0,
    minimum_usd: minimum?.usd ?? 0,
    ...origin(compute, [fee, minimum, included]),
  });
}

/** Newest first within a plan. Compute only: storage, transfer and extra branches are in the invoice's own book. */
export const PRICE_BOOK: readonly PriceEntry[] = PLAN_NAMES.flatMap((plan) => {
  const rows = [
    ...BOOK.prices.filter(({ item }) => OF_COMPUTE.includes(item)),
    ...BOOK.limits.filter(({ item }) => item === 'cu_hours'),
  ];
  return changes(plan, rows).flatMap((from) => entryOn(plan, from) ?? []);
});

/**
 * The price of a plan on a day. A plan whose day is fixed keeps that day's price; another has the price that the book
 * has for the day, the earliest one before the book begins, and the newest one after it ends.
 *
 * @param day `YYYY-MM-DD`; left out: the newest
 * @throws RangeError for an unknown plan, or one that does not exist on its fixed day; the message lists the known ones
 */
export function priceOn(plan: PlanChoice, day?: string): PriceEntry {
  const { name, price } = plan;
  if (price !== undefined) return price;
  if (!PLAN_NAMES.includes(name)) {
    throw new RangeError(
      `no price for plan ${JSON.stringify(name)}: expected one of ${PLAN_NAMES.join(', ')}`,
    );
  }
  const on = dayFor(plan, day);
  const found = PRICE_BOOK.find((entry) => entry.plan === name && entry.from <= on);
  if (found !== undefined && rowOn(BOOK.prices, 'compute', name, on) !== undefined) return found;
  throw new RangeError(`plan ${name} has no price on ${on}: expected ${planDays(name)}`);
}
