import { costOfMonth } from '../../../cost/compute-cost.js';
import { planLimits } from '../../../plan/plan-limits.js';
import { PRICE_BOOK, type PriceEntry } from '../../../plan/price-book.js';
import type { Book } from '../cells/book.js';
import { addChart } from '../cells/charts.js';
import { cellName, live, rangeName } from '../cells/live.js';
import { column, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetMonth, spreadsheetTime } from '../cells/spreadsheet-time.js';
import { lookedUp, moneyHeader, NAMES } from '../inputs/pricing.js';
import { SHEETS } from '../months/planning-names.js';
import { BILL_COLUMNS, billRange, caseColumn } from './bills-sheet.js';
import type { ForecastModel } from './forecast-model.js';

const FIRST = 4;

/** Adds the sheet with the cases of growth side by side, and what the same use costs on each plan of today. */
export function addForecastScenarios(book: Book, model: ForecastModel): void {
  const sheet = book.sheet(SHEETS.scenarios);
  const { cases, forecast, bills } = model;
  sheet.head(
    'Scenarios',
    'the cost of every month by how the load grows, at the mean use of the replications',
  );
  const cost = (which: number, month: number) =>
    bills.reduce(
      (sum, each, bill) =>
        each.month === month ? sum + model.cost(bill, model.hoursOf(bill, cases[which]!)) : sum,
      0,
    );
  const columns: readonly SheetColumn<(typeof forecast.months)[number]>[] = [
    column('month', ({ month }) => spreadsheetMonth(month), 'month_name', 30),
    ...cases.map(({ name }, which) =>
      column<(typeof forecast.months)[number]>(
        `case_${which}`,
        (_, index) => {
          const costs = billRange(model, caseColumn(model, which) + 1);
          return live(
            `SUMIFS(${costs},${billRange(model, BILL_COLUMNS.month)},${index + 1})`,
            cost(which, index + 1),
          );
        },
        'money',
        18,
        moneyHeader(name),
      ),
    ),
  ];
  const { first, last } = sheet.table({ row: FIRST - 1, column: 0 }, columns, forecast.months);
  sheet.put(last + 1, 0, 'All months', 'text_total');
  cases.forEach((_, which) => {
    const all = forecast.months.reduce((sum, __, index) => sum + cost(which, index + 1), 0);
    sheet.put(
      last + 1,
      1 + which,
      live(`SUM(${rangeName([first, 1 + which], [last, 1 + which])})`, all),
      'money_total',
    );
  });
  const plans = addPlans(sheet, last + 4, model);
  const cells = (of: number) => ({ sheet: SHEETS.scenarios, column: of, first, last });
  addChart(sheet, plans + 1, 0, {
    kind: 'lines',
    title: 'Cost of a month by how the load grows',
    x: { name: 'month', format: 'mmm yyyy' },
    y: { name: 'cost', format: '#,##0' },
    series: cases.map(({ name }, which) => ({ name, x: cells(0), y: cells(1 + which) })),
  });
  sheet.freeze(FIRST, 1);
  sheet.repeat(FIRST - 1, FIRST - 1);
  sheet.print(plans + 20, 5);
  sheet.onePage();
}

/** The newest prices that are certain, of the plans on which use does not end. */
function plansOfToday(): readonly PriceEntry[] {
  return PRICE_BOOK.filter(
    ({ plan, confidence }, index) =>
      confidence === 'high' &&
      PRICE_BOOK.findIndex((each) => each.plan === plan) === index &&
      planLimits({ name: plan, as_of: undefined })?.quota_cu_hours === undefined,
  );
}

/** What the use that was chosen costs on each plan. @returns the first row below */
function addPlans(sheet: ReturnType<Book['sheet']>, row: number, model: ForecastModel): number {
  const words =
    'The growth that was chosen on other plans, at their newest prices; whether they allow these settings is not checked here';
  sheet.put(row, 0, words, 'section');
  const plans = plansOfToday();
  const first = row + 2;
  const at = (index: number, of: number) => cellName(first + index, of);
  const hours = billRange(model, BILL_COLUMNS.hours);
  const share = billRange(model, BILL_COLUMNS.share);
  const look = (of: string, index: number) => lookedUp(of, at(index, 0), at(index, 1));
  const columns: readonly SheetColumn<PriceEntry>[] = [
    column('plan', ({ plan }) => plan, 'general', 30),
    column(
      'from',
      ({ from }) => spreadsheetTime(Date.parse(`${from}T00:00:00Z`) / 1000),
      'day',
      18,
      'Price in force since',
    ),
    column(
      'price',
      (entry, index) => live(look(NAMES.book_prices, index), entry.usd_per_cu_hour),
      'usd_price',
      18,
      'Price of a CU-hour, USD',
    ),
    column(
      'included',
      (entry, index) => live(look(NAMES.book_included, index), entry.included_cu_hours),
      'plain_number',
      18,
      'CU-hours included',
    ),
    column(
      'minimum',
      (entry, index) => live(look(NAMES.book_minimums, index), entry.minimum_usd),
      'usd_price',
      18,
      'Least of a month, USD',
    ),
    column(
      'cost',
      (entry, index) => {
        const [price, included, minimum] = [2, 3, 4].map((of) => at(index, of));
        const charged = `(${hours}>${included}*${share})*(${hours}-${included}*${share})*${price}`;
        // MAX would be that of the whole column: each month has its own.
        const most = `(${charged}>${minimum}*${share})*${charged}+(${charged}<=${minimum}*${share})*${minimum}*${share}`;
        return live(`SUMPRODUCT(${most})*${NAMES.money}`, costOn(entry, model));
      },
      'money',
      18,
      moneyHeader('All months'),
    ),
  ];
  const { last } = sheet.table({ row: row + 1, column: 0 }, columns, plans);
  return last + 1;
}

function costOn(entry: PriceEntry, model: ForecastModel): number {
  return model.bills.reduce((sum, { share }, bill) => {
    const all = model.hoursOfAll(bill);
    const hours = all.reduce((total, each) => total + each, 0) / all.length;
    const { included_cu_hours: included, minimum_usd: minimum } = entry;
    return (
      sum +
      costOfMonth(hours, { ...entry, included_cu_hours: included * share, minimum_usd: minimum * share })
    );
  }, 0);
}
