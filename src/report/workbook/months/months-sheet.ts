import { DAY_SECONDS } from '../../../kernel/units.js';
import { monthsFrom } from '../../../study/runs/calendar-days.js';
import type { Book } from '../cells/book.js';
import { formula, spreadsheetTime } from '../cells/cell.js';
import type { CellStyle } from '../cells/style.js';
import { column, moneyHeader, type SheetColumn } from '../cells/table.js';
import { putAlert } from '../inputs/answer-sheet.js';

/** A calendar month ahead. */
export interface PlannedMonth {
  /** Its first day, as Unix time. */
  readonly epoch_seconds: number;
  readonly days: number;
}

/** The formula for a month (from 0), in its row of the table. */
type OfMonth = (month: number) => string;

export interface MonthFormulas {
  /** Times today's load; absent: as today. */
  readonly load?: OfMonth;
  /** CU-hours without an end by a quota, and those that are charged. */
  readonly wanted: OfMonth;
  readonly hours: OfMonth;
  /** The part of the cost that does not grow with the load. */
  readonly fixed?: OfMonth;
  readonly cost: OfMonth;
  /** The other lines of the bill, and the whole of it; absent if they are unknown. */
  readonly other?: OfMonth;
  readonly bill?: OfMonth;
  /** Between which a single bill is to be expected; absent if that is not known. */
  readonly low?: OfMonth;
  readonly high?: OfMonth;
  /** The cost of the largest size, awake all the time. */
  readonly most: OfMonth;
  /** Whether the load of the month was simulated, as a text that is empty if so. */
  readonly remark?: OfMonth;
  /** Ends of the band of the sum of all months, as formulas. */
  readonly ends?: { readonly low: string; readonly high: string };
}

export interface MonthsText {
  /** The subject of the months, as a formula. */
  readonly of: string;
  readonly notes: readonly string[];
  /** Whether there is a budget at first. */
  readonly budget: boolean;
}

const SHEET = 'Months';
const TOP = 4;
const MONTHS_AHEAD = 12;

/** The calendar months of a year; the first contains a moment. */
export function monthsAhead(start_epoch_seconds: number): readonly PlannedMonth[] {
  return monthsFrom(start_epoch_seconds, MONTHS_AHEAD).map(({ days }) => {
    return { epoch_seconds: days[0]!.epoch_seconds, days: days.length };
  });
}

/** The column with the first day of a month, by its name. */
export function monthColumn(width: number, total?: string): SheetColumn<PlannedMonth> {
  const day = ({ epoch_seconds }: PlannedMonth) => spreadsheetTime(epoch_seconds);
  return column('month', 'Month', 'month_name', day, { width, total });
}

/** Writes the sheet with a row per calendar month, a budget and a column for the invoice. */
export function addMonths(
  book: Book,
  months: readonly PlannedMonth[],
  formulas: MonthFormulas,
  { of, notes, budget }: MonthsText,
): void {
  const columns = columnsOf(formulas);
  const sheet = book.sheet(SHEET);
  sheet.head(SHEET, formula(of), 1);
  sheet.one_page = true;
  sheet.put(2, 0, 'Type what the invoices say into the yellow column. Red: above the budget.', 'quiet');
  putAlert(sheet, 3, columns.length - 1);
  sheet.table('Months', columns, months, { row: TOP });
  const charged = chargedKey(formulas);
  book.name('month_costs', 'Months[cost]');
  book.name('period_cost', 'Months[cost@sum]');
  book.name('period_charged', `Months[${charged}@sum]`);
  const expected = sheet.below;
  const rest = `SUMPRODUCT((Months[actual]="")*Months[${charged}])`;
  const at = columns.findIndex(({ key }) => key === charged);
  sheet.put(expected, 0, 'All months, with what was typed in where there is an invoice', 'section');
  sheet.put(expected, at, formula(`SUM(Months[actual])+${rest}`), 'money', 'total');
  notes.forEach((note, index) => {
    sheet.paragraph(expected + 2 + index, columns.length - 1, note, 'wrapped_quiet');
  });
  const parts = formulas.fixed === undefined ? ['cost'] : ['fixed', 'growing'];
  const series = (key: string, over = false) => {
    return { name: `=Months[#${key}]`, x: 'Months[month]', y: `Months[${key}]`, over };
  };
  sheet.chart({
    kind: 'stack',
    title: `Cost by month${formulas.fixed === undefined ? '' : ': what grows with the load, and what does not'}`,
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: `=Months[#${charged}]`, format: '#,##0' },
    series: [
      ...[...parts, ...(formulas.other ? ['other'] : [])].map((key) => series(key)),
      ...(budget ? [series('budget', true)] : []),
    ],
  });
}

