import { costOfMonth, priceOfPart } from '../../../cost/compute-cost.js';
import { isSold, planLimits } from '../../../vendors/plan-limits.js';
import { PRICE_BOOK, type PriceEntry } from '../../../vendors/price-book.js';
import type { Book } from '../cells/book.js';
import { addChart } from '../cells/charts.js';
import { cellName, columnRange, type Live, live, type TableRows } from '../cells/live.js';
import { column, type Sheet, type SheetColumn, titled } from '../cells/sheet.js';
import { spreadsheetDay, spreadsheetMonth } from '../cells/spreadsheet-time.js';
import { BOOK, lookedUp, moneyColumn, NAMES, PRICE_CELLS, type PriceCells } from '../inputs/pricing.js';
import { SHEETS } from '../months/planning-names.js';
import { BILL_COLUMNS, billRange, caseColumn, sumOfMonth } from './bills-sheet.js';
import type { ForecastModel } from './forecast-model.js';
import { wholeBill } from './forecast-months.js';
import type { OtherLines } from './other-lines-sheet.js';

const FIRST = 4;

/** Adds the sheet with the cases of growth side by side, and what the same use costs on each plan of today. */
export function addForecastScenarios(book: Book, model: ForecastModel, others?: OtherLines): void {
  const sheet = book.sheet(SHEETS.scenarios);
  const { cases } = model;
  sheet.head(
    'Scenarios',
    `the ${others === undefined ? 'cost' : 'cost of compute time'} of every month by how the load grows, at the mean use of the replications`,
  );
  const rows = addCases(sheet, FIRST - 1, model, (which, index) => costIn(model, which, index));
  const next = rows.last + 4;
  const below = others === undefined ? next : addWholeBills(sheet, next, model, others);
  const plans = addPlans(sheet, below, model);
  const cells = (of: number) => ({ sheet: SHEETS.scenarios, column: of, ...rows });
  addChart(sheet, plans + 1, 0, {
    kind: 'lines',
    title: 'Cost of a month by how the load grows',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: 'cost', format: '#,##0' },
    series: cases.map(({ name }, which) => ({ name, x: cells(0), y: cells(1 + which) })),
  });
  sheet.keepHead(FIRST);
  sheet.printOnOnePage(plans + 20, 5);
}

/** A table of all months with an amount for each case of growth, and their sums. */
function addCases(
  sheet: Sheet,
  row: number,
  { cases, forecast }: ForecastModel,
  amount: (which: number, index: number) => Live,
): TableRows {
  type Month = ForecastModel['forecast']['months'][number];
  const columns: readonly SheetColumn<Month>[] = [
    column('month', ({ month }) => spreadsheetMonth(month), 'month_name', 30),
    ...cases.map(({ name }, which) => moneyColumn<Month>(name, 18, (_, index) => amount(which, index))),
  ];
  const rows = sheet.table(row, columns, forecast.months);
  const { last } = rows;
  sheet.put(last + 1, 0, 'All months', 'text_total');
  cases.forEach((_, which) => {
    const all = forecast.months.reduce((sum, __, index) => sum + Number(amount(which, index).value), 0);
    sheet.put(last + 1, 1 + which, live(`SUM(${columnRange(rows, 1 + which)})`, all), 'money_total');
  });
  return rows;
}

/** Compute time of a month, from 0, in a case of growth. */
function costIn(model: ForecastModel, which: number, index: number): Live {
  const own = model.cases[which]!;
  return sumOfMonth(model, caseColumn(model, which) + 1, index + 1, (bill) => model.costOf(bill, own));
}

/** The whole bill of a month, from 0, in a case of growth. */
function billIn(model: ForecastModel, others: OtherLines, which: number, index: number): Live {
  const own = model.cases[which]!;
  return wholeBill(model, index, {
    cost: costIn(model, which, index),
    cu_hours: sumOfMonth(model, caseColumn(model, which), index + 1, (bill) => model.hoursOf(bill, own)),
    other: others.ofMonth(index, which),
  });
}

/** Rows from the title of the whole bills to their first month. */
const HEAD_ROWS = 2;

/** The same months with the other lines of their bills. @returns the row for what stands below */
function addWholeBills(sheet: Sheet, row: number, model: ForecastModel, others: OtherLines): number {
  sheet.put(row, 0, 'The same months with the other lines of their bills', 'section');
  const { last } = addCases(sheet, row + HEAD_ROWS - 1, model, (which, index) =>
    billIn(model, others, which, index),
  );
  return last + 4;
}

/** The whole bill of all months in a case of growth, as the sheet of scenarios adds it up. */
export function wholeBillOfCase(model: ForecastModel, others: OtherLines, which: number): Live {
  const { months } = model.forecast;
  const first = FIRST + months.length + 3 + HEAD_ROWS;
  const all = months.reduce((sum, _, index) => sum + Number(billIn(model, others, which, index).value), 0);
  return live(cellName(first + months.length, 1 + which, SHEETS.scenarios), all);
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

/** What the use that was chosen costs on each plan. @returns the first row below */
function addPlans(sheet: Sheet, row: number, model: ForecastModel): number {
  const words =
    'The growth that was chosen on other plans, at their newest prices; whether they allow these settings is not checked here';
  sheet.put(row, 0, words, 'section');
  const plans = plansOfToday();
  const at = (index: number, of: number) => cellName(row + 2 + index, of);
  const hours = billRange(model, BILL_COLUMNS.hours);
  const share = billRange(model, BILL_COLUMNS.share);
  const priced = (of: keyof PriceCells, header: string) => {
    const { style, figure } = PRICE_CELLS[of];
    return titled<PriceEntry>(header, style, 18, (entry, index) =>
      live(lookedUp(BOOK[of], at(index, 0), at(index, 1)), entry[figure]),
    );
  };
  const columns: readonly SheetColumn<PriceEntry>[] = [
    column('plan', ({ plan }) => plan, 'general', 30),
    titled('Price in force since', 'day', 18, ({ from }) => spreadsheetDay(from)),
    priced('price', 'Price of a CU-hour, USD'),
    priced('included', 'CU-hours included'),
    priced('fee', 'Fee of a month, USD'),
    priced('minimum', 'Least of a month, USD'),
    moneyColumn('All months', 18, (entry, index) => {
      const [price, included, fee, minimum] = [2, 3, 4, 5].map((of) => at(index, of));
      const charged = `(${fee}*${share}+(${hours}>${included}*${share})*(${hours}-${included}*${share})*${price})`;
      // MAX would be that of the whole column: each month has its own.
      const most = `(${charged}>${minimum}*${share})*${charged}+(${charged}<=${minimum}*${share})*${minimum}*${share}`;
      return live(`SUMPRODUCT(${most})*${NAMES.money}`, costOn(entry, model));
    }),
  ];
  const { last } = sheet.table(row + 1, columns, plans);
  return last + 1;
}

function costOn(entry: PriceEntry, model: ForecastModel): number {
  return model.bills.reduce((sum, { share }, bill) => {
    const all = model.hoursOfAll(bill);
    const hours = all.reduce((total, each) => total + each, 0) / all.length;
    return sum + costOfMonth(hours, priceOfPart(entry, share));
  }, 0);
}
