import { HOURS_PER_MONTH } from '../../cost/compute-cost.js';
import { PRICE_BOOK, type PriceEntry } from '../../cost/price-book.js';
import type { Assumption } from '../../scenario/scenario.js';
import type { Book } from './book.js';
import type { CellStyle } from './cell-format.js';
import { cellName, live, rangeName, type SheetCell } from './live.js';
import { lookedUp, MONTHS_AHEAD, NAMES, planKey } from './pricing.js';
import type { Sheet, SheetColumn } from './sheet.js';

const SHEET = 'Assumptions';

/** One value that the reader may change. */
interface Input {
  readonly name: string;
  readonly cell: SheetCell;
  readonly style: CellStyle;
  readonly note: string;
}

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
  const { first } = sheet.table({ row: 2, column: 0 }, inputColumns(), inputs);
  inputs.forEach(({ name, cell, style }, index) => {
    sheet.put(first + index, 1, cell, style);
    book.name(name, cellName(first + index, 1, SHEET));
  });
  book.choice(cellName(first, 1), NAMES.book_plans);
  const prices = addPriceBook(book, sheet, first + inputs.length + 1);
  addGrowth(book, sheet);
  const row = prices + 2;
  sheet.put(row - 1, 0, note ?? 'What the platform has not published, as the model takes it', 'quiet');
  const columns = modelColumns();
  if (assumptions.length > 0) {
    sheet.table({ row, column: 0 }, columns, assumptions);
    sheet.filter({ row, column: 0 }, columns.length, assumptions.length);
  }
  sheet.freeze(3);
}

function inputsOf(price: PriceEntry, duration_seconds: number): readonly Input[] {
  const from = (column: string, value: number) => live(lookedUp(NAMES.plan, column), value);
  return [
    { name: NAMES.plan, cell: planKey(price), style: 'input', note: 'choose another from the list' },
    {
      name: NAMES.price,
      cell: from(NAMES.book_prices, price.usd_per_cu_hour),
      style: 'input_usd',
      note: 'looked up for the plan; write a number over it to try another',
    },
    {
      name: NAMES.included,
      cell: from(NAMES.book_included, price.included_cu_hours),
      style: 'input_number',
      note: 'CU-hours of a calendar month that cost nothing; likewise',
    },
    {
      name: NAMES.minimum,
      cell: from(NAMES.book_minimums, price.minimum_usd),
      style: 'input_usd',
      note: 'the least that a calendar month costs; likewise',
    },
    {
      name: NAMES.hours,
      cell: HOURS_PER_MONTH,
      style: 'input_number',
      note: 'to which costs a month refer: 365 days ÷ 12',
    },
    {
      name: NAMES.growth,
      cell: 0,
      style: 'input_share',
      note: 'growth of use from month to month in the projection of twelve months',
    },
    {
      name: NAMES.simulated_hours,
      cell: duration_seconds / 3600,
      style: 'number',
      note: 'length of the run; not to be changed',
    },
  ];
}

function inputColumns(): readonly SheetColumn<Input>[] {
  return [
    { header: 'assumption', style: 'text', width: 34, cell: ({ name }) => name },
    { header: 'value', style: 'text', width: 28, cell: () => undefined },
    { header: 'note', style: 'text', width: 60, cell: ({ note }) => note },
  ];
}

/** @returns the first row below it */
function addPriceBook(book: Book, sheet: Sheet, row: number): number {
  sheet.put(row, 0, 'Price book: compute only; storage, transfer and extra branches are not priced', 'quiet');
  const columns: readonly SheetColumn<PriceEntry>[] = [
    { header: 'plan', style: 'text', cell: (entry) => planKey(entry) },
    { header: 'usd_per_cu_hour', style: 'input_usd', cell: (entry) => entry.usd_per_cu_hour },
    {
      header: 'source',
      style: 'text',
      cell: ({ source, note }) => (note === '' ? source : `${source}; ${note}`),
    },
    { header: 'included_cu_hours', style: 'input_number', cell: (entry) => entry.included_cu_hours },
    { header: 'minimum_usd_per_month', style: 'input_usd', cell: (entry) => entry.minimum_usd },
    { header: 'confidence', style: 'text', cell: ({ confidence }) => confidence },
  ];
  const { first, last } = sheet.table({ row: row + 1, column: 0 }, columns, PRICE_BOOK);
  const named = [NAMES.book_plans, NAMES.book_prices, undefined, NAMES.book_included, NAMES.book_minimums];
  named.forEach((name, column) => {
    if (name !== undefined) book.name(name, rangeName([first, column], [last, column], SHEET));
  });
  return last + 2;
}

/** The factor of each month ahead, beside the inputs. */
function addGrowth(book: Book, sheet: Sheet): void {
  const column = 7;
  const months = Array.from({ length: MONTHS_AHEAD }, (_, month) => month + 1);
  const { first, last } = sheet.table(
    { row: 2, column },
    [
      { header: 'month_ahead', style: 'count', cell: (month) => month },
      {
        header: 'growth_factor',
        style: 'number',
        cell: (month, index) =>
          live(`(1+${NAMES.growth})^(${cellName(3 + index, column)}-1)`, month > 0 ? 1 : 0),
      },
    ],
    months,
  );
  book.name(NAMES.factors, rangeName([first, column + 1], [last, column + 1], SHEET));
}

function modelColumns(): readonly SheetColumn<Assumption>[] {
  return [
    { header: 'assumption', style: 'text', cell: ({ name }) => name },
    { header: 'value', style: 'text', cell: ({ value }) => value },
    { header: 'source', style: 'text', cell: ({ source }) => source },
    { header: 'confidence', style: 'text', cell: ({ confidence }) => confidence },
    { header: 'set_by', style: 'text', cell: ({ set_by }) => set_by },
  ];
}
