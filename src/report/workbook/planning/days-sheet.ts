import type { Book } from '../cells/book.js';
import { columnRange, listed, listedCell, live, numbered } from '../cells/live.js';
import { column, type SheetColumn, titled } from '../cells/sheet.js';
import { spreadsheetTime } from '../cells/spreadsheet-time.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import {
  type ForecastDay,
  type ForecastModel,
  type GrowthCase,
  ROUNDED,
  useColumn,
} from './forecast-model.js';

/** Columns of the sheet. */
export const DAY_COLUMNS = numbered(
  ['day', 'bill', 'weekday', 'months'],
  ['load', 'place', 'part', 'fixed'],
  ['use'],
);

const NOTE =
  'every day of the forecast: its load by the growth in use, and its CU-hours by straight lines between the loads that were simulated (sheet Data)';

/** The columns of a case beside those of the one in use: load, level, CU-hours. */
const CASE_COLUMNS = 3;

/** Adds the sheet with a row per day. */
export function addDays(book: Book, model: ForecastModel): void {
  const sheet = book.sheet(SHEETS.days);
  const columns = [
    ...dayColumns(model),
    ...model.cases.flatMap((each, index) => caseColumns(model, each, index)),
  ];
  sheet.listing(NOTE, columns, model.days, 1);
}

/** The cells of a column for all days, from another sheet. */
export function dayRange({ days }: ForecastModel, at: number): string {
  return columnRange(listed(days.length), at, SHEETS.days);
}

/** The column of the load in a case. */
export function caseLoadColumn({ replications }: Pick<ForecastModel, 'replications'>, index: number): number {
  return DAY_COLUMNS.use + replications + CASE_COLUMNS * index;
}

/** The column of the CU-hours in a case, all replications in one. */
export function caseUseColumn({ replications }: ForecastModel, index: number): number {
  return caseLoadColumn({ replications }, index) + 2;
}

function dayColumns(model: ForecastModel): readonly SheetColumn<ForecastDay>[] {
  const { expected, replications } = model;
  const loadOf = (day: ForecastDay) => model.load(expected, day);
  const uses = Array.from({ length: replications }, (_, replication) =>
    titled<ForecastDay>(`CU-hours, replication ${replication + 1}`, 'hours', 14, (day, index) => {
      const formula = useFormula(
        listedCell(index, DAY_COLUMNS.place),
        listedCell(index, DAY_COLUMNS.part),
        useColumn(listedCell(index, DAY_COLUMNS.weekday), replication),
      );
      return live(formula, model.use(loadOf(day), day.weekday, replication));
    }),
  );
  return [
    column('day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 'day', 12),
    column('bill', ({ bill }) => bill, 'count', 8),
    titled('Weekday, 1 is Monday', 'count', 11, ({ weekday }) => weekday),
    titled('Months of growth', 'number', 11, ({ months }) => months),
    titled('Load', 'factor', 11, (day, index) =>
      live(loadFormula(PLANNING.chosen_growth, listedCell(index, DAY_COLUMNS.months)), loadOf(day)),
    ),
    titled('Simulated level below', 'count', 11, (day, index) =>
      live(placeFormula(listedCell(index, DAY_COLUMNS.load), model), model.place(loadOf(day))),
    ),
    titled('Part of the way to the next', 'number', 11, (day, index) => {
      const [load, place] = [listedCell(index, DAY_COLUMNS.load), listedCell(index, DAY_COLUMNS.place)];
      return live(partFormula(load, place), model.part(loadOf(day)));
    }),
    titled('CU-hours that do not grow', 'hours', 14, ({ weekday }, index) => {
      const means = useColumn(listedCell(index, DAY_COLUMNS.weekday), replications);
      return live(`INDEX(${PLANNING.uses},1,${means})`, model.atLevel(0, weekday));
    }),
    ...uses,
  ];
}

/** A case beside the one in use, by the means of the replications. */
function caseColumns(
  model: ForecastModel,
  own: GrowthCase,
  index: number,
): readonly SheetColumn<ForecastDay>[] {
  const first = caseUseColumn(model, index) - 2;
  const means = (row: number) => useColumn(listedCell(row, DAY_COLUMNS.weekday), model.replications);
  return [
    titled<ForecastDay>(`${own.name}: load`, 'factor', 11, (day, row) =>
      live(loadFormula(own.cell, listedCell(row, DAY_COLUMNS.months)), model.load(own, day)),
    ),
    titled<ForecastDay>(`${own.name}: level`, 'count', 11, (day, row) =>
      live(placeFormula(listedCell(row, first), model), model.place(model.load(own, day))),
    ),
    titled<ForecastDay>(`${own.name}: CU-hours`, 'hours', 14, (day, row) => {
      const [load, place] = [listedCell(row, first), listedCell(row, first + 1)];
      const formula = useFormula(place, `(${partFormula(load, place)})`, means(row));
      return live(formula, model.use(model.load(own, day), day.weekday));
    }),
  ];
}

function loadFormula(growth: string, months: string): string {
  const load = `(1+${growth})^${months}`;
  const { least, largest } = PLANNING;
  const above = `IF(AND(${load}>${largest},${load}<=${largest}*${1 + ROUNDED}),${largest},${load})`;
  return `IF(AND(${load}<${least},${load}>=${least}*${1 - ROUNDED}),${least},${above})`;
}

function placeFormula(load: string, { levels }: ForecastModel): string {
  return `MIN(MATCH(${load},${PLANNING.loads},1),${levels.length - 1})`;
}

function partFormula(load: string, place: string): string {
  const at = (index: string) => `INDEX(${PLANNING.loads},${index})`;
  return `(${load}-${at(place)})/(${at(`${place}+1`)}-${at(place)})`;
}

function useFormula(place: string, part: string, weekday: string): string {
  const at = (index: string) => `INDEX(${PLANNING.uses},${index},${weekday})`;
  return `${at(place)}+${part}*(${at(`${place}+1`)}-${at(place)})`;
}
