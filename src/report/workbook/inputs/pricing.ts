import { HOURS_PER_MONTH, type MonthCost, type RunningTime } from '../../../cost/compute-cost.js';
import { confidenceText } from '../../../scenario/model/assumption.js';
import { costOfMonth, type PriceEntry } from '../../../vendors/price-book.js';

/** More CU-hours than any month has: a plan without an end. */
export const NO_QUOTA = 1e9;

/** How the cells of a price look, what is above them, the figure of the price book that they have, and their names. */
export const PRICES = {
  price: {
    key: 'price',
    header: 'Price of a CU-hour, USD',
    style: 'usd_price',
    figure: 'usd_per_cu_hour',
    book: 'price_book_usd_per_cu_hour',
    used: 'price_usd_per_cu_hour',
  },
  included: {
    key: 'included',
    header: 'CU-hours included a month',
    style: 'plain_number',
    figure: 'included_cu_hours',
    book: 'price_book_included_cu_hours',
    used: 'included_cu_hours',
  },
  fee: {
    key: 'fee',
    header: 'Fee of a month, USD',
    style: 'usd_price',
    figure: 'base_fee_usd',
    book: 'price_book_fee_usd',
    used: 'fee_usd_per_month',
  },
  minimum: {
    key: 'minimum',
    header: 'Least of a month, USD',
    style: 'usd_price',
    figure: 'minimum_usd',
    book: 'price_book_minimum_usd',
    used: 'minimum_usd_per_month',
  },
} as const;

/** Cells, or values, that the price of a CU-hour comes from. */
export type PriceCells = Readonly<Record<keyof typeof PRICES, string>>;

/** The cells of a price, each by what it holds. */
export function priceCells(cell: (of: keyof PriceCells) => string): PriceCells {
  return { price: cell('price'), included: cell('included'), fee: cell('fee'), minimum: cell('minimum') };
}

/** The price in use on the sheet of inputs. */
export const USED_PRICE = priceCells((of) => PRICES[of].used);
export const OF_ROW = priceCells((of) => `[@${of}]`);

/**
 * The first day of the price book's entry that is in force for a plan on a day: the newest that is not
 * after it, or the earliest if the book begins later.
 */
export function entryFormula(day: string): string {
  const own = '(price_book_plan=plan)';
  const newest = `SUMPRODUCT(MAX(${own}*(price_book_from<=${day})*price_book_from))`;
  return `IF(${newest}>0,${newest},SUMPRODUCT(MIN(price_book_from+(1-${own})*1E6)))`;
}

/** A column of the price book for a plan, in the entry that began on a day. */
export function lookup(book: string, plan: string, entry: string): string {
  return `SUMIFS(${book},price_book_plan,${plan},price_book_from,${entry})`;
}

/** A calendar month as it was simulated, and the price that a run's cost rests on. */
interface SimulatedMonth extends Pick<MonthCost, 'cu_hours' | 'cost_usd'> {
  readonly price: PriceEntry;
}

/**
 * The cost of a calendar month, `costOfMonth` as a formula, after the discount and in the currency of the reader.
 * @param month if it was simulated: a month with several prices costs that until the price is changed
 */
export function monthFormula(hours: string, cells: PriceCells = USED_PRICE, month?: SimulatedMonth): string {
  const { price, included, fee, minimum } = cells;
  const charged = `MAX(${minimum},${fee}+MAX(0,${hours}-${included})*${price})*money_per_usd`;
  if (month === undefined) return charged;
  const { cu_hours, cost_usd } = month;
  if (Math.abs(costOfMonth(cu_hours, month.price) - cost_usd) <= 1e-9 * Math.max(1, cost_usd)) return charged;
  const same = (['price', 'included', 'fee', 'minimum'] as const).map(
    (of) => `${cells[of]}=${month.price[PRICES[of].figure]}`,
  );
  return `IF(AND(${same.join(',')}),${cost_usd}*money_per_usd,${charged})`;
}

/**
 * The same for a month of as many hours as the reader says, at the mean rate of use of the run; where a cap binds, at the
 * rate before that, and until then.
 */
export function monthlyFormula(
  run_hours: number,
  cells: PriceCells,
  running_time: RunningTime | null,
): string {
  if (!running_time) return monthFormula(`[@cu_hours]/${run_hours}*hours_in_month`, cells);
  const { run_seconds, month_hours } = running_time;
  const hours = month_hours < HOURS_PER_MONTH ? `MIN(hours_in_month,${month_hours})` : 'hours_in_month';
  // Computes that never ran have used nothing.
  return monthFormula(`[@cu_hours]/${run_seconds > 0 ? run_seconds / 3600 : 1}*${hours}`, cells);
}

/** An amount within a text, as a part of a formula: `$1,234.50`. */
export function moneyText(amount: string): string {
  return `currency_sign&TEXT(${amount},"#,##0.00")`;
}

/** Where a price of a price book is from, what is uncertain about it, and how sure it is. */
export function sourceText({
  source,
  note,
  confidence,
}: Pick<PriceEntry, 'source' | 'note' | 'confidence'>): string {
  return [source, ...(note === '' ? [] : [note]), confidenceText(confidence)].join('; ');
}
