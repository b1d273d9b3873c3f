import { sampleMoments } from '../../../statistics/sample-moments.js';
import type { Book } from '../cells/book.js';
import { columnRange, type Live, listed, listedCell, live, numbered } from '../cells/live.js';
import { type SheetColumn, titled } from '../cells/sheet.js';
import { spreadsheetDay, spreadsheetTime } from '../cells/spreadsheet-time.js';
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
import { caseUseColumn, DAY_COLUMNS, dayRange } from './days-sheet.js';
import type { ForecastBill, ForecastModel } from './forecast-model.js';

/** Columns of the sheet; then come two for each replication, and two for each case. */
export const BILL_COLUMNS = numbered(
  ['month', 'since', 'share', 'entry', 'price', 'included', 'fee', 'minimum'],
  ['quota', 'fixed_hours', 'fixed'],
  ['hours', 'cost', 'deviation'],
  ['replications'],
);

const NOTE =
  'what is charged for each calendar month, or part of one with a price of its own: the fee and CU-hours beyond the included ones, at least the minimum, for every replication';

/** Adds the sheet with a row per bill. */
export function addBills(book: Book, model: ForecastModel): void {
  const sheet = book.sheet(SHEETS.bills);
  const columns = [
    ...priceColumns(model),
    ...fixedColumns(model),
    ...meanColumns(model),
    ...Array.from({ length: model.replications }, (_, replication) =>
      ofReplication(model, replication),
    ).flat(),
    ...model.cases.flatMap((_, index) => ofCase(model, index)),
  ];
  sheet.listing(NOTE, columns, model.bills, 2);
}

/** The cells of a column for all bills, from another sheet. */
export function billRange({ bills }: ForecastModel, at: number): string {
  return columnRange(listed(bills.length), at, SHEETS.bills);
}

/** The sum of a column over the bills of a month, from 1. @param of its value in a bill, from 0 */
export function sumOfMonth(
  model: ForecastModel,
  column: number,
  month: number,
  of: (bill: number) => number,
): Live {
  const value = model.bills.reduce((sum, each, bill) => (each.month === month ? sum + of(bill) : sum), 0);
  return live(`SUMIFS(${billRange(model, column)},${billRange(model, BILL_COLUMNS.month)},${month})`, value);
}

/** Column of the CU-hours of a replication; its cost is the next. */
export function replicationColumn(replication: number): number {
  return BILL_COLUMNS.replications + 2 * replication;
}

/** Column of the CU-hours in a case; its cost is the next. */
export function caseColumn({ replications }: ForecastModel, index: number): number {
  return replicationColumn(replications) + 2 * index;
}

type Column = SheetColumn<ForecastBill>;

/** The day whose prices count for days since some day: without a day of its own a plan has those of the days. */
export function pricesOfFormula({ plan }: ForecastModel['scenario'], since: string): string {
  return plan.as_of === undefined ? `IF(${NAMES.own_day}="",${since},${NAMES.prices_of})` : NAMES.prices_of;
}

function priceColumns({ scenario }: ForecastModel): readonly Column[] {
  const share = (index: number) => listedCell(index, BILL_COLUMNS.share);
  const entry = (index: number) => listedCell(index, BILL_COLUMNS.entry);
  const own = (name: string, book: string, index: number) =>
    `IF(${name}="",${lookedUp(book, NAMES.plan, entry(index))},${name})`;
  const day = (index: number) => pricesOfFormula(scenario, listedCell(index, BILL_COLUMNS.since));
  return [
    titled('Month of the forecast', 'count', 10, ({ month }) => month),
    titled('From', 'day', 12, ({ epoch_seconds }) => spreadsheetTime(epoch_seconds)),
    titled('Part of the month', 'plain_share', 11, (bill) => bill.share),
    titled('Price in force since', 'day', 12, ({ price }, index) =>
      live(entryFormula(NAMES.plan, day(index)), spreadsheetDay(price.from)),
    ),
    titled('Price of a CU-hour, USD', 'usd_price', 12, ({ price }, index) =>
      live(own(NAMES.own_price, BOOK.price, index), price.usd_per_cu_hour),
    ),
    titled('CU-hours included', 'plain_number', 12, (bill, index) => {
      const formula = `${own(NAMES.own_included, BOOK.included, index)}*${share(index)}`;
      return live(formula, bill.price.included_cu_hours * bill.share);
    }),
    titled('Fee, USD', 'usd_price', 12, (bill, index) => {
      const formula = `${own(NAMES.own_fee, BOOK.fee, index)}*${share(index)}`;
      return live(formula, bill.price.base_fee_usd * bill.share);
    }),
    titled('Least that is charged, USD', 'usd_price', 12, (bill, index) => {
      const formula = `${own(NAMES.own_minimum, BOOK.minimum, index)}*${share(index)}`;
      return live(formula, bill.price.minimum_usd * bill.share);
    }),
  ];
}

