import type { Book } from '../cells/book.js';
import { cellName, live, rangeName } from '../cells/live.js';
import { column, LISTING_ROW, type SheetColumn } from '../cells/sheet.js';
import { spreadsheetTime } from '../cells/spreadsheet-time.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import {
  type ForecastDay,
  type ForecastModel,
  type GrowthCase,
  ROUNDED,
  useColumn,
} from './forecast-model.js';

/** Columns of the sheet, counted from 0. */
export const DAY_COLUMNS = {
  day: 0,
  bill: 1,
  weekday: 2,
  months: 3,
  load: 4,
  place: 5,
  part: 6,
  fixed: 7,
  use: 8,
} as const;

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
  return rangeName([LISTING_ROW, at], [LISTING_ROW + days.length - 1, at], SHEETS.days);
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
  const at = (index: number, of: number) => cellName(LISTING_ROW + index, of);
  const loadOf = (day: ForecastDay) => model.load(expected, day);
  const uses = Array.from({ length: replications }, (_, replication) =>
    column<ForecastDay>(
      `use_${replication}`,
      (day, index) => {
        const formula = useFormula(
          at(index, DAY_COLUMNS.place),
          at(index, DAY_COLUMNS.part),
          useColumn(at(index, DAY_COLUMNS.weekday), replication),
        );
        return live(formula, model.use(loadOf(day), day.weekday, replication));
      },
      'hours',
      14,
      `CU-hours, replication ${replication + 1}`,
    ),
  );
  return [
    column('day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 'day', 12),
    column('bill', ({ bill }) => bill, 'count', 8),
    column('weekday', ({ weekday }) => weekday, 'count', 11, 'Weekday, 1 is Monday'),
    column('months', ({ months }) => months, 'number', 11, 'Months of growth'),
    column(
      'load',
      (day, index) => live(loadFormula(PLANNING.chosen_growth, at(index, DAY_COLUMNS.months)), loadOf(day)),
      'factor',
      11,
      'Load',
    ),
    column(
      'place',
      (day, index) => live(placeFormula(at(index, DAY_COLUMNS.load), model), model.place(loadOf(day))),
      'count',
      11,
      'Simulated level below',
    ),
    column(
      'part',
      (day, index) => {
        const [load, place] = [at(index, DAY_COLUMNS.load), at(index, DAY_COLUMNS.place)];
        return live(partFormula(load, place), model.part(loadOf(day)));
      },
      'number',
      11,
      'Part of the way to the next',
    ),
    column(
      'fixed',
      ({ weekday }, index) => {
        const means = useColumn(at(index, DAY_COLUMNS.weekday), replications);
        return live(`INDEX(${PLANNING.uses},1,${means})`, model.atLevel(0, weekday));
      },
      'hours',
      14,
      'CU-hours that do not grow',
    ),
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
  const at = (row: number, of: number) => cellName(LISTING_ROW + row, of);
  const means = (row: number) => useColumn(at(row, DAY_COLUMNS.weekday), model.replications);
  return [
    column<ForecastDay>(
      `load_${index}`,
      (day, row) => live(loadFormula(own.cell, at(row, DAY_COLUMNS.months)), model.load(own, day)),
      'factor',
      11,
      `${own.name}: load`,
    ),
    column<ForecastDay>(
      `place_${index}`,
      (day, row) => live(placeFormula(at(row, first), model), model.place(model.load(own, day))),
      'count',
      11,
      `${own.name}: level`,
    ),
    column<ForecastDay>(
      `use_of_${index}`,
      (day, row) => {
        const [load, place] = [at(row, first), at(row, first + 1)];
        const formula = useFormula(place, `(${partFormula(load, place)})`, means(row));
        return live(formula, model.use(model.load(own, day), day.weekday));
      },
      'hours',
      14,
      `${own.name}: CU-hours`,
    ),
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
