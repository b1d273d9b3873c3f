import { HOURS_PER_MONTH } from '../../../cost/compute-cost.js';
import { PRICE_BOOK, type PriceEntry } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell, spreadsheetDay, spreadsheetTime } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import type { CellStyle } from '../cells/style.js';
import { column, type SheetColumn } from '../cells/table.js';
import { addPriceBook } from './price-book-sheet.js';
import { lookup, PRICES } from './pricing.js';

const HOW =
  'Type into a yellow cell and every cost follows; clear it, and the value to its left counts again. Waits and errors do not follow: run again.';

/** One value that the reader may change. */
export interface Input {
  readonly label: string;
  /** The cell in use, for formulas. */
  readonly name: string;
  readonly style: CellStyle;
  /** The value while the reader's cell is empty. */
  readonly given: SheetCell;
  readonly note: string;
  /** The reader's own cell, for formulas. */
  readonly own?: string | undefined;
  /** The values to choose from. */
  readonly choice?: string | undefined;
}

/** A value that the reader may change, by label, name, style, first value and note. */
export function input(
  label: string,
  name: string,
  style: CellStyle,
  given: SheetCell,
  note: string,
  own?: string,
): Input {
  return { label, name, style, given, note, own };
}

/** The budget of a month; `undefined`: no limit. */
export function budgetInput(given: number | undefined, note: string): Input {
  return input('Budget of a month, in the currency', 'budget_per_month', 'input_money', given, note);
}

export interface InputsOf {
  /** The day whose prices the scenario keeps. */
  readonly as_of: string | undefined;
  /** The price that the simulated costs rest on. */
  readonly price: PriceEntry;
  /** CU-seconds per month that the scenario's quota allows. */
  readonly compute_time_seconds?: number | undefined;
  /** Inputs of this kind of workbook: they come after plan and price. */
  readonly further: readonly Input[];
}

/** Writes the yellow cells that every cost of the workbook follows. @param start when the run begins, ISO 8601 */
export function addInputs(book: Book, sheet: Sheet, start: string, of: InputsOf): void {
  const row = sheet.below;
  sheet.put(row, 0, 'Inputs', 'section');
  sheet.put(row + 1, 0, HOW, 'quiet');
  const [plan, price, ...others] = priceInputs(start, of);
  const inputs = [plan!, price!, ...of.further, ...others];
  const columns: readonly SheetColumn<Input>[] = [
    column('input', 'Input', 'general', ({ label }) => label, 46),
    column('given', 'From the run or the price book', plainStyle, ({ given }) => given, 18),
    column('yours', 'Yours: leave empty or type', ({ style }) => style, undefined, 18),
    column('used', 'In use', plainStyle, formula('IF([@yours]="",[@given],[@yours])'), 18),
    column('note', 'Note', 'quiet', ({ note }) => note, 18),
  ];
  const table = sheet.table('Inputs', columns, inputs, { row: row + 2 });
  inputs.forEach(({ name, own, choice }, index) => {
    book.name(name, `Inputs[used@${index}]`);
    if (own !== undefined) book.name(own, `Inputs[yours@${index}]`);
    if (choice !== undefined) sheet.choice(table.cells('@yours', index), choice);
  });
  addPriceBook(book);
}

function plainStyle({ style }: Input): CellStyle {
  const plain: Readonly<Partial<Record<CellStyle, CellStyle>>> = {
    input_usd: 'usd_price',
    input_number: 'plain_number',
    input_share: 'plain_share',
    input_date: 'day',
    input_money: 'money',
  };
  return plain[style] ?? 'general_right';
}

/** Inputs of every workbook: plan and price, then the rest. */
function priceInputs(start: string, { as_of, price, compute_time_seconds }: InputsOf): readonly Input[] {
  const day = as_of === undefined ? Math.floor(spreadsheetTime(Date.parse(start) / 1000)) : undefined;
  const of = (book: string) => lookup(book, 'plan', 'price_in_force_since');
  const priced = (label: string, key: keyof typeof PRICES, style: CellStyle, note: string) =>
    input(label, PRICES[key].used, style, formula(of(PRICES[key].book)), note, `${key}_override`);
  const quota = of('price_book_quota_cu_hours');
  const [limit, ends] =
    compute_time_seconds === undefined
      ? [quota, 'of a plan that suspends computes then']
      : [
          `MIN(${compute_time_seconds / 3600},${quota})`,
          'the lesser of what the plan allows and the quota of the scenario',
        ];
  const plans = `"${[...new Set(PRICE_BOOK.map(({ plan }) => plan))].join(',')}"`;
  const choose = 'choose from the list; whether it allows these settings is not checked here';
  const included = 'CU-hours of a calendar month that cost nothing';
  const each_month = 'before the discount; each month that the run touches pays all of it';
  const basis =
    'to which a cost per month refers: 365 days ÷ 12. Calendar months have the hours of their days';
  return [
    { ...input('Plan', 'plan', 'input', price.plan, choose), choice: plans },
    priced('Price of a CU-hour, USD', 'price', 'input_usd', price.source),
    input('Discount', 'discount', 'input_share', 0, 'on everything that is charged, such as 5%'),
    input('Currency', 'currency', 'input', 'USD', 'give its rate below as well'),
    input(
      'Units of that currency for a US dollar',
      'currency_per_usd',
      'input_number',
      1,
      'such as 0.92; the price book is in US dollars',
    ),
    input(
      'Prices of the day',
      'prices_of_day',
      'input_date',
      day ?? spreadsheetDay(as_of!),
      day === undefined
        ? 'the day whose prices the scenario keeps (as_of)'
        : 'the first day of the run; the price in force then',
      'prices_of_day_override',
    ),
    priced(included, 'included', 'input_number', 'of a project, all computes together'),
    priced('Fee of a calendar month, USD', 'fee', 'input_usd', each_month),
    priced(
      'Least that a calendar month costs, USD',
      'minimum',
      'input_usd',
      ['before the discount', price.note].filter((text) => text !== '').join('; '),
    ),
    input('CU-hours after which a month ends', 'quota_cu_hours', 'input_number', formula(limit), ends),
    input('Hours of a month', 'hours_in_month', 'input_number', HOURS_PER_MONTH, basis),
  ];
}
