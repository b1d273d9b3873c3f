import type { Book } from '../cells/book.js';
import { addChart } from '../cells/charts.js';
import { cellName, type Live, live, rangeName, relativeName } from '../cells/live.js';
import { column, type Sheet, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetTime } from '../cells/spreadsheet-time.js';
import { moneyHeader, NAMES } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from './planning-names.js';

const DAY_SECONDS = 86_400;

/** Columns of the sheet, counted from 0. */
export const MONTH_COLUMNS = {
  name: 0,
  from: 1,
  to: 2,
  days: 3,
  load: 4,
  hours: 5,
  fixed: 6,
  growing: 7,
  cost: 8,
  low: 9,
  high: 10,
  budget: 11,
  above: 12,
  actual: 13,
  against: 14,
} as const;

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
  /** Between which a single bill is to be expected; absent where that is not known. */
  readonly low?: Live;
  readonly high?: Live;
}

/** What the sheet says besides the months. */
export interface MonthsText {
  /** What the months are of, as a formula: it names what was chosen. */
  readonly of: Live;
  readonly notes: readonly string[];
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
  const { first, last } = sheet.table({ row: FIRST_MONTH - 1, column: 0 }, monthColumns(), months);
  addTotal(sheet, months, first, last, text);
  const whole = rangeName([first, MONTH_COLUMNS.cost], [last, MONTH_COLUMNS.cost], SHEETS.months);
  book.name('month_costs', whole);
  book.name(PLANNING.total, cellName(last + 1, MONTH_COLUMNS.cost, SHEETS.months));
  addExpected(sheet, last + 3, first, last, months);
  const below = sheet.lines(last + 5, 0, text.notes, 'quiet');
  markBudget(sheet, first, last);
  drawMonths(sheet, below + 1, first, last);
  sheet.freeze(FIRST_MONTH, 1);
  sheet.repeat(FIRST_MONTH - 1, FIRST_MONTH - 1);
  sheet.print(below + 22, MONTH_COLUMNS.against);
  sheet.onePage();
}

/** Red for whatever is above the budget. */
function markBudget(sheet: Sheet, first: number, last: number): void {
  const { cost, actual, above } = MONTH_COLUMNS;
  for (const of of [cost, actual]) {
    const own = relativeName(first, of);
    const formula = `AND(${NAMES.budget}>0,ISNUMBER(${own}),${own}>${NAMES.budget})`;
    sheet.mark(rangeName([first, of], [last, of]), formula, 'bad');
  }
  sheet.mark(rangeName([first, above], [last, above]), `${relativeName(first, above)}>0`, 'bad');
}

const at = (index: number, of: number): string => cellName(FIRST_MONTH + index, of);

function monthColumns(): readonly SheetColumn<PlannedMonth>[] {
  const day = (epoch_seconds: number) => spreadsheetTime(epoch_seconds);
  const value = (cell: Live | undefined) => Number(cell?.value ?? 0);
  return [
    column('name', ({ epoch_seconds }) => day(epoch_seconds), 'month_name', 18, 'Month'),
    column('from', ({ epoch_seconds }) => day(epoch_seconds), 'day', 12, 'First day'),
    column(
      'to',
      ({ epoch_seconds, days }) => day(epoch_seconds + (days - 1) * DAY_SECONDS),
      'day',
      12,
      'Last day',
    ),
    column('days', ({ days }) => days, 'count', 8),
    column('load', ({ load }) => load, 'factor', 10, "Times today's load"),
    column('hours', ({ cu_hours }) => cu_hours, 'hours', 16, 'CU-hours'),
    column('fixed', ({ fixed }) => fixed, 'money', WIDTH, moneyHeader('Does not grow')),
    column(
      'growing',
      ({ fixed, cost }, index) =>
        live(
          `${at(index, MONTH_COLUMNS.cost)}-${at(index, MONTH_COLUMNS.fixed)}`,
          value(cost) - value(fixed),
        ),
      'money',
      WIDTH,
      moneyHeader('Grows with the load'),
    ),
    column('cost', ({ cost }) => cost, 'money', WIDTH, moneyHeader('Cost')),
    column('low', ({ low }) => low, 'money', WIDTH, moneyHeader('A bill is between')),
    column('high', ({ high }) => high, 'money', WIDTH, moneyHeader('and')),
    column('budget', () => live(NAMES.budget, 0), 'money_or_none', WIDTH, moneyHeader('Budget')),
    column(
      'above',
      (_, index) => {
        const [cost, budget] = [at(index, MONTH_COLUMNS.cost), at(index, MONTH_COLUMNS.budget)];
        return live(`IF(${budget}>0,MAX(0,${cost}-${budget}),0)`, 0);
      },
      'money_or_none',
      WIDTH,
      moneyHeader('Above the budget'),
    ),
    column('actual', () => undefined, 'input_money', WIDTH, moneyHeader('Actual: type in')),
    column(
      'against',
      (_, index) => {
        const [cost, actual] = [at(index, MONTH_COLUMNS.cost), at(index, MONTH_COLUMNS.actual)];
        return live(`IF(${actual}="",0,${actual}-${cost})`, 0);
      },
      'money_or_none',
      WIDTH,
      moneyHeader('Actual less cost'),
    ),
  ];
}