function fixedColumns(model: ForecastModel): readonly Column[] {
  return [
    titled('CU-hours after which it ends', 'plain_number', 12, ({ share, month }, index) => {
      const capped = model.capped(month);
      const least = capped < NO_QUOTA ? `MIN(${NAMES.quota},${capped})` : NAMES.quota;
      return live(`${least}*${listedCell(index, BILL_COLUMNS.share)}`, Math.min(model.quota, capped) * share);
    }),
    ...usedAndCharged(model, BILL_COLUMNS.fixed_hours, {
      headers: ['CU-hours that do not grow', 'Cost that does not grow'],
      days: DAY_COLUMNS.fixed,
      hours: (index) => model.fixedHours(index),
    }),
  ];
}

function meanColumns(model: ForecastModel): readonly Column[] {
  const cells = (index: number, offset: number) =>
    Array.from({ length: model.replications }, (_, each) =>
      listedCell(index, replicationColumn(each) + offset),
    ).join(',');
  return [
    titled('CU-hours, mean', 'hours', 14, (_, index) =>
      live(`AVERAGE(${cells(index, 0)})`, sampleMoments(model.hoursOfAll(index)).mean),
    ),
    moneyColumn('Cost, mean', 13, (_, index) =>
      live(`AVERAGE(${cells(index, 1)})`, sampleMoments(model.costsOfAll(index)).mean),
    ),
    titled(moneyHeader('Standard deviation'), 'number', 13, (_, index) =>
      live(`STDEV(${cells(index, 1)})`, Math.sqrt(sampleMoments(model.costsOfAll(index)).variance)),
    ),
  ];
}

function ofReplication(model: ForecastModel, replication: number): readonly Column[] {
  const words = `replication ${replication + 1}`;
  return usedAndCharged(model, replicationColumn(replication), {
    headers: [`CU-hours, ${words}`, `Cost, ${words}`],
    days: DAY_COLUMNS.use + replication,
    hours: (index) => model.hoursOf(index, model.expected, replication),
  });
}

function ofCase(model: ForecastModel, which: number): readonly Column[] {
  const own = model.cases[which]!;
  return usedAndCharged(model, caseColumn(model, which), {
    headers: [`${own.name}: CU-hours`, `${own.name}: cost`],
    days: caseUseColumn(model, which),
    hours: (index) => model.hoursOf(index, own),
  });
}

/** CU-hours of bills and what they cost. @param at the first of both columns */
function usedAndCharged(
  model: ForecastModel,
  at: number,
  of: {
    readonly headers: readonly [hours: string, cost: string];
    /** The column of the sheet of days that has them. */
    readonly days: number;
    readonly hours: (index: number) => number;
  },
): readonly Column[] {
  const prices = (index: number) => priceCells((price) => listedCell(index, BILL_COLUMNS[price]));
  const cost = (index: number) => monthFormula(listedCell(index, at), prices(index));
  return [
    titled(of.headers[0], 'hours', 14, (_, index) =>
      live(hoursFormula(model, of.days, index), of.hours(index)),
    ),
    moneyColumn(of.headers[1], 13, (_, index) => live(cost(index), model.cost(index, of.hours(index)))),
  ];
}

/** CU-hours of a bill: those of its days, no more than the plan has. */
function hoursFormula(model: ForecastModel, column: number, index: number): string {
  const sum = `SUMIFS(${dayRange(model, column)},${dayRange(model, DAY_COLUMNS.bill)},${index + 1})`;
  return `MIN(${sum},${listedCell(index, BILL_COLUMNS.quota)})`;
}
