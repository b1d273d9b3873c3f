import { DAY_SECONDS } from '../../../kernel/units.js';
import type { Book } from '../cells/book.js';
import type { CellStyle } from '../cells/cell-format.js';
import { addChart } from '../cells/charts.js';
import {
  cellName,
  columnRange,
  type Live,
  live,
  numbered,
  relativeName,
  type TableRows,
} from '../cells/live.js';
import { column, type Sheet, type SheetColumn, titled } from '../cells/sheet.js';
import { spreadsheetTime } from '../cells/spreadsheet-time.js';
import { moneyColumn, moneyHeader, NAMES } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from './planning-names.js';

/** Columns of the sheet up to the cost. */
export const MONTH_COLUMNS = numbered(
  ['name', 'from', 'to', 'days', 'load', 'hours'],
  ['fixed', 'growing', 'cost'],
);

/** All columns; those of the whole bill are there where it has other lines. */
function layoutOf(billed: boolean) {
  const next = MONTH_COLUMNS.cost + (billed ? 3 : 1);
  return {
    ...MONTH_COLUMNS,
    other: MONTH_COLUMNS.cost + 1,
    bill: MONTH_COLUMNS.cost + 2,
    /** What is charged in all. */
    charged: billed ? MONTH_COLUMNS.cost + 2 : MONTH_COLUMNS.cost,
    low: next,
    high: next + 1,
    budget: next + 2,
    above: next + 3,
    actual: next + 4,
    against: next + 5,
  };
}

type Layout = ReturnType<typeof layoutOf>;

/** The column of what a month is charged in all. */
export function chargedColumn(billed: boolean): number {
  return layoutOf(billed).charged;
}

/** Row of the first month, counted from 0. */
export const FIRST_MONTH = 4;
const WIDTH = 15;

/** One month ahead. */
export interface PlannedMonth {
  /** Its first day, as Unix time. */
  readonly epoch_seconds: number;
  readonly days: number;
  /** Times today's load. */
  readonly load: Live;
  readonly cu_hours: Live;
  /** What of the cost does not grow with the load. */
  readonly fixed: Live;
  readonly cost: Live;
  /** The other lines of its bill, and the whole of it; absent where nothing is known of them. */
  readonly other?: Live;
  readonly bill?: Live;
  /** Between which a single bill is to be expected; absent where that is not known. */
  readonly low?: Live;
  readonly high?: Live;
}

/** What the sheet says besides the months. */
export interface MonthsText {
  /** What the months are of, as a formula: it names what was chosen. */
  readonly of: Live;
  readonly notes: readonly string[];
  /** Of a month, as the inputs have it at first; absent: none. */
  readonly budget?: number | undefined;
  /** Ends of the band of the sum of all months. */
  readonly low?: Live;
  readonly high?: Live;
}

/** Adds the sheet with a row per calendar month, a budget and a column for what the invoice says. */
export function addMonths(book: Book, months: readonly PlannedMonth[], text: MonthsText): void {
  const sheet = book.sheet(SHEETS.months);
  sheet.head('Months', text.of);
  sheet.put(
    2,
    0,
    'Type what the invoices say into the yellow column. Red: above the budget of the sheet Inputs.',
    'quiet',
  );
  const layout = layoutOf(months[0]?.bill !== undefined);
  const rows = sheet.table(FIRST_MONTH - 1, monthColumns(layout, text.budget ?? 0), months);
  const { last } = rows;
  addTotal(sheet, months, rows, layout, text);
  const { cost, charged } = layout;
  book.name('month_costs', columnRange(rows, cost, SHEETS.months));
  book.name(PLANNING.total, cellName(last + 1, cost, SHEETS.months));
  if (charged !== cost) book.name(PLANNING.bill, cellName(last + 1, charged, SHEETS.months));
  addExpected(sheet, months, rows, layout);
  const below = sheet.lines(last + 5, text.notes, 'quiet');
  markBudget(sheet, rows, layout);
  drawMonths(sheet, below + 1, rows, layout);
  sheet.keepHead(FIRST_MONTH);
  sheet.printOnOnePage(below + 22, layout.against);
}

/** Red for whatever is above the budget. */
function markBudget(sheet: Sheet, rows: TableRows, { charged, actual, above }: Layout): void {
  for (const of of [charged, actual]) {
    const own = relativeName(rows.first, of);
    const formula = `AND(${NAMES.budget}>0,ISNUMBER(${own}),${own}>${NAMES.budget})`;
    sheet.mark(columnRange(rows, of), formula, 'bad');
  }
  sheet.mark(columnRange(rows, above), `${relativeName(rows.first, above)}>0`, 'bad');
}

const at = (index: number, of: number): string => cellName(FIRST_MONTH + index, of);

/** What a cell holds at first; nothing counts as 0. */
function amountIn(cell: Live | undefined): number {
  return Number(cell?.value ?? 0);
}

/** What a month is above its budget at first. */
function aboveBudget({ bill, cost }: PlannedMonth, budget: number): number {
  return budget > 0 ? Math.max(0, amountIn(bill ?? cost) - budget) : 0;
}

