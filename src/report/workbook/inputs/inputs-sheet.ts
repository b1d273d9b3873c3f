import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import type { Scenario } from '../../../scenario/scenario.js';
import { planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry, pricesChecked } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import type { CellStyle } from '../cells/cell-format.js';
import { cellName, columnRange, live, type SheetCell } from '../cells/live.js';
import { column, type Sheet, titled } from '../cells/sheet.js';
import { spreadsheetDay, spreadsheetTime } from '../cells/spreadsheet-time.js';
import { BOOK, entryFormula, lookedUp, NAMES, NO_QUOTA, sourceText } from './pricing.js';

/** The name of the sheet. */
export const INPUTS = 'Inputs';

const TITLE = 'Inputs: what you may change';
const HOW =
  'Type into a yellow cell and every cost follows; clear it, and the value to its left counts again. Behaviour (waits, errors, sizes) does not follow: run again for that.';

/** Columns of the table. */
const [GIVEN, YOURS, IN_USE] = [1, 2, 3] as const;
const FIRST = 4;

/** One value that the reader may change. */
export interface Input {
  readonly label: string;
  /** The cell in use, for formulas. */
  readonly name: string;
  /** What counts while the reader's own cell is empty. */
  readonly given: SheetCell;
  readonly style: CellStyle;
  readonly note: string;
  /** The reader's own cell, for formulas. */
  readonly own?: string;
  /** What it may be chosen from. */
  readonly choice?: string;
}

/** A share that the reader may change. */
export function shareInput(label: string, name: string, given: SheetCell, note: string): Input {
  return { label, name, given, style: 'input_share', note };
}

/** What a month may cost; `undefined`: as much as it does. */
export function budgetInput(given: number | undefined, note: string): Input {
  return {
    label: 'Budget of a month, in the currency',
    name: NAMES.budget,
    given,
    style: 'input_money',
    note,
  };
}

/** What the sheet is about besides the scenario's plan and beginning. */
export interface InputsOf {
  /** The price that the simulated costs rest on. */
  readonly price: PriceEntry;
  /** CU-seconds of a month that the scenario's own quota allows. */
  readonly compute_time_seconds?: number | undefined;
  /** Inputs of this kind of workbook, below those of any. */
  readonly further: readonly Input[];
}

/** Adds the sheet whose yellow cells every cost of the workbook follows, with the price book. */
export function addInputs(book: Book, scenario: Scenario, of: InputsOf): void {
  const sheet = book.sheet(INPUTS);
  sheet.head(TITLE, HOW);
  const inputs = [...priceInputs(scenario, of), ...of.further];
  const columns = [
    column<Input>('input', ({ label }) => label, 'general', 44),
    titled<Input>('From the run or the price book', 'general', 20, () => undefined),
    titled<Input>('Yours: leave empty or type', 'general', 20, () => undefined),
    titled<Input>('In use', 'general', 20, () => undefined),
    titled<Input>('Note', 'wrapped', 70, ({ note }) => note),
  ];
  const { first, last } = sheet.table(FIRST - 1, columns, inputs);
  inputs.forEach((input, index) => {
    writeInput(book, sheet, first + index, input);
  });
  const own = columnRange({ first, last }, YOURS);
  sheet.put(last + 1, 0, 'Inputs that differ from those of the run', 'general');
  sheet.put(last + 1, IN_USE, live(`COUNTA(${own})`, 0), 'count');
  book.name(NAMES.changed, cellName(last + 1, IN_USE, INPUTS));
  const factor = `(1-${NAMES.discount})*${NAMES.rate}`;
  sheet.put(last + 2, 0, 'Units of the currency for a dollar, after the discount', 'general');
  sheet.put(last + 2, IN_USE, live(factor, 1), 'number');
  book.name(NAMES.money, cellName(last + 2, IN_USE, INPUTS));
  const below = addPriceBook(book, sheet, last + 4);
  sheet.keepHead(FIRST);
  sheet.print(below + 1, 6);
}

function writeInput(book: Book, sheet: Sheet, row: number, input: Input): void {
  const { given, style, name, own, choice } = input;
  sheet.put(row, GIVEN, given, plainOf(style));
  sheet.put(row, YOURS, undefined, style);
  const [theirs, yours] = [cellName(row, GIVEN), cellName(row, YOURS)];
  const nothing = given === undefined || given === null || given === '';
  // An empty cell counts as 0 in a formula, and a text stays a text.
  const value = nothing ? 0 : typeof given === 'object' ? given.value : (given as number | string);
  sheet.put(row, IN_USE, live(`IF(${yours}="",${theirs},${yours})`, value), plainOf(style));
  book.name(name, cellName(row, IN_USE, INPUTS));
  if (own !== undefined) book.name(own, cellName(row, YOURS, INPUTS));
  if (choice !== undefined) sheet.choice(yours, choice);
}

/** The style of a cell that is not to be typed into. */
function plainOf(style: CellStyle): CellStyle {
  const plain: Readonly<Partial<Record<CellStyle, CellStyle>>> = {
    input_usd: 'usd_price',
    input_number: 'plain_number',
    input_share: 'plain_share',
    input_date: 'day',
    input_money: 'money',
  };
  return plain[style] ?? 'general_right';
}

