import {
  costOfMonth,
  HOURS_PER_MONTH,
  type MonthCost,
  type RunningTime,
} from '../../../cost/compute-cost.js';
import type { PriceEntry } from '../../../vendors/price-book.js';
import type { Summary } from '../../figures/summary.js';
import { CURRENCY } from '../cells/book.js';
import { type Formula, formula } from '../cells/cell.js';
import { keyed, type SheetColumn } from '../cells/table.js';

/** Cells that formulas know by name: those in use on the sheet of inputs, and the columns of the price book. */
export const NAMES = {
  plan: 'plan',
  prices_of: 'prices_of_day',
  entry: 'price_in_force_since',
  price: 'price_usd_per_cu_hour',
  included: 'included_cu_hours',
  fee: 'fee_usd_per_month',
  minimum: 'minimum_usd_per_month',
  quota: 'quota_cu_hours',
  hours: 'hours_in_month',
  discount: 'discount',
  currency: CURRENCY,
  sign: 'currency_sign',
  alert: 'alert',
  rate: 'currency_per_usd',
  money: 'money_per_usd',
  growth: 'growth_per_month',
  budget: 'budget_per_month',
  own_day: 'prices_of_day_override',
  own_price: 'price_override',
  own_included: 'included_override',
  own_fee: 'fee_override',
  own_minimum: 'minimum_override',
  changed: 'inputs_changed',
  book_plans: 'price_book_plan',
  book_from: 'price_book_from',
  book_prices: 'price_book_usd_per_cu_hour',
  book_included: 'price_book_included_cu_hours',
  book_fees: 'price_book_fee_usd',
  book_minimums: 'price_book_minimum_usd',
  book_quotas: 'price_book_quota_cu_hours',
} as const;

/** More CU-hours than any month has: a plan without an end. */
export const NO_QUOTA = 1e9;

/** Cells, or values, that the price of a CU-hour comes from. */
export interface PriceCells {
  readonly price: string;
  readonly included: string;
  readonly fee: string;
  readonly minimum: string;
}

/** How the cells of a price look, and the figure of the price book that they have. */
export const PRICE_CELLS = {
  price: { style: 'usd_price', figure: 'usd_per_cu_hour' },
  included: { style: 'plain_number', figure: 'included_cu_hours' },
  fee: { style: 'usd_price', figure: 'base_fee_usd' },
  minimum: { style: 'usd_price', figure: 'minimum_usd' },
} as const;

/** The cells of a price, each by what it holds. */
export function priceCells(cell: (of: keyof PriceCells) => string): PriceCells {
  return { price: cell('price'), included: cell('included'), fee: cell('fee'), minimum: cell('minimum') };
}

/** The price in use on the sheet of inputs. */
export const IN_USE = priceCells((of) => NAMES[of]);

/** The columns of the price book that these come from. */
export const BOOK: PriceCells = {
  price: NAMES.book_prices,
  included: NAMES.book_included,
  fee: NAMES.book_fees,
  minimum: NAMES.book_minimums,
};

/**
 * The day on which the entry of the price book began that is in force for a plan on a day: the newest that is not
 * after it, the earliest where the book begins later.
 */
export function entryFormula(plan: string, day: string): string {
  const own = `(${NAMES.book_plans}=${plan})`;
  const newest = `SUMPRODUCT(MAX(${own}*(${NAMES.book_from}<=${day})*${NAMES.book_from}))`;
  const earliest = `SUMPRODUCT(MIN(${NAMES.book_from}+(1-${own})*1E6))`;
  return `IF(${newest}>0,${newest},${earliest})`;
}

/** A column of the price book for a plan, in the entry that began on a day. */
export function lookedUp(column: string, plan: string, entry: string): string {
  return `SUMIFS(${column},${NAMES.book_plans},${plan},${NAMES.book_from},${entry})`;
}

/** What is charged for CU-hours in US dollars: `costOfMonth` as a formula. */
export function usdFormula(hours: string, { price, included, fee, minimum }: PriceCells = IN_USE): string {
  return `MAX(${minimum},${fee}+MAX(0,${hours}-${included})*${price})`;
}

/** A calendar month as it was simulated, and the price that a run's cost rests on. */
interface SimulatedMonth extends Pick<MonthCost, 'cu_hours' | 'cost_usd'> {
  readonly price: PriceEntry;
}

/**
 * The cost of a calendar month, after the discount and in the currency of the reader.
 * @param month where it was simulated: one in which other prices count as well costs that until the price is changed
 */
export function monthFormula(hours: string, cells: PriceCells = IN_USE, month?: SimulatedMonth): string {
  const charged = `${usdFormula(hours, cells)}*${NAMES.money}`;
  if (month === undefined) return charged;
  const { cu_hours, cost_usd, price } = month;
  if (Math.abs(costOfMonth(cu_hours, price) - cost_usd) <= 1e-9 * Math.max(1, cost_usd)) return charged;
  const same = (of: keyof PriceCells) => `${cells[of]}=${price[PRICE_CELLS[of].figure]}`;
  const unchanged = `AND(${same('price')},${same('included')},${same('fee')},${same('minimum')})`;
  return `IF(${unchanged},${cost_usd}*${NAMES.money},${charged})`;
}

/**
 * The same for a month of as many hours as the reader says, at the mean rate of use of the run; where a cap binds, at the
 * rate before that, and until then.
 */
export function monthlyFormula(
  cu_hours: string,
  run_hours: string,
  cells: PriceCells = IN_USE,
  running_time?: RunningTime | null,
): string {
  if (!running_time) return monthFormula(`${cu_hours}/${run_hours}*${NAMES.hours}`, cells);
  const { run_seconds, month_hours } = running_time;
  const hours = month_hours < HOURS_PER_MONTH ? `MIN(${NAMES.hours},${month_hours})` : NAMES.hours;
  // Computes that never ran have used nothing.
  return monthFormula(`${cu_hours}/${run_seconds > 0 ? run_seconds / 3600 : 1}*${hours}`, cells);
}

/** The price that a run's cost rests on. */
export function priceOfRun({ plan }: Pick<Summary, 'plan'>): PriceEntry {
  return { plan: plan.name, ...plan.price };
}

/** A label or header of money: it names the currency. */
export function moneyHeader(text: string): Formula {
  return formula(`"${text}, "&${NAMES.currency}`);
}

/** A column of money in the currency of the reader. */
export function moneyColumn<Row>(
  key: string,
  header: string,
  cell: SheetColumn<Row>['cell'],
  width = 15,
): SheetColumn<Row> {
  return keyed(key, moneyHeader(header), 'money', cell, width);
}

/** An amount within a text, as a part of a formula: `$1,234.50`. */
export function moneyText(amount: string): string {
  return `${NAMES.sign}&TEXT(${amount},"#,##0.00")`;
}

/** Where a price of a price book is from, what is uncertain about it, and how sure it is. */
export function sourceText({
  source,
  note,
  confidence,
}: Pick<PriceEntry, 'source' | 'note' | 'confidence'>): string {
  return [source, ...(note === '' ? [] : [note]), `confidence ${confidence}`].join('; ');
}

/** A part of a sum of money in proportion to use; evenly among so many where nobody used anything. */
export function shareFormula(whole: string, own: string, all: string, parts: number): string {
  return `IF(${all}=0,${whole}/${parts},${whole}*${own}/${all})`;
}
