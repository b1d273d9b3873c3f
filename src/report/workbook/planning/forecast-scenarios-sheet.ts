import { isSold, planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry } from '../../../vendors/price-book.js';
import { formula, withoutSheet } from '../cells/cell.js';
import type { Sheet } from '../cells/sheet.js';
import { column, keyed, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetDay, spreadsheetTime } from '../formula/spreadsheet-time.js';
import { BOOK, lookedUp, moneyColumn, NAMES, PRICE_CELLS, type PriceCells } from '../inputs/pricing.js';
import type { PlannedMonth } from '../months/months-sheet.js';
import { SHEETS } from '../months/planning-names.js';
import { billKey, sumOfMonth } from './bills-sheet.js';
import type { ForecastModel } from './forecast-model.js';
import { wholeBill } from './forecast-months.js';
import type { OtherLines } from './other-lines-sheet.js';

const TOP = 3;

/** The key of a case of growth. */
export const caseKey = (which: number) => `case ${which}`;

/**
 * Writes the sheet with the cases of growth side by side, and what the same use costs on each plan of today.
 * @returns the whole bills, if other lines are known
 */
export function addForecastScenarios(
  sheet: Sheet,
  model: ForecastModel,
  bills: Table,
  others?: OtherLines,
): Table | undefined {
  const { cases } = model;
  const what = others === undefined ? 'cost' : 'cost of compute time';
  sheet.head(
    SHEETS.scenarios,
    `the ${what} of every month by how the load grows, at the mean use of the replications`,
  );
  const costs = addCases(sheet, TOP, model, (which, month) =>
    sumOfMonth(bills, billKey('cost', 'c', which), month + 1),
  );
  let below = costs.last + 4;
  let whole: Table | undefined;
  if (others !== undefined) {
    sheet.put(below, 0, 'The same months with the other lines of their bills', 'section');
    whole = addCases(sheet, below + 1, model, (which, month) => wholeBill(bills, others, month, which));
    below = whole.last + 4;
  }
  const plans = addPlans(sheet, below, bills);
  sheet.chart(plans.last + 2, 0, {
    kind: 'lines',
    title: 'Cost by month and by how the load grows',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: `=${plans.header('all')}`, format: '#,##0' },
    series: cases.map((_, which) => {
      return {
        name: `=${costs.header(caseKey(which))}`,
        x: costs.charted('month'),
        y: costs.charted(caseKey(which)),
      };
    }),
  });
  sheet.keepHead(TOP + 1);
  sheet.print(plans.last + 20, 6, true);
  return whole;
}

/** A table of all months with an amount for each case of growth, and their sums. */
function addCases(
  sheet: Sheet,
  top: number,
  { cases, months }: ForecastModel,
  amount: (which: number, month: number) => string,
): Table {
  const columns: readonly SheetColumn<PlannedMonth>[] = [
    column('month', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 'month_name', 30),
    ...cases.map(({ name }, which) =>
      moneyColumn<PlannedMonth>(caseKey(which), name, (_, __, month) => formula(amount(which, month)), 18),
    ),
  ];
  const table = sheet.table(top, columns, months);
  sheet.put(table.last + 1, 0, 'All months', 'text_total');
  cases.forEach((_, which) => {
    const sum = formula(`SUM(${withoutSheet(table.range(caseKey(which)))})`);
    sheet.put(table.last + 1, table.column(caseKey(which)), sum, 'money_total');
  });
  return table;
}

/** The newest prices of the plans that are sold and on which use does not end. */
function plansOfToday(): readonly PriceEntry[] {
  return PRICE_BOOK.filter(
    ({ plan }, index) =>
      isSold(plan) &&
      PRICE_BOOK.findIndex((each) => each.plan === plan) === index &&
      planLimits({ name: plan, as_of: undefined })?.quota_cu_hours === undefined,
  );
}

/** What the use that was chosen costs on each plan. */
function addPlans(sheet: Sheet, row: number, bills: Table): Table {
  const words =
    'The growth that was chosen on other plans, at their newest prices; whether they allow these settings is not checked here';
  sheet.put(row, 0, words, 'section');
  const priced = (of: keyof PriceCells, header: string) =>
    keyed<PriceEntry>(
      of,
      header,
      PRICE_CELLS[of].style,
      (_, at) => formula(lookedUp(BOOK[of], at('plan'), at('since'))),
      18,
    );
  const [hours, share] = [bills.range('hours'), bills.range('share')];
  const columns: readonly SheetColumn<PriceEntry>[] = [
    column('plan', ({ plan }) => plan, 'general', 30),
    keyed('since', 'Price in force since', 'day', ({ from }) => spreadsheetDay(from), 18),
    priced('price', 'Price of a CU-hour, USD'),
    priced('included', 'CU-hours included'),
    priced('fee', 'Fee of a month, USD'),
    priced('minimum', 'Least of a month, USD'),
    moneyColumn(
      'all',
      'All months',
      (_, at) => {
        const included = `${at('included')}*${share}`;
        const charged = `(${at('fee')}*${share}+(${hours}>${included})*(${hours}-${included})*${at('price')})`;
        // MAX would be that of the whole column: each month has its own.
        const least = `${at('minimum')}*${share}`;
        return formula(
          `SUMPRODUCT((${charged}>${least})*${charged}+(${charged}<=${least})*${least})*${NAMES.money}`,
        );
      },
      18,
    ),
  ];
  return sheet.table(row + 1, columns, plansOfToday());
}