function addTotal(
  sheet: Sheet,
  months: readonly PlannedMonth[],
  first: number,
  last: number,
  { low, high }: MonthsText,
): void {
  const sumOf = (of: (month: PlannedMonth) => number) => months.reduce((sum, month) => sum + of(month), 0);
  const sum = (of: number, value: number) => live(`SUM(${rangeName([first, of], [last, of])})`, value);
  const row = last + 1;
  const cost = sumOf((month) => Number(month.cost.value));
  const fixed = sumOf((month) => Number(month.fixed.value));
  sheet.put(row, 0, 'All months', 'text_total');
  for (const of of [MONTH_COLUMNS.from, MONTH_COLUMNS.to, MONTH_COLUMNS.load])
    sheet.put(row, of, '', 'text_total');
  sheet.put(
    row,
    MONTH_COLUMNS.days,
    sum(
      MONTH_COLUMNS.days,
      sumOf(({ days }) => days),
    ),
    'count_total',
  );
  sheet.put(
    row,
    MONTH_COLUMNS.hours,
    sum(
      MONTH_COLUMNS.hours,
      sumOf((month) => Number(month.cu_hours.value)),
    ),
    'hours_total',
  );
  sheet.put(row, MONTH_COLUMNS.fixed, sum(MONTH_COLUMNS.fixed, fixed), 'money_total');
  sheet.put(row, MONTH_COLUMNS.growing, sum(MONTH_COLUMNS.growing, cost - fixed), 'money_total');
  sheet.put(row, MONTH_COLUMNS.cost, sum(MONTH_COLUMNS.cost, cost), 'money_total');
  sheet.put(row, MONTH_COLUMNS.low, low, 'money_total');
  sheet.put(row, MONTH_COLUMNS.high, high, 'money_total');
  for (const of of [MONTH_COLUMNS.budget, MONTH_COLUMNS.above, MONTH_COLUMNS.actual, MONTH_COLUMNS.against]) {
    sheet.put(row, of, sum(of, 0), 'none_total');
  }
}

/** What the period comes to with the invoices that are known, and the rest as computed. */
function addExpected(
  sheet: Sheet,
  row: number,
  first: number,
  last: number,
  months: readonly PlannedMonth[],
): void {
  const actual = rangeName([first, MONTH_COLUMNS.actual], [last, MONTH_COLUMNS.actual]);
  const cost = rangeName([first, MONTH_COLUMNS.cost], [last, MONTH_COLUMNS.cost]);
  const formula = `SUM(${actual})+SUMPRODUCT((${actual}="")*${cost})`;
  const value = months.reduce((sum, month) => sum + Number(month.cost.value), 0);
  sheet.put(row, 0, 'All months, with what was typed in where there is an invoice', 'section');
  sheet.put(row, MONTH_COLUMNS.cost, live(formula, value), 'money_total');
}

function drawMonths(sheet: Sheet, row: number, first: number, last: number): void {
  const cells = (of: number) => ({ sheet: SHEETS.months, column: of, first, last });
  addChart(sheet, row, 0, {
    kind: 'stack',
    title: 'Cost by month: what grows with the load, and what does not',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: 'cost', format: '#,##0' },
    series: [
      { name: 'does not grow', x: cells(MONTH_COLUMNS.name), y: cells(MONTH_COLUMNS.fixed) },
      { name: 'grows with the load', x: cells(MONTH_COLUMNS.name), y: cells(MONTH_COLUMNS.growing) },
      { name: 'budget', x: cells(MONTH_COLUMNS.name), y: cells(MONTH_COLUMNS.budget), over: true },
      { name: 'actual', x: cells(MONTH_COLUMNS.name), y: cells(MONTH_COLUMNS.actual), over: true },
    ],
  });
}