function monthColumns(layout: Layout, budget: number): readonly SheetColumn<PlannedMonth>[] {
  return [
    titled('Month', 'month_name', 18, ({ epoch_seconds }) => spreadsheetTime(epoch_seconds)),
    titled('First day', 'day', 12, ({ epoch_seconds }) => spreadsheetTime(epoch_seconds)),
    titled('Last day', 'day', 12, ({ epoch_seconds, days }) =>
      spreadsheetTime(epoch_seconds + (days - 1) * DAY_SECONDS),
    ),
    column('days', ({ days }) => days, 'count', 8),
    titled("Times today's load", 'factor', 10, ({ load }) => load),
    titled('CU-hours', 'hours', 16, ({ cu_hours }) => cu_hours),
    moneyColumn('Does not grow', WIDTH, ({ fixed }) => fixed),
    moneyColumn('Grows with the load', WIDTH, ({ fixed, cost }, index) =>
      live(
        `${at(index, MONTH_COLUMNS.cost)}-${at(index, MONTH_COLUMNS.fixed)}`,
        amountIn(cost) - amountIn(fixed),
      ),
    ),
    moneyColumn(layout.charged === layout.cost ? 'Cost' : 'Cost of compute time', WIDTH, ({ cost }) => cost),
    ...(layout.charged === layout.cost
      ? []
      : [
          moneyColumn<PlannedMonth>('Other lines', WIDTH, ({ other }) => other),
          moneyColumn<PlannedMonth>('Whole bill', WIDTH, ({ bill }) => bill),
        ]),
    moneyColumn('A bill is between', WIDTH, ({ low }) => low),
    moneyColumn('and', WIDTH, ({ high }) => high),
    titled(moneyHeader('Budget'), 'money_or_none', WIDTH, () => live(NAMES.budget, budget)),
    titled(moneyHeader('Above the budget'), 'money_or_none', WIDTH, (month, index) => {
      const [charged, limit] = [at(index, layout.charged), at(index, layout.budget)];
      return live(`IF(${limit}>0,MAX(0,${charged}-${limit}),0)`, aboveBudget(month, budget));
    }),
    titled(moneyHeader('Actual: type in'), 'input_money', WIDTH, () => undefined),
    titled(
      moneyHeader(layout.charged === layout.cost ? 'Actual less cost' : 'Actual less the bill'),
      'money_or_none',
      WIDTH,
      (_, index) => {
        const [charged, actual] = [at(index, layout.charged), at(index, layout.actual)];
        return live(`IF(${actual}="",0,${actual}-${charged})`, 0);
      },
    ),
  ];
}

function addTotal(
  sheet: Sheet,
  months: readonly PlannedMonth[],
  rows: TableRows,
  layout: Layout,
  { budget = 0, low, high }: MonthsText,
): void {
  const row = rows.last + 1;
  const sum = (at: number, value: (month: PlannedMonth) => number) =>
    live(
      `SUM(${columnRange(rows, at)})`,
      months.reduce((all, month) => all + value(month), 0),
    );
  sheet.put(row, 0, 'All months', 'text_total');
  for (const at of [layout.from, layout.to, layout.load]) sheet.put(row, at, '', 'text_total');
  const sums: readonly (readonly [at: number, value: (month: PlannedMonth) => number, style: CellStyle])[] = [
    [layout.days, ({ days }) => days, 'count_total'],
    [layout.hours, ({ cu_hours }) => amountIn(cu_hours), 'hours_total'],
    [layout.fixed, ({ fixed }) => amountIn(fixed), 'money_total'],
    [layout.growing, ({ cost, fixed }) => amountIn(cost) - amountIn(fixed), 'money_total'],
    [layout.cost, ({ cost }) => amountIn(cost), 'money_total'],
    [layout.other, ({ other }) => amountIn(other), 'money_total'],
    [layout.bill, ({ bill }) => amountIn(bill), 'money_total'],
    [layout.budget, () => budget, 'none_total'],
    [layout.above, (month) => aboveBudget(month, budget), 'none_total'],
    [layout.actual, () => 0, 'none_total'],
    [layout.against, () => 0, 'none_total'],
  ];
  // Without other lines what follows the cost stands in their columns.
  const shown = layout.charged === layout.cost ? sums.toSpliced(5, 2) : sums;
  for (const [at, value, style] of shown) sheet.put(row, at, sum(at, value), style);
  sheet.put(row, layout.low, low, 'money_total');
  sheet.put(row, layout.high, high, 'money_total');
}

/** What the period comes to with the invoices that are known, and the rest as computed. */
function addExpected(sheet: Sheet, months: readonly PlannedMonth[], rows: TableRows, layout: Layout): void {
  const row = rows.last + 3;
  const [actual, charged] = [columnRange(rows, layout.actual), columnRange(rows, layout.charged)];
  const formula = `SUM(${actual})+SUMPRODUCT((${actual}="")*${charged})`;
  const value = months.reduce((sum, { bill, cost }) => sum + amountIn(bill ?? cost), 0);
  sheet.put(row, 0, 'All months, with what was typed in where there is an invoice', 'section');
  sheet.put(row, layout.charged, live(formula, value), 'money_total');
}

function drawMonths(sheet: Sheet, row: number, rows: TableRows, layout: Layout): void {
  const cells = (column: number) => ({ sheet: SHEETS.months, column, ...rows });
  const months = cells(layout.name);
  const billed = layout.charged !== layout.cost;
  addChart(sheet, row, 0, {
    kind: 'stack',
    title: `Cost by month: what grows with the load, ${billed ? 'what does not, and the other lines of the bill' : 'and what does not'}`,
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: 'cost', format: '#,##0' },
    series: [
      { name: 'does not grow', x: months, y: cells(layout.fixed) },
      { name: 'grows with the load', x: months, y: cells(layout.growing) },
      ...(billed ? [{ name: 'other lines', x: months, y: cells(layout.other) }] : []),
      { name: 'budget', x: months, y: cells(layout.budget), over: true },
      { name: 'actual', x: months, y: cells(layout.actual), over: true },
    ],
  });
}
