import { COMPUTE } from '../../../study/growth/other-lines.js';
import { INVOICE_PRICE_BOOK, type InvoicePriceEntry } from '../../../vendors/invoice-prices.js';
import type { Book } from '../cells/book.js';
import { formula, type SheetCell, spreadsheetDay, spreadsheetTime } from '../cells/cell.js';
import { column, moneyColumn, type SheetColumn } from '../cells/table.js';
import type { Check } from '../inputs/check.js';
import { sourceText } from '../inputs/pricing.js';
import type { ForecastModel } from './model.js';
import type { LineRow } from './other-lines-rows.js';

const NOTE =
  'the lines of the bill besides compute time: what is stored is as simulated, what is sent follows the load, prices follow the plan and the day; each line to the cent';

/** The amount of the other lines of a month, from 0, as the load grows or in a case of growth. */
export function otherLines(month: number, which?: number): string {
  return `SUMIFS(Lines[money${which ?? ''}],Lines[month],${month + 1})`;
}

/** Adds the sheet with a row for each line of each bill, if the scenario specifies any of them. */
export function addOtherLines(book: Book, model: ForecastModel): readonly Check[] {
  const { forecast, other_lines: rows } = model;
  if (rows === undefined) return [];
  const { total } = forecast;
  const sheet = book.sheet('Other lines', true);
  sheet.listing('Lines', NOTE, columnsOf(model), rows, 3);
  sheet.table('OtherPrices', PRICE_COLUMNS, INVOICE_PRICE_BOOK, {
    title: 'Prices besides that of compute time',
    // A table without rows has an empty one, which sums refer to.
    row: sheet.below + (rows.length === 0 ? 3 : 2),
  });
  for (const { key } of PRICE_COLUMNS) if (key !== 'source') book.name(key, `OtherPrices[${key}]`);
  return [
    ['SUM(Lines[usd])', total.other_usd ?? 0],
    ['period_charged', total.bill_usd ?? 0],
  ];
}

function columnsOf({ prices_of_day, cases }: ForecastModel): readonly SheetColumn<LineRow>[] {
  const lookup = (of: string) =>
    `SUMIFS(${of},other_prices_plan,plan,other_prices_metric,[@metric],other_prices_from,[@entry])`;
  const own = '(other_prices_plan=plan)*(other_prices_metric=[@metric])';
  const newest = `SUMPRODUCT(MAX(${own}*(other_prices_from<=${prices_of_day})*other_prices_from))`;
  // Compute time has the prices of its bill.
  const ofLine = (bill: string, text: string) => (row: LineRow) =>
    formula(row.line.metric === COMPUTE ? `Bills[${bill}@${row.bill - 1}]` : text);
  const loads = ({ bill }: LineRow, key: string) => `SUMIFS(Days[${key}],Days[bill],${bill})`;
  const billable = (quantity: string) => `MAX(0,${quantity}-[@included]*[@included_times])`;
  const included = ({ line }: LineRow): SheetCell =>
    line.metric === COMPUTE ? 0 : formula(lookup('other_prices_included'));
  const load_days = (row: LineRow) => (row.per_load === 0 ? undefined : formula(loads(row, 'load')));
  const entry = ofLine('entry', `IF(${newest}>0,${newest},NA())`);
  const amount = formula('ROUND([@billable]*[@price],2)');
  return [
    column('month', 'Month of the forecast', 'count', ({ stretch }) => stretch.month + 1, 10),
    column('since', 'From', 'day', ({ stretch }) => spreadsheetTime(stretch.epoch_seconds), 12),
    column('label', 'Line of the bill', 'general', ({ label }) => label, 36),
    column('metric', 'Metric of the API', 'text', ({ line }) => line.metric, 32),
    column('unit', 'Unit', 'text', ({ line }) => line.unit, 14),
    column('at_rest', 'Whatever the load is', 'number', ({ at_rest }) => at_rest, 14),
    column('per_load', "A day at today's load", 'number', ({ per_load }) => per_load, 14),
    column('load_days', 'Days, each times its load', 'number', load_days, 14),
    column('quantity', 'Quantity', 'number', formula('[@at_rest]+[@per_load]*[@load_days]'), 14),
    column('entry', 'Price in force since', 'day', entry, 12),
    column('included', 'Included, by the price book', 'plain_number', included, 12),
    column('included_times', 'times', 'number', ({ included_times }) => included_times, 12),
    column('price', 'Price of a unit, USD', 'usd_price', ofLine('price', lookup('other_prices_usd')), 12),
    column('billable', 'Charged for', 'number', formula(billable('[@quantity]')), 14),
    column('usd', 'Amount, USD', 'usd_price', amount, 12),
    moneyColumn('money', 'Amount', formula('[@usd]*money_per_usd')),
    // What does not follow the load is the same in every case of growth.
    ...cases.map(({ name }, which) =>
      moneyColumn<LineRow>(`money${which}`, `Growth: ${name}`, (row) => {
        if (row.per_load === 0) return formula('[@money]');
        const quantity = `[@at_rest]+[@per_load]*${loads(row, `load c${which}`)}`;
        return formula(`ROUND(${billable(quantity)}*[@price],2)*money_per_usd`);
      }),
    ),
  ];
}

/** The prices other than that of compute time, for lookups by the lines. */
const PRICE_COLUMNS: readonly SheetColumn<InvoicePriceEntry>[] = [
  column('other_prices_plan', 'Plan', 'general', ({ plan }) => plan),
  column('other_prices_from', 'From', 'day', ({ from }) => spreadsheetDay(from)),
  column('source', 'Source', 'general', sourceText, 36),
  column('other_prices_metric', 'Metric', 'text', ({ metric }) => metric),
  column('other_prices_usd', 'Price of a unit, USD', 'usd_price', ({ usd_per_unit }) => usd_per_unit, 14),
  column('other_prices_included', 'Units included', 'plain_number', ({ included }) => included, 14),
];
