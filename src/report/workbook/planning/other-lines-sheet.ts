import { dayText } from '../../../study/growth/load-growth.js';
import { COMPUTE } from '../../../study/growth/other-lines.js';
import { cents } from '../../../vendors/cents.js';
import { INVOICE_PRICE_BOOK, type InvoicePriceEntry } from '../../../vendors/invoice-prices.js';
import type { Book } from '../cells/book.js';
import { columnRange, type Live, listed, listedCell, live, numbered, rangeName } from '../cells/live.js';
import { column, type Sheet, type SheetColumn, titled } from '../cells/sheet.js';
import { spreadsheetDay, spreadsheetTime } from '../cells/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import { moneyColumn, NAMES, sourceText } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { BILL_COLUMNS, billRange, pricesOfFormula } from './bills-sheet.js';
import { caseLoadColumn, DAY_COLUMNS, dayRange } from './days-sheet.js';
import type { ForecastModel } from './forecast-model.js';
import { amountAt, amountOf, billableOf, type LineRow, quantityOf, rowsOf } from './other-lines-rows.js';

/** Columns of the sheet. */
const OF = numbered(
  ['month', 'since', 'label', 'metric', 'unit'],
  ['at_rest', 'per_load', 'load_days', 'quantity'],
  ['entry', 'included', 'included_times', 'price', 'billable', 'usd', 'money'],
);

const PRICES = {
  plans: 'other_prices_plan',
  from: 'other_prices_from',
  metrics: 'other_prices_metric',
  prices: 'other_prices_usd',
  included: 'other_prices_included',
} as const;

const NOTE =
  'the lines of the bill besides compute time: what is stored is as simulated, what is sent follows the load, prices follow the plan and the day; each line to the cent';

/** The other lines of a forecast's bills. */
export interface OtherLines {
  readonly rows: readonly LineRow[];
  /** What the lines of a month come to, in the currency; months from 0, as the load grows or in a case of growth. */
  readonly ofMonth: (month: number, which?: number) => Live;
}

/** The lines besides compute time of a forecast; `undefined` where the scenario says nothing of them. */
export function otherLinesOf(model: ForecastModel): OtherLines | undefined {
  const { queries_a_day } = model.forecast;
  if (queries_a_day === undefined) return undefined;
  const rows = rowsOf(model, queries_a_day);
  return {
    rows,
    ofMonth: (month, which) => {
      const own = rows.filter(({ stretch }) => stretch.month === month);
      const usd = (row: LineRow) => (which === undefined ? amountOf(row) : amountInCase(model, row, which));
      const all = own.reduce((sum, row) => sum + cents(usd(row)), 0);
      const amounts = rangeOf(rows, which === undefined ? OF.money : OF.money + 1 + which);
      return live(`SUMIFS(${amounts},${rangeOf(rows, OF.month)},${month + 1})`, all / 100);
    },
  };
}

/** What a line comes to in a case of growth, US dollars. */
function amountInCase(model: ForecastModel, row: LineRow, which: number): number {
  if (row.per_load === 0) return amountOf(row);
  const own = model.days.filter(({ bill }) => bill === row.bill);
  return amountAt(
    row,
    own.reduce((sum, day) => sum + model.load(model.cases[which]!, day), 0),
  );
}

/** The cells of columns for all lines, from another sheet. */
function rangeOf(rows: readonly LineRow[], from: number, to = from): string {
  const { first, last } = listed(Math.max(1, rows.length));
  return rangeName([first, from], [last, to], SHEETS.lines);
}

/** Adds the sheet with a row for each line of each bill. @returns what can be checked */
export function addOtherLines(book: Book, model: ForecastModel, { rows }: OtherLines): readonly Check[] {
  const sheet = book.sheet(SHEETS.lines);
  const { first, last } = sheet.listing(NOTE, columnsOf(model), rows, 3);
  addPrices(book, sheet, Math.max(first, last) + 3);
  return [
    controlTotal(
      'what is stored and sent',
      rangeOf(rows, OF.at_rest, OF.per_load),
      rows.flatMap(({ at_rest, per_load }) => [at_rest, per_load]),
    ),
    byFormula(
      'Other lines by formula less those of the simulator, USD',
      `SUM(${rangeOf(rows, OF.usd)})-${model.forecast.total.other_usd ?? 0}`,
    ),
    byFormula(
      'Whole bill by formula less that of the simulator, USD',
      `${PLANNING.bill}-${model.forecast.total.bill_usd ?? 0}`,
    ),
  ];
}

