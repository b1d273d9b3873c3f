import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { PRICE_BOOK, type PriceEntry } from '../../plan/price-book.js';
import type { Assumption } from '../../scenario/scenario.js';
import type { Book } from './book.js';
import type { CellStyle } from './cell-format.js';
import { cellName, live, rangeName, type SheetCell } from './live.js';
import { lookedUp, MONTHS_AHEAD, NAMES, planKey } from './pricing.js';
import { column, type Sheet } from './sheet.js';

const SHEET = 'Assumptions';

/** One value that the reader may change: its name, what stands in the cell and how, and a note. */
type Input = readonly [name: string, cell: SheetCell, style: CellStyle, note: string];

/** What the sheet is about. */
interface Assumed {
  readonly price: PriceEntry;
  readonly duration_seconds: number;
  readonly assumptions: readonly Assumption[];
  /** Where the table of the model's constants is of no use: with several scenarios. */
  readonly note?: string;
}

/** Adds the sheet whose yellow cells every cost of the workbook follows, with the price book and the model's constants. */
export function addAssumptions(book: Book, { price, duration_seconds, assumptions, note }: Assumed): void {
  const sheet = book.sheet(SHEET);
  sheet.put(0, 0, 'Assumptions', 'title');
  sheet.put(
    1,
    0,
    'Change a yellow cell and every cost in this workbook follows. Behaviour (waits, errors, sizes) does not: run again for that.',
    'quiet',
  );
  const inputs = inputsOf(price, duration_seconds);
  const headers = [
    column<Input>('assumption', ([name]) => name, 'text', 34),
    column<Input>('value', () => undefined, 'text', 28),
    column<Input>('note', ([, , , note]) => note, 'text', 60),
  ];
  const { first } = sheet.table({ row: 2, column: 0 }, headers, inputs);
  inputs.forEach(([name, cell, style], index) => {
    sheet.put(first + index, 1, cell, style);
    book.name(name, cellName(first + index, 1, SHEET));
  });
  book.choice(cellName(first, 1), NAMES.book_plans);
  const prices = addPriceBook(book, sheet, first + inputs.length + 1);
  addGrowth(book, sheet);
  const row = prices + 2;
  sheet.put(row - 1, 0, note ?? 'Model constants that the platform has not published', 'quiet');
  const fields = ['name', 'value', 'source', 'confidence', 'set_by'] as const;
  const columns = fields.map((field) =>
    column<Assumption>(field === 'name' ? 'assumption' : field, (assumption) => assumption[field], 'text'),
  );
  if (assumptions.length > 0) {
    sheet.table({ row, column: 0 }, columns, assumptions);
    sheet.filter({ row, column: 0 }, columns.length, assumptions.length);
  }
  sheet.freeze(3);
}

function inputsOf(price: PriceEntry, duration_seconds: number): readonly Input[] {
  const from = (column: string, value: number) => live(lookedUp(NAMES.plan, column), value);
  return [
    [NAMES.plan, planKey(price), 'input', 'choose another from the list'],
    [
      NAMES.price,
      from(NAMES.book_prices, price.usd_per_cu_hour),
      'input_usd',
      'looked up for the plan; overwrite it to try another',
    ],
    [
      NAMES.included,
      from(NAMES.book_included, price.included_cu_hours),
      'input_number',
      'CU-hours of a calendar month that cost nothing; likewise',
    ],
    [
      NAMES.minimum,
      from(NAMES.book_minimums, price.minimum_usd),
      'input_usd',
      'the least that a calendar month costs; likewise',
    ],
    [NAMES.hours, HOURS_PER_MONTH, 'input_number', 'to which costs a month refer: 365 days ÷ 12'],
    [NAMES.growth, 0, 'input_share', 'growth of use from month to month in the projection of twelve months'],
    [NAMES.simulated_hours, duration_seconds / 3600, 'number', 'length of the run; not to be changed'],
  ];
}

/** @returns the first row below it */
function addPriceBook(book: Book, sheet: Sheet, row: number): number {
  sheet.put(row, 0, 'Price book: compute only; storage, transfer and extra branches are not priced', 'quiet');
  const noted = ({ source, note }: PriceEntry) => (note === '' ? source : `${source}; ${note}`);
  const columns = [
    column<PriceEntry>('plan', planKey, 'text'),
    column<PriceEntry>('usd_per_cu_hour', (entry) => entry.usd_per_cu_hour, 'input_usd'),
    column<PriceEntry>('source', noted, 'text'),
    column<PriceEntry>('included_cu_hours', (entry) => entry.included_cu_hours, 'input_number'),
    column<PriceEntry>('minimum_usd_per_month', (entry) => entry.minimum_usd, 'input_usd'),
    column<PriceEntry>('confidence', ({ confidence }) => confidence, 'text'),
  ];
  const { first, last } = sheet.table({ row: row + 1, column: 0 }, columns, PRICE_BOOK);
  const named = [NAMES.book_plans, NAMES.book_prices, undefined, NAMES.book_included, NAMES.book_minimums];
  named.forEach((name, at) => {
    if (name !== undefined) book.name(name, rangeName([first, at], [last, at], SHEET));
  });
  return last + 2;
}

/** The factor of each month ahead, beside the inputs. */
function addGrowth(book: Book, sheet: Sheet): void {
  const at = 7;
  const months = Array.from({ length: MONTHS_AHEAD }, (_, month) => month + 1);
  const factor = (index: number) => `(1+${NAMES.growth})^(${cellName(3 + index, at)}-1)`;
  const columns = [
    column<number>('month_ahead', (month) => month),
    column<number>('growth_factor', (month, index) => live(factor(index), month > 0 ? 1 : 0), 'number'),
  ];
  const { first, last } = sheet.table({ row: 2, column: at }, columns, months);
  book.name(NAMES.factors, rangeName([first, at + 1], [last, at + 1], SHEET));
}