/** The column of what a month is charged in all. */
export function chargedKey({ bill }: Pick<MonthFormulas, 'bill'>): 'bill' | 'cost' {
  return bill === undefined ? 'cost' : 'bill';
}

/** Says of how many months the amount is above the budget; nothing if of none. */
export function budgetAlert(charged: string, months: number): string {
  const above = `SUMPRODUCT((Months[${charged}]>budget_per_month)*1)`;
  return `IF(budget_per_month>0,IF(${above}>0,"Above the budget in "&${above}&" of ${months} months. ",""),"")`;
}

function columnsOf(formulas: MonthFormulas): readonly SheetColumn<PlannedMonth>[] {
  const { load, wanted, fixed, remark, ends, bill } = formulas;
  const charged = chargedKey(formulas);
  const by = (of: OfMonth) => (_: PlannedMonth, index: number) => formula(of(index));
  const overBudget = (key: string) =>
    `AND(budget_per_month>0,ISNUMBER([@${key}]),[@${key}]>budget_per_month)`;
  const money = (
    key: string,
    header: string,
    of: OfMonth | string | undefined,
    style: CellStyle = 'money',
    total: string | undefined = 'sum',
  ): readonly SheetColumn<PlannedMonth>[] => {
    if (of === undefined) return [];
    const bad =
      key === charged || key === 'actual' ? overBudget(key) : key === 'above' ? '[@above]>0' : undefined;
    const cell = of === '' ? undefined : typeof of === 'string' ? formula(of) : by(of);
    return [
      column(key, moneyHeader(header), style, cell, {
        width: 15,
        total: total === undefined || total === 'sum' ? total : formula(total),
        ...(bad !== undefined && { looks: { bad } }),
      }),
    ];
  };
  const last = ({ epoch_seconds, days }: PlannedMonth) =>
    spreadsheetTime(epoch_seconds + (days - 1) * DAY_SECONDS);
  const used_up: OfMonth = (month) =>
    `IF(${wanted(month)}>quota_cu_hours,[@from]+INT(quota_cu_hours/((${wanted(month)})/[@days])),"")`;
  const blank = { width: 12, total: '' };
  return [
    monthColumn(18, 'All months'),
    column('from', 'First day', 'day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), blank),
    column('to', 'Last day', 'day', last, blank),
    column('days', 'Days', 'count', ({ days }) => days, { width: 8, total: 'sum' }),
    ...(load === undefined
      ? []
      : [column('load', "Times today's load", 'factor', by(load), { width: 11, total: '' })]),
    column('hours', 'CU-hours', 'hours', by(formulas.hours), { width: 16, total: 'sum' }),
    column('ends', 'Used up on', 'day', by(used_up), { ...blank, looks: { bad: 'ISNUMBER([@ends])' } }),
    ...money('fixed', 'Does not grow', fixed),
    ...money('growing', 'Grows with the load', fixed && '[@cost]-[@fixed]'),
    ...money('cost', bill ? 'Cost of compute time' : 'Cost', formulas.cost),
    ...money('other', 'Other lines', formulas.other),
    ...money('bill', 'Whole bill', bill),
    ...money('low', 'A bill is between', formulas.low, 'money', ends?.low),
    ...money('high', 'and', formulas.high, 'money', ends?.high),
    ...money('most', bill ? 'Compute time at most' : 'At most', formulas.most),
    ...money('budget', 'Budget', 'budget_per_month', 'money_or_none'),
    ...money(
      'above',
      'Above the budget',
      `IF([@budget]>0,MAX(0,[@${charged}]-[@budget]),0)`,
      'money_or_none',
    ),
    ...money('actual', 'Actual: type in', '', 'input_money'),
    ...money(
      'against',
      bill ? 'Actual less the bill' : 'Actual less cost',
      `IF([@actual]="",0,[@actual]-[@${charged}])`,
      'money_or_none',
    ),
    ...(remark === undefined
      ? []
      : [
          column('remark', 'Remark', 'text', by(remark), {
            width: 40,
            looks: { doubtful: '[@remark]<>""' },
          }) as SheetColumn<PlannedMonth>,
        ]),
  ];
}