function columnsOf(model: ForecastModel): readonly SheetColumn<LineRow>[] {
  const look = (of: string, index: number) =>
    `SUMIFS(${of},${PRICES.plans},${NAMES.plan},${PRICES.metrics},${listedCell(index, OF.metric)},${PRICES.from},${listedCell(index, OF.entry)})`;
  const isCompute = ({ line }: LineRow) => line.metric === COMPUTE;
  const ofBill = (row: LineRow, of: number) => `INDEX(${billRange(model, of)},${row.bill})`;
  return [
    titled('Month of the forecast', 'count', 10, ({ stretch }) => stretch.month + 1),
    titled('From', 'day', 12, ({ stretch }) => spreadsheetTime(stretch.epoch_seconds)),
    titled('Line of the bill', 'general', 36, ({ label }) => label),
    titled('Metric of the API', 'text', 32, ({ line }) => line.metric),
    titled('Unit', 'text', 14, ({ line }) => line.unit),
    titled('Whatever the load is', 'number', 14, ({ at_rest }) => at_rest),
    titled("A day at today's load", 'number', 14, ({ per_load }) => per_load),
    titled('Days, each times its load', 'number', 14, ({ per_load, bill, line, at_rest }) =>
      per_load === 0
        ? undefined
        : live(
            `SUMIFS(${dayRange(model, DAY_COLUMNS.load)},${dayRange(model, DAY_COLUMNS.bill)},${bill})`,
            (line.quantity - at_rest) / per_load,
          ),
    ),
    column(
      'quantity',
      (row, index) =>
        live(
          `${listedCell(index, OF.at_rest)}+${listedCell(index, OF.per_load)}*${listedCell(index, OF.load_days)}`,
          quantityOf(row),
        ),
      'number',
      14,
    ),
    titled('Price in force since', 'day', 12, (row, index) => {
      const since = entryOf(row, model);
      if (isCompute(row)) return live(ofBill(row, BILL_COLUMNS.entry), since);
      const day = pricesOfFormula(model.scenario, listedCell(index, OF.since));
      const own = `(${PRICES.plans}=${NAMES.plan})*(${PRICES.metrics}=${listedCell(index, OF.metric)})`;
      const newest = `SUMPRODUCT(MAX(${own}*(${PRICES.from}<=${day})*${PRICES.from}))`;
      return live(`IF(${newest}>0,${newest},NA())`, since);
    }),
    titled('Included, by the price book', 'plain_number', 12, (row, index) =>
      isCompute(row) ? 0 : live(look(PRICES.included, index), row.price.included),
    ),
    titled('times', 'number', 12, ({ included_times }) => included_times),
    titled('Price of a unit, USD', 'usd_price', 12, (row, index) =>
      live(
        isCompute(row) ? ofBill(row, BILL_COLUMNS.price) : look(PRICES.prices, index),
        row.price.usd_per_unit,
      ),
    ),
    titled('Charged for', 'number', 14, (row, index) =>
      live(
        `MAX(0,${listedCell(index, OF.quantity)}-${listedCell(index, OF.included)}*${listedCell(index, OF.included_times)})`,
        billableOf(row),
      ),
    ),
    titled('Amount, USD', 'usd_price', 12, (row, index) =>
      live(`ROUND(${listedCell(index, OF.billable)}*${listedCell(index, OF.price)},2)`, amountOf(row)),
    ),
    moneyColumn('Amount', 14, (row, index) =>
      live(`${listedCell(index, OF.usd)}*${NAMES.money}`, amountOf(row)),
    ),
    ...model.cases.map(({ name }, which) => caseColumnOf(model, name, which)),
  ];
}

/** What every line comes to in a case of growth: of what does not follow the load, the same. */
function caseColumnOf(model: ForecastModel, name: string, which: number): SheetColumn<LineRow> {
  const loads = dayRange(model, caseLoadColumn(model, which));
  return moneyColumn(`Growth: ${name}`, 14, (row, index) => {
    const usd = amountInCase(model, row, which);
    if (row.per_load === 0) return live(listedCell(index, OF.money), usd);
    const load = `SUMIFS(${loads},${dayRange(model, DAY_COLUMNS.bill)},${row.bill})`;
    const quantity = `${listedCell(index, OF.at_rest)}+${listedCell(index, OF.per_load)}*${load}`;
    const billable = `MAX(0,${quantity}-${listedCell(index, OF.included)}*${listedCell(index, OF.included_times)})`;
    return live(`ROUND(${billable}*${listedCell(index, OF.price)},2)*${NAMES.money}`, usd);
  });
}

/** The day since which the price of a line is in force, as a spreadsheet counts. */
function entryOf({ line, stretch, bill }: LineRow, { scenario, bills }: ForecastModel): number {
  const { plan } = scenario;
  const day = plan.as_of ?? dayText(stretch.epoch_seconds);
  const entry = INVOICE_PRICE_BOOK.find(
    (each) => each.plan === plan.name && each.metric === line.metric && each.from <= day,
  );
  return spreadsheetDay(entry?.from ?? bills[bill - 1]!.price.from);
}

/** The prices besides that of compute time, which the lines look theirs up in. */
function addPrices(book: Book, sheet: Sheet, row: number): void {
  sheet.put(row, 0, 'Prices besides that of compute time', 'section');
  const columns: readonly SheetColumn<InvoicePriceEntry>[] = [
    column('plan', ({ plan }) => plan, 'general'),
    column('from', ({ from }) => spreadsheetDay(from), 'day'),
    column('source', sourceText, 'general', 36),
    column('metric', ({ metric }) => metric, 'text'),
    titled('Price of a unit, USD', 'usd_price', 14, ({ usd_per_unit }) => usd_per_unit),
    titled('Units included', 'plain_number', 14, ({ included }) => included),
  ];
  const rows = sheet.table(row + 1, columns, INVOICE_PRICE_BOOK);
  for (const [name, of] of [
    [PRICES.plans, 0],
    [PRICES.from, 1],
    [PRICES.metrics, 3],
    [PRICES.prices, 4],
    [PRICES.included, 5],
  ] as const) {
    book.name(name, columnRange(rows, of, SHEETS.lines));
  }
}
