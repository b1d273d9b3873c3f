import { largestCu } from '../../../study/plan/plan-bounds.js';
import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { keyed, type RowCells, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetTime } from '../formula/spreadsheet-time.js';
import {
  BOOK,
  entryFormula,
  lookedUp,
  moneyColumn,
  moneyHeader,
  monthFormula,
  NAMES,
  NO_QUOTA,
  priceCells,
} from '../inputs/pricing.js';
import { SHEETS } from '../months/planning-names.js';
import { dayKey } from './days-sheet.js';
import type { ForecastBill, ForecastModel } from './forecast-model.js';

const NOTE =
  'what is charged for each calendar month, or part of one with a price of its own: the fee and CU-hours beyond the included ones, at least the minimum, for every replication';

type Column = SheetColumn<ForecastBill>;

/** The key of a column that belongs to a replication (`r`) or a case of growth (`c`), from 0. */
export const billKey = (key: 'hours' | 'cost', of: 'r' | 'c', index: number) => `${key} ${of}${index}`;

/** Adds the sheet with a row per bill. */
export function addBills(book: Book, model: ForecastModel, days: Table): Table {
  const { replications } = model.forecast;
  const each = Array.from({ length: replications }, (_, replication) => replication);
  const columns = [
    ...priceColumns(model),
    ...usageColumns(model, days),
    ...each.flatMap((replication) =>
      usedAndCharged([billKey('hours', 'r', replication), billKey('cost', 'r', replication)], {
        headers: [`CU-hours, replication ${replication + 1}`, `Cost, replication ${replication + 1}`],
        used: sumOfDays(days, dayKey('use', 'r', replication)),
      }),
    ),
    ...model.cases.flatMap(({ name }, index) =>
      usedAndCharged([billKey('hours', 'c', index), billKey('cost', 'c', index)], {
        headers: [`${name}: CU-hours`, `${name}: cost`],
        used: sumOfDays(days, dayKey('use', 'c', index)),
      }),
    ),
  ];
  return book.working(SHEETS.bills).listing(NOTE, columns, model.bills, 2);
}

/** The sum of a column over the bills of a month, from 1. */
export function sumOfMonth(bills: Table, key: string, month: number): string {
  return `SUMIFS(${bills.range(key)},${bills.range('month')},${month})`;
}

/** The day whose prices count for days since some day: without a day of its own a plan has those of the days. */
export function pricesOfFormula({ plan }: ForecastModel['scenario'], since: string): string {
  return plan.as_of === undefined ? `IF(${NAMES.own_day}="",${since},${NAMES.prices_of})` : NAMES.prices_of;
}

function priceColumns({ scenario }: ForecastModel): readonly Column[] {
  const own = (name: string, of: string, at: RowCells) =>
    `IF(${name}="",${lookedUp(of, NAMES.plan, at('entry'))},${name})`;
  const part =
    (name: string, of: string): Column['cell'] =>
    (_, at) =>
      formula(`${own(name, of, at)}*${at('share')}`);
  return [
    keyed('month', 'Month of the forecast', 'count', ({ month }) => month, 10),
    keyed('since', 'From', 'day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 12),
    keyed('share', 'Part of the month', 'plain_share', (bill) => bill.share, 11),
    keyed(
      'entry',
      'Price in force since',
      'day',
      (_, at) => formula(entryFormula(NAMES.plan, pricesOfFormula(scenario, at('since')))),
      12,
    ),
    keyed(
      'price',
      'Price of a CU-hour, USD',
      'usd_price',
      (_, at) => formula(own(NAMES.own_price, BOOK.price, at)),
      12,
    ),
    keyed('included', 'CU-hours included', 'plain_number', part(NAMES.own_included, BOOK.included), 12),
    keyed('fee', 'Fee, USD', 'usd_price', part(NAMES.own_fee, BOOK.fee), 12),
    keyed('minimum', 'Least that is charged, USD', 'usd_price', part(NAMES.own_minimum, BOOK.minimum), 12),
  ];
}

function usageColumns(model: ForecastModel, days: Table): readonly Column[] {
  const { replications } = model.forecast;
  const each = Array.from({ length: replications }, (_, replication) => replication);
  const cells = (key: 'hours' | 'cost', at: RowCells) =>
    each.map((replication) => at(billKey(key, 'r', replication))).join(',');
  const daysOf = (index: number) => model.days.filter(({ bill }) => bill === index + 1).length;
  const largest = largestCu(model.scenario);
  return [
    keyed(
      'quota',
      'CU-hours after which it ends',
      'plain_number',
      ({ month }, at) => {
        const capped = model.capped(month);
        return formula(`${capped < NO_QUOTA ? `MIN(${NAMES.quota},${capped})` : NAMES.quota}*${at('share')}`);
      },
      12,
    ),
    keyed(
      'wanted',
      'CU-hours without an end, mean',
      'hours',
      (_, __, index) =>
        formula(
          `(${each.map((replication) => sumOfDays(days, dayKey('use', 'r', replication))(index)).join('+')})/${replications}`,
        ),
      14,
    ),
    ...usedAndCharged(['fixed_hours', 'fixed'], {
      headers: ['CU-hours that do not grow', 'Cost that does not grow'],
      used: sumOfDays(days, 'fixed'),
    }),
    moneyColumn('most', 'At most', (_, at, index) =>
      formula(monthFormula(`MIN(${at('quota')},${24 * daysOf(index)}*${largest})`, pricesAt(at))),
    ),
    keyed('hours', 'CU-hours, mean', 'hours', (_, at) => formula(`AVERAGE(${cells('hours', at)})`), 14),
    moneyColumn('cost', 'Cost, mean', (_, at) => formula(`AVERAGE(${cells('cost', at)})`)),
    keyed(
      'deviation',
      moneyHeader('Standard deviation'),
      'number',
      (_, at) => formula(`STDEV(${cells('cost', at)})`),
      13,
    ),
  ];
}

const pricesAt = (at: RowCells) => priceCells((price) => at(price));

/** The sum of a column over the days of a bill, from 0. */
function sumOfDays(days: Table, key: string): (index: number) => string {
  return (index) => `SUMIFS(${days.range(key)},${days.range('bill')},${index + 1})`;
}

/** CU-hours of bills and what they cost. */
function usedAndCharged(
  [hours, cost]: readonly [hours: string, cost: string],
  of: { readonly headers: readonly [hours: string, cost: string]; readonly used: (index: number) => string },
): readonly Column[] {
  return [
    keyed(
      hours,
      of.headers[0],
      'hours',
      (_, at, index) => formula(`MIN(${of.used(index)},${at('quota')})`),
      14,
    ),
    moneyColumn(cost, of.headers[1], (_, at) => formula(monthFormula(at(hours), pricesAt(at)))),
  ];
}