function priceInputs(
  { plan, start_epoch_seconds }: Scenario,
  { price, compute_time_seconds }: InputsOf,
): readonly Input[] {
  const start = Math.floor(spreadsheetTime(start_epoch_seconds));
  const quota = quotaOf(price);
  const of = (column: string, value: number) => live(lookedUp(column, NAMES.plan, NAMES.entry), value);
  const hours = compute_time_seconds === undefined ? undefined : compute_time_seconds / 3600;
  const ofPlan = of(NAMES.book_quotas, quota);
  const names = [...new Set(PRICE_BOOK.map((entry) => entry.plan))].join(',');
  return [
    {
      label: 'Plan',
      name: NAMES.plan,
      given: plan.name,
      style: 'input',
      choice: `"${names}"`,
      note: 'choose another from the list; whether it allows these settings is not checked here',
    },
    {
      label: 'Prices of the day',
      name: NAMES.prices_of,
      own: NAMES.own_day,
      given: plan.as_of === undefined ? start : spreadsheetDay(plan.as_of),
      style: 'input_date',
      note:
        plan.as_of === undefined
          ? 'the first day of the run; the price in force then'
          : 'the day whose prices the scenario keeps (as_of)',
    },
    {
      label: 'Price in force since',
      name: NAMES.entry,
      given: live(entryFormula(NAMES.plan, NAMES.prices_of), spreadsheetDay(price.from)),
      style: 'input_date',
      note: 'found in the price book below for the plan and the day',
    },
    {
      label: 'Price of a CU-hour, USD',
      name: NAMES.price,
      own: NAMES.own_price,
      given: of(BOOK.price, price.usd_per_cu_hour),
      style: 'input_usd',
      note: price.source,
    },
    {
      label: 'CU-hours of a calendar month that cost nothing',
      name: NAMES.included,
      own: NAMES.own_included,
      given: of(BOOK.included, price.included_cu_hours),
      style: 'input_number',
      note: 'of a project, all computes together',
    },
    {
      label: 'Fee of a calendar month, USD',
      name: NAMES.fee,
      own: NAMES.own_fee,
      given: of(BOOK.fee, price.base_fee_usd),
      style: 'input_usd',
      note: 'before the discount; each month that the run touches pays all of it',
    },
    {
      label: 'Least that a calendar month costs, USD',
      name: NAMES.minimum,
      own: NAMES.own_minimum,
      given: of(BOOK.minimum, price.minimum_usd),
      style: 'input_usd',
      note: price.note === '' ? 'before the discount' : `before the discount; ${price.note}`,
    },
    {
      label: 'CU-hours after which a month ends',
      name: NAMES.quota,
      given: hours === undefined ? ofPlan : live(`MIN(${hours},${ofPlan.formula})`, Math.min(hours, quota)),
      style: 'input_number',
      note:
        hours === undefined
          ? 'of a plan that suspends computes then; a very large number where there is no end'
          : 'the lesser of what the plan allows and the quota of the scenario',
    },
    {
      label: 'Hours of a month',
      name: NAMES.hours,
      given: HOURS_PER_MONTH,
      style: 'input_number',
      note: 'to which a cost per month refers: 365 days ÷ 12. Calendar months have the hours of their days',
    },
    shareInput('Discount', NAMES.discount, 0, 'on everything that is charged, such as 5%'),
    {
      label: 'Currency',
      name: NAMES.currency,
      given: 'USD',
      style: 'input',
      note: 'what the sheets call it; give its rate below as well',
    },
    {
      label: 'Units of that currency for a US dollar',
      name: NAMES.rate,
      given: 1,
      style: 'input_number',
      note: 'such as 0.92; the price book is in US dollars',
    },
  ];
}

function quotaOf({ plan, from }: PriceEntry): number {
  return planLimits({ name: plan, as_of: from })?.quota_cu_hours ?? NO_QUOTA;
}

/** @returns the first row below it */
function addPriceBook(book: Book, sheet: Sheet, row: number): number {
  sheet.put(row, 0, 'Price book', 'section');
  const columns = [
    column<PriceEntry>('plan', ({ plan }) => plan, 'general'),
    column<PriceEntry>('from', ({ from }) => spreadsheetDay(from), 'day'),
    column<PriceEntry>('usd_per_cu_hour', (entry) => entry.usd_per_cu_hour, 'usd_price'),
    titled<PriceEntry>('CU-hours included a month', 'plain_number', 20, (entry) => entry.included_cu_hours),
    column<PriceEntry>('source', sourceText, 'wrapped', 70),
    titled<PriceEntry>('Least a month costs, USD', 'usd_price', 16, (entry) => entry.minimum_usd),
    titled<PriceEntry>('CU-hours after which a month ends', 'plain_number', 16, quotaOf),
    titled<PriceEntry>('Fee of a month, USD', 'usd_price', 16, (entry) => entry.base_fee_usd),
  ];
  const rows = sheet.table(row + 1, columns, PRICE_BOOK);
  const { last } = rows;
  for (const [name, at] of [
    [NAMES.book_plans, 0],
    [NAMES.book_from, 1],
    [NAMES.book_prices, 2],
    [NAMES.book_included, 3],
    [NAMES.book_minimums, 5],
    [NAMES.book_quotas, 6],
    [NAMES.book_fees, 7],
  ] as const) {
    book.name(name, columnRange(rows, at, INPUTS));
  }
  sheet.put(last + 1, 0, `Only what is listed on these sheets is priced; ${pricesChecked()}.`, 'quiet');
  return last + 2;
}
