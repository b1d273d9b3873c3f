import { DAY_SECONDS } from '../../../kernel/units.js';
import type { Book } from '../cells/book.js';
import { cellName, formula, relativeTo, type SheetCell, withoutSheet } from '../cells/cell.js';
import type { CellStyle } from '../cells/cell-format.js';
import { CHART_ROWS } from '../cells/charts.js';
import type { Sheet } from '../cells/sheet.js';
import { keyed, type RowCells, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetTime } from '../formula/spreadsheet-time.js';
import { putAlert } from '../inputs/answer-head.js';
import { moneyHeader, NAMES } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from './planning-names.js';

/** A calendar month ahead. */
export interface PlannedMonth {
  /** Its first day, as Unix time. */
  readonly epoch_seconds: number;
  readonly days: number;
}

/** A formula about a month, from 0. @param at cells of its row: `from`, `days`, `load`, `hours`, `cost` */
type OfMonth = (month: number, at: RowCells) => string;

/** What the months are computed by. */
export interface MonthFormulas {
  /** Times today's load; absent: as today. */
  readonly load?: OfMonth;
  /** CU-hours without an end by a quota, and those that are charged. */
  readonly wanted: OfMonth;
  readonly hours: OfMonth;
  /** What of the cost does not grow with the load. */
  readonly fixed?: OfMonth;
  readonly cost: OfMonth;
  /** The other lines of the bill, and the whole of it; absent if nothing is known of them. */
  readonly other?: OfMonth;
  readonly bill?: OfMonth;
  /** Between which a single bill is to be expected; absent if that is not known. */
  readonly low?: OfMonth;
  readonly high?: OfMonth;
  /** What the largest size costs, awake all the time. */
  readonly most: OfMonth;
  /** Whether the load of the month was simulated, as a text that is empty if so. */
  readonly remark?: OfMonth;
  /** Ends of the band of the sum of all months, as formulas. */
  readonly ends?: { readonly low: string; readonly high: string };
}

/** What the sheet says besides the months. */
export interface MonthsText {
  /** What the months are of, as a formula. */
  readonly of: string;
  readonly notes: readonly string[];
  /** Whether there is a budget at first. */
  readonly budget: boolean;
}

const TOP = 4;

/** Writes the sheet with a row per calendar month, a budget and a column for what the invoice says. */
export function addMonths(
  book: Book,
  sheet: Sheet,
  months: readonly PlannedMonth[],
  formulas: MonthFormulas,
  { of, notes, budget }: MonthsText,
): Table {
  const columns = columnsOf(formulas);
  sheet.head(SHEETS.months, formula(of));
  sheet.put(2, 0, 'Type what the invoices say into the yellow column. Red: above the budget.', 'quiet');
  putAlert(sheet, 3, columns.length - 1);
  const table = sheet.table(TOP, columns, months);
  const charged = chargedKey(formulas);
  addTotal(sheet, table, formulas);
  book.name('month_costs', table.range('cost'));
  book.name(PLANNING.total, totalCell(table, 'cost'));
  book.name(PLANNING.charged, totalCell(table, charged));
  const expected = table.last + 3;
  const actual = withoutSheet(table.range('actual'));
  const rest = `SUMPRODUCT((${actual}="")*${withoutSheet(table.range(charged))})`;
  sheet.put(expected, 0, 'All months, with what was typed in where there is an invoice', 'section');
  sheet.put(expected, table.column(charged), formula(`SUM(${actual})+${rest}`), 'money_total');
  notes.forEach((note, index) => {
    sheet.paragraph(expected + 2 + index, columns.length - 1, note, 'wrapped_quiet');
  });
  const below = expected + 2 + notes.length;
  markMonths(sheet, table, charged, formulas);
  drawMonths(sheet, below + 1, table, formulas, budget);
  sheet.keepHead(TOP + 1);
  sheet.print(below + CHART_ROWS + 1, columns.length - 1, true);
  return table;
}

/** The column of what a month is charged in all. */
export function chargedKey({ bill }: MonthFormulas): 'bill' | 'cost' {
  return bill === undefined ? 'cost' : 'bill';
}

/** Says of how many months the amount is above the budget; nothing if of none. */
export function budgetAlert(table: Table, charged: string): string {
  const above = `SUMPRODUCT((${table.range(charged)}>${NAMES.budget})*1)`;
  return `IF(${NAMES.budget}>0,IF(${above}>0,"Above the budget in "&${above}&" of ${table.last - table.first + 1} months. ",""),"")`;
}

