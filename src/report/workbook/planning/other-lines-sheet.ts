import { COMPUTE } from '../../../study/growth/other-lines.js';
import { INVOICE_PRICE_BOOK, type InvoicePriceEntry } from '../../../vendors/invoice-prices.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, keyed, type RowCells, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetDay, spreadsheetTime } from '../formula/spreadsheet-time.js';
import { byFormula, type Check, controlTotal } from '../inputs/checks-sheet.js';
import { moneyColumn, NAMES, sourceText } from '../inputs/pricing.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import { pricesOfFormula } from './bills-sheet.js';
import { dayKey } from './days-sheet.js';
import type { ForecastModel } from './forecast-model.js';
import { type LineRow, rowsOf } from './other-lines-rows.js';

const PRICES = {
  plans: 'other_prices_plan',
  from: 'other_prices_from',
  metrics: 'other_prices_metric',
  prices: 'other_prices_usd',
  included: 'other_prices_included',
} as const;

const NOTE =
  'the lines of the bill besides compute time: what is stored is as simulated, what is sent follows the load, prices follow the plan and the day; each line to the cent';

const moneyKey = (which: number | undefined) => (which === undefined ? 'money' : `money ${which}`);

/** The other lines of a forecast's bills. */
export interface OtherLines {
  /** The amount of a month's lines in the currency; months from 0, as the load grows or in a case of growth. */
  readonly ofMonth: (month: number, which?: number) => string;
  readonly checks: readonly Check[];
}

/** Adds the sheet with a row for each line of each bill; `undefined` if the scenario says nothing of them. */
export function addOtherLines(
  book: Book,
  model: ForecastModel,
  days: Table,
  bills: Table,
): OtherLines | undefined {
  const { queries_a_day, total } = model.forecast;
  if (queries_a_day === undefined) return undefined;
  const rows = rowsOf(model, queries_a_day);
  const sheet = book.working(SHEETS.lines);
  const lines = sheet.listing(NOTE, columnsOf(model, days, bills), rows, 3);
  const top = Math.max(lines.first, lines.last) + 3;
  sheet.put(top, 0, 'Prices besides that of compute time', 'section');
  const prices = sheet.table(top + 1, PRICE_COLUMNS, INVOICE_PRICE_BOOK);
  for (const name of Object.values(PRICES)) book.name(name, prices.range(name));
  return {
    ofMonth: (month, which) => `SUMIFS(${lines.range(moneyKey(which))},${lines.range('month')},${month + 1})`,
    checks: [
      controlTotal(
        'what is stored and sent',
        lines.block('at_rest', 'per_load'),
        rows.flatMap(({ at_rest, per_load }) => [at_rest, per_load]),
      ),
      byFormula(
        'Other lines by formula less those of the simulator, USD',
        `SUM(${lines.range('usd')})-${total.other_usd ?? 0}`,
      ),
      byFormula(
        'Whole bill by formula less that of the simulator, USD',
        `${PLANNING.charged}-${total.bill_usd ?? 0}`,
      ),
    ],
  };
}

function columnsOf(model: ForecastModel, days: Table, bills: Table): readonly SheetColumn<LineRow>[] {
  const look = (of: string, at: RowCells) =>
    `SUMIFS(${of},${PRICES.plans},${NAMES.plan},${PRICES.metrics},${at('metric')},${PRICES.from},${at('entry')})`;
  const isCompute = ({ line }: LineRow) => line.metric === COMPUTE;
  const ofBill = ({ bill }: LineRow, key: string) => formula(bills.cell(bill - 1, key));
  const loads = ({ bill }: LineRow, key: string) =>
    `SUMIFS(${days.range(key)},${days.range('bill')},${bill})`;
  const billable = (quantity: string, at: RowCells) =>
    `MAX(0,${quantity}-${at('included')}*${at('included_times')})`;
  return [
    keyed('month', 'Month of the forecast', 'count', ({ stretch }) => stretch.month + 1, 10),
    keyed('since', 'From', 'day', ({ stretch }) => spreadsheetTime(stretch.epoch_seconds), 12),
    keyed('label', 'Line of the bill', 'general', ({ label }) => label, 36),
    keyed('metric', 'Metric of the API', 'text', ({ line }) => line.metric, 32),
    keyed('unit', 'Unit', 'text', ({ line }) => line.unit, 14),
    keyed('at_rest', 'Whatever the load is', 'number', ({ at_rest }) => at_rest, 14),
    keyed('per_load', "A day at today's load", 'number', ({ per_load }) => per_load, 14),
    keyed(
      'load_days',
      'Days, each times its load',
      'number',
      (row) => (row.per_load === 0 ? undefined : formula(loads(row, 'load'))),
      14,
    ),
    keyed(
      'quantity',
      'Quantity',
      'number',
      (_, at) => formula(`${at('at_rest')}+${at('per_load')}*${at('load_days')}`),
      14,
    ),
    keyed(
      'entry',
      'Price in force since',
      'day',
      (row, at) => {
        if (isCompute(row)) return ofBill(row, 'entry');
        const own = `(${PRICES.plans}=${NAMES.plan})*(${PRICES.metrics}=${at('metric')})`;
        const day = pricesOfFormula(model.scenario, at('since'));
        const newest = `SUMPRODUCT(MAX(${own}*(${PRICES.from}<=${day})*${PRICES.from}))`;
        return formula(`IF(${newest}>0,${newest},NA())`);
      },
      12,
    ),
    keyed(
      'included',
      'Included, by the price book',
      'plain_number',
      (row, at) => (isCompute(row) ? 0 : formula(look(PRICES.included, at))),
      12,
    ),
    keyed('included_times', 'times', 'number', ({ included_times }) => included_times, 12),
    keyed(
      'price',
      'Price of a unit, USD',
      'usd_price',
      (row, at) => (isCompute(row) ? ofBill(row, 'price') : formula(look(PRICES.prices, at))),
      12,
    ),
    keyed('billable', 'Charged for', 'number', (_, at) => formula(billable(at('quantity'), at)), 14),
    keyed(
      'usd',
      'Amount, USD',
      'usd_price',
      (_, at) => formula(`ROUND(${at('billable')}*${at('price')},2)`),
      12,
    ),
    moneyColumn('money', 'Amount', (_, at) => formula(`${at('usd')}*${NAMES.money}`)),
    // What does not follow the load is the same in every case of growth.
    ...model.cases.map(({ name }, which) =>
      moneyColumn<LineRow>(moneyKey(which), `Growth: ${name}`, (row, at) => {
        if (row.per_load === 0) return formula(at('money'));
        const quantity = `${at('at_rest')}+${at('per_load')}*${loads(row, dayKey('load', 'c', which))}`;
        return formula(`ROUND(${billable(quantity, at)}*${at('price')},2)*${NAMES.money}`);
      }),
    ),
  ];
}

/** The prices besides that of compute time, which the lines look theirs up in. */
const PRICE_COLUMNS: readonly SheetColumn<InvoicePriceEntry>[] = [
  keyed(PRICES.plans, 'Plan', 'general', ({ plan }) => plan),
  keyed(PRICES.from, 'From', 'day', ({ from }) => spreadsheetDay(from)),
  column('source', sourceText, 'general', 36),
  keyed(PRICES.metrics, 'Metric', 'text', ({ metric }) => metric),
  keyed(PRICES.prices, 'Price of a unit, USD', 'usd_price', ({ usd_per_unit }) => usd_per_unit, 14),
  keyed(PRICES.included, 'Units included', 'plain_number', ({ included }) => included, 14),
];
