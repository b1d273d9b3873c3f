import { sumOf } from '../../../kernel/sums.js';
import type { Book } from '../cells/book.js';
import { formula, spreadsheetTime } from '../cells/cell.js';
import { column, moneyColumn, moneyHeader, type SheetColumn } from '../cells/table.js';
import type { Check } from '../inputs/check.js';
import { entryFormula, lookup, monthFormula, OF_ROW, PRICES } from '../inputs/pricing.js';
import { type ForecastBill, type ForecastModel, replicationsOf } from './model.js';

const NOTE =
  'what is charged for each calendar month, or part of one with a separate price: the fee and CU-hours beyond the included ones, at least the minimum, for every replication';

type Column = SheetColumn<ForecastBill>;

/** Adds the sheet with a row per bill: CU-hours and cost of replications (`cost r0`) and of cases of growth (`cost c0`). @returns what can be checked */
export function addBills(book: Book, model: ForecastModel): readonly Check[] {
  const columns = [
    ...priceColumns(model),
    ...usageColumns(model),
    ...replicationsOf(model).flatMap((replication) => {
      const words = `replication ${replication + 1}`;
      return usedAndCharged(`r${replication}`, `CU-hours, ${words}`, `Cost, ${words}`);
    }),
    ...model.cases.flatMap(({ name }, index) =>
      usedAndCharged(`c${index}`, `${name}: CU-hours`, `${name}: cost`),
    ),
  ];
  book.sheet('Bills', true).listing('Bills', NOTE, columns, model.bills, 2);
  const { months } = model.forecast;
  return [
    ['SUM(Bills[hours])', sumOf(months, ({ cu_hours }) => cu_hours.mean)],
    ['SUM(Bills[cost])', sumOf(months, ({ cost_usd }) => cost_usd.mean)],
    ['SUM(Bills[cost fixed])', sumOf(months, ({ fixed_usd }) => fixed_usd)],
  ];
}

/** The sum of a column over the bills of a month, from 0. */
export function sumOfMonth(key: string, month: number): string {
  return `SUMIFS(Bills[${key}],Bills[month],${month + 1})`;
}

function priceColumns({ prices_of_day }: ForecastModel): readonly Column[] {
  const entry = entryFormula(prices_of_day);
  return [
    column('month', 'Month of the forecast', 'count', ({ month }) => month, 10),
    column('since', 'From', 'day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 12),
    column('share', 'Part of the month', 'plain_share', (bill) => bill.share, 11),
    column('entry', 'Price in force since', 'day', formula(entry), 12),
    ...Object.values(PRICES).map(({ key, header, style, book }) => {
      const used = `IF(${key}_override="",${lookup(book, 'plan', '[@entry]')},${key}_override)`;
      return column<ForecastBill>(
        key,
        header,
        style,
        formula(key === 'price' ? used : `${used}*[@share]`),
        12,
      );
    }),
  ];
}

function usageColumns(model: ForecastModel): readonly Column[] {
  const each = replicationsOf(model);
  const cells = (key: 'hours' | 'cost') => each.map((replication) => `[@${key} r${replication}]`).join(',');
  const quota = ({ month }: ForecastBill) => formula(`${model.quotaOf(month)}*[@share]`);
  const wanted = (_: ForecastBill, index: number) => {
    const uses = each.map((replication) => sumOfDays(`use r${replication}`, index)).join('+');
    return formula(`(${uses})/${each.length}`);
  };
  const most = (_: ForecastBill, index: number) => {
    const days = model.days.filter(({ bill }) => bill === index + 1).length;
    return formula(monthFormula(`MIN([@quota],${24 * days}*${model.largest_cu})`, OF_ROW));
  };
  return [
    column('quota', 'CU-hours after which it ends', 'plain_number', quota, 12),
    column('wanted', 'CU-hours without an end, mean', 'hours', wanted, 14),
    ...usedAndCharged('fixed', 'CU-hours that do not grow', 'Cost that does not grow'),
    moneyColumn('most', 'At most', most),
    column('hours', 'CU-hours, mean', 'hours', formula(`AVERAGE(${cells('hours')})`), 14),
    moneyColumn('cost', 'Cost, mean', formula(`AVERAGE(${cells('cost')})`)),
    column('deviation', moneyHeader('Standard deviation'), 'number', formula(`STDEV(${cells('cost')})`), 13),
  ];
}

/** The sum of a column over the days of a bill, from 0. */
function sumOfDays(key: string, bill: number): string {
  return `SUMIFS(Days[${key}],Days[bill],${bill + 1})`;
}

/** CU-hours of bills and what they cost. @param of a replication, a case of growth, or `fixed` */
function usedAndCharged(of: string, hours: string, cost: string): readonly Column[] {
  const used = of === 'fixed' ? 'fixed' : `use ${of}`;
  return [
    column(
      `hours ${of}`,
      hours,
      'hours',
      (_, index) => formula(`MIN(${sumOfDays(used, index)},[@quota])`),
      14,
    ),
    moneyColumn(`cost ${of}`, cost, formula(monthFormula(`[@hours ${of}]`, OF_ROW))),
  ];
}