function columnsOf(formulas: MonthFormulas): readonly SheetColumn<PlannedMonth>[] {
  const { load, fixed, other, bill, low, high, remark } = formulas;
  const billed = bill !== undefined;
  const charged = chargedKey(formulas);
  const by =
    (of: OfMonth): SheetColumn<PlannedMonth>['cell'] =>
    (_, at, index) =>
      formula(of(index, at));
  const money = (key: string, header: string, of: OfMonth | undefined, style: CellStyle = 'money') =>
    of === undefined ? [] : [keyed<PlannedMonth>(key, moneyHeader(header), style, by(of), 15)];
  return [
    keyed('month', 'Month', 'month_name', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 18),
    keyed('from', 'First day', 'day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 12),
    keyed(
      'to',
      'Last day',
      'day',
      ({ epoch_seconds, days }) => spreadsheetTime(epoch_seconds + (days - 1) * DAY_SECONDS),
      12,
    ),
    keyed('days', 'Days', 'count', ({ days }) => days, 8),
    ...(load === undefined
      ? []
      : [keyed<PlannedMonth>('load', "Times today's load", 'factor', by(load), 11)]),
    keyed('hours', 'CU-hours', 'hours', by(formulas.hours), 16),
    keyed(
      'ends',
      'Used up on',
      'day',
      by((month, at) => endsFormula(formulas.wanted(month, at), at)),
      12,
    ),
    ...money('fixed', 'Does not grow', fixed),
    ...money('growing', 'Grows with the load', fixed && ((_, at) => `${at('cost')}-${at('fixed')}`)),
    ...money('cost', billed ? 'Cost of compute time' : 'Cost', formulas.cost),
    ...money('other', 'Other lines', other),
    ...money('bill', 'Whole bill', bill),
    ...money('low', 'A bill is between', low),
    ...money('high', 'and', high),
    ...money('most', billed ? 'Compute time at most' : 'At most', formulas.most),
    ...money('budget', 'Budget', () => NAMES.budget, 'money_or_none'),
    ...money(
      'above',
      'Above the budget',
      (_, at) => `IF(${at('budget')}>0,MAX(0,${at(charged)}-${at('budget')}),0)`,
      'money_or_none',
    ),
    keyed('actual', moneyHeader('Actual: type in'), 'input_money', () => undefined, 15),
    ...money(
      'against',
      billed ? 'Actual less the bill' : 'Actual less cost',
      (_, at) => `IF(${at('actual')}="",0,${at('actual')}-${at(charged)})`,
      'money_or_none',
    ),
    ...(remark === undefined ? [] : [keyed<PlannedMonth>('remark', 'Remark', 'text', by(remark), 40)]),
  ];
}

/** The day on which the CU-hours of a month are used up; nothing if they last. */
function endsFormula(wanted: string, at: RowCells): string {
  const day = `${at('from')}+INT(${NAMES.quota}/((${wanted})/${at('days')}))`;
  return `IF(${wanted}>${NAMES.quota},${day},"")`;
}

const SUMS: readonly (readonly [key: string, style: CellStyle])[] = [
  ['days', 'count_total'],
  ['hours', 'hours_total'],
  ...['fixed', 'growing', 'cost', 'other', 'bill', 'most'].map((key) => [key, 'money_total'] as const),
  ...['budget', 'above', 'actual', 'against'].map((key) => [key, 'none_total'] as const),
];

function totalCell(table: Table, key: string): string {
  return cellName(table.last + 1, table.column(key), table.sheet);
}

function addTotal(sheet: Sheet, table: Table, { ends, fixed, bill, load }: MonthFormulas): void {
  const row = table.last + 1;
  const put = (key: string, content: SheetCell, style: CellStyle) =>
    sheet.put(row, table.column(key), content, style);
  sheet.put(row, 0, 'All months', 'text_total');
  for (const key of ['from', 'to', 'ends', ...(load ? ['load'] : [])]) put(key, '', 'text_total');
  for (const [key, style] of SUMS) {
    if ((fixed === undefined && /fixed|growing/.test(key)) || (bill === undefined && /other|bill/.test(key)))
      continue;
    put(key, formula(`SUM(${withoutSheet(table.range(key))})`), style);
  }
  if (ends === undefined) return;
  put('low', formula(ends.low), 'money_total');
  put('high', formula(ends.high), 'money_total');
}

/** Red for whatever is above the budget or used up, amber for loads that were not simulated. */
function markMonths(sheet: Sheet, table: Table, charged: string, { remark }: MonthFormulas): void {
  const first = (key: string) => relativeTo(table.cell(0, key));
  for (const key of [charged, 'actual']) {
    sheet.mark(
      table.range(key),
      `AND(${NAMES.budget}>0,ISNUMBER(${first(key)}),${first(key)}>${NAMES.budget})`,
      'bad',
    );
  }
  sheet.mark(table.range('above'), `${first('above')}>0`, 'bad');
  sheet.mark(table.range('ends'), `ISNUMBER(${first('ends')})`, 'bad');
  if (remark !== undefined) sheet.mark(table.range('remark'), `${first('remark')}<>""`, 'doubtful');
}

function drawMonths(sheet: Sheet, row: number, table: Table, formulas: MonthFormulas, budget: boolean): void {
  const series = (key: string, over = false) => ({
    name: `=${table.header(key)}`,
    x: table.charted('month'),
    y: table.charted(key),
    over,
  });
  const parts = formulas.fixed === undefined ? ['cost'] : ['fixed', 'growing'];
  sheet.chart(row, 0, {
    kind: 'stack',
    title:
      formulas.fixed === undefined
        ? 'Cost by month'
        : 'Cost by month: what grows with the load, and what does not',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: `=${table.header(chargedKey(formulas))}`, format: '#,##0' },
    series: [
      ...[...parts, ...(formulas.other ? ['other'] : [])].map((key) => series(key)),
      ...(budget ? [series('budget', true)] : []),
    ],
  });
}
