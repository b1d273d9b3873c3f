import { costOfMonth, HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import type { PriceEntry } from '../../plan/price-book.js';
import type { Summary } from '../figures/summary.js';
import { type Live, live } from './live.js';

/** Cells that the reader may change, by the names that formulas use. */
export const NAMES = {
  plan: 'plan',
  price: 'price_usd_per_cu_hour',
  included: 'included_cu_hours',
  minimum: 'minimum_usd_per_month',
  hours: 'hours_in_month',
  growth: 'growth_per_month',
  factors: 'growth_factors',
  simulated_hours: 'simulated_hours',
  total_cost: 'total_cost_usd',
  total_cost_per_month: 'total_cost_usd_per_month',
  total_cu_hours: 'total_cu_hours',
  book_plans: 'price_book_plans',
  book_prices: 'price_book_usd_per_cu_hour',
  book_included: 'price_book_included_cu_hours',
  book_minimums: 'price_book_minimum_usd',
} as const;

/** Months that are projected. */
export const MONTHS_AHEAD = 12;

/** Cells, or values, that the price of a CU-hour comes from. */
export interface PriceCells {
  readonly price: string;
  readonly included: string;
  readonly minimum: string;
}

/** The price on the sheet of assumptions. */
export const ASSUMED: PriceCells = { price: NAMES.price, included: NAMES.included, minimum: NAMES.minimum };

/** The columns of the price book that these come from. */
export const BOOK: PriceCells = {
  price: NAMES.book_prices,
  included: NAMES.book_included,
  minimum: NAMES.book_minimums,
};

/** What an entry of the price book is called where a plan is chosen. */
export function planKey({ plan, from }: Pick<PriceEntry, 'plan' | 'from'>): string {
  return `${plan} since ${from}`;
}

/** A cell of the price book's, for the plan that a cell names. */
export function lookedUp(plan: string, column: string): string {
  return `INDEX(${column},MATCH(${plan},${NAMES.book_plans},0))`;
}

/** The cost of a calendar month: `costOfMonth` as a formula. */
export function monthFormula(hours: string, { price, included, minimum }: PriceCells = ASSUMED): string {
  return `MAX(${minimum},MAX(0,${hours}-${included})*${price})`;
}

/** The same for a month of as many hours as the reader says, at the mean rate of use of the run. */
export function monthlyFormula(cu_hours: string, run_hours: string, cells: PriceCells = ASSUMED): string {
  return monthFormula(`${cu_hours}/${run_hours}*${NAMES.hours}`, cells);
}

/** The price that a run's cost rests on. */
export function priceOfRun({ plan }: Pick<Summary, 'plan'>): PriceEntry {
  return { plan: plan.name, ...plan.price };
}

/** Mean use over a run, as cells or as numbers. */
interface Use<Value> {
  readonly cu_hours: Value;
  readonly run_hours: Value;
}

/**
 * The cost of the next twelve months at the mean rate of use of a run, growing from month to month as the reader says;
 * without growth until then.
 */
export function yearCost(
  { cu_hours, run_hours }: Use<string>,
  use: Use<number> & { readonly price: PriceEntry },
  { price, included, minimum }: PriceCells = ASSUMED,
): Live {
  const month = `${cu_hours}/${run_hours}*${NAMES.hours}*${NAMES.factors}`;
  const charged = `(${month}>${included})*(${month}-${included})*${price}`;
  // MAX would be that of the whole column: each month has its own.
  const formula = `SUMPRODUCT((${charged}>${minimum})*${charged}+(${charged}<=${minimum})*${minimum})`;
  const cost_usd = costOfMonth((use.cu_hours / use.run_hours) * HOURS_PER_MONTH, use.price);
  return live(formula, cost_usd * MONTHS_AHEAD);
}

/** A part of a sum of money in proportion to use; evenly among so many where nobody used anything. */
export function shareFormula(whole: string, own: string, all: string, parts: number): string {
  return `IF(${all}=0,${whole}/${parts},${whole}*${own}/${all})`;
}
