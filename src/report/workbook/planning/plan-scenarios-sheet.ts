import { costOfMonth } from '../../../cost/compute-cost.js';
import { meanHours } from '../candidates/candidate-use.js';
import type { Book } from '../cells/book.js';
import { addChart } from '../cells/charts.js';
import { cellName, live, rangeName } from '../cells/live.js';
import { column, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetTime } from '../cells/spreadsheet-time.js';
import { moneyColumn, monthFormula, NAMES, priceCells } from '../inputs/pricing.js';
import { FIRST_MONTH, MONTH_COLUMNS, type PlannedMonth } from '../months/months-sheet.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { answerCell, PLAN_ROWS } from './plan-answer-sheet.js';
import type { PlanChoice } from './plan-choices.js';

const FIRST = 4;

/** Adds the sheet with every month of every choice side by side. */
export function addPlanScenarios(
  book: Book,
  months: readonly PlannedMonth[],
  choices: readonly PlanChoice[],
): void {
  const sheet = book.sheet(SHEETS.scenarios);
  sheet.head('Scenarios', 'the cost of every month, with the growth of the sheet Inputs');
  const names = choices.map(({ candidate }) => candidate.name);
  const columns: readonly SheetColumn<PlannedMonth>[] = [
    column('month', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 'month_name', 18),
    ...choices.map((choice, index) =>
      moneyColumn<PlannedMonth>(choice.role, 30, (month, row) => costOf(month, row, choice, index)),
    ),
  ];
  const { first, last } = sheet.table(FIRST - 1, columns, months);
  sheet.put(last + 1, 0, 'All months', 'text_total');
  choices.forEach((choice, index) => {
    const all = months.reduce((sum, month, row) => sum + Number(costOf(month, row, choice, index).value), 0);
    const range = rangeName([first, 1 + index], [last, 1 + index]);
    sheet.put(last + 1, 1 + index, live(`SUM(${range})`, all), 'money_total');
    sheet.put(last + 2, 1 + index, names[index], 'wrapped');
  });
  sheet.put(last + 2, 0, 'Settings', 'quiet');
  const cells = (of: number) => ({ sheet: SHEETS.scenarios, column: of, first, last });
  addChart(sheet, last + 4, 0, {
    kind: 'lines',
    title: 'Cost of a month',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: 'cost', format: '#,##0.00' },
    series: choices.map(({ role }, index) => ({ name: role, x: cells(0), y: cells(1 + index) })),
  });
  sheet.keepHead(FIRST);
  sheet.printOnOnePage(last + 22, choices.length);
}

function costOf({ days }: PlannedMonth, row: number, { candidate: { use } }: PlanChoice, choice: number) {
  const of = (column: number) => cellName(FIRST_MONTH + row, column, SHEETS.months);
  const cell = (of: number) => answerCell(of, choice);
  const share = `IF(${PLANNING.own_part}="",${cell(PLAN_ROWS.fixed)},${NAMES.not_growing})`;
  const all = `24*${of(MONTH_COLUMNS.days)}*${cell(PLAN_ROWS.rate)}`;
  const hours = `MIN(${NAMES.quota},${all}*(${share}+(1-${share})*${of(MONTH_COLUMNS.load)}))`;
  const prices = priceCells((of) => cell(PLAN_ROWS[of]));
  return live(monthFormula(hours, prices), costOfMonth(24 * days * rateOf(use!), use!.price));
}

/** CU-hours an hour of a candidate, mean over its replications. */
export function rateOf({
  duration_seconds,
  replications,
}: NonNullable<PlanChoice['candidate']['use']>): number {
  return meanHours(replications) / (duration_seconds / 3600);
}
