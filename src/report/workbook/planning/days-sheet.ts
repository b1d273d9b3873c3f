import type { Book } from '../cells/book.js';
import { formula } from '../cells/cell.js';
import { column, keyed, type RowCells, type SheetColumn, type Table } from '../cells/table.js';
import { spreadsheetTime } from '../formula/spreadsheet-time.js';
import { PLANNING, SHEETS } from '../months/planning-names.js';
import type { ForecastDay, ForecastModel, GrowthCase } from './forecast-model.js';

const NOTE =
  'every day of the forecast: its load by the growth in use, and its CU-hours by straight lines between the loads that were simulated (sheet Data)';
const WEEKDAYS = 7;
/** A load that is beyond those simulated by less is one of them: they are rounded. */
const ROUNDED = 0.001;

/** The key of a column that belongs to a replication (`r`) or a case of growth (`c`), from 0. */
export const dayKey = (key: 'use' | 'load' | 'place', of: 'r' | 'c', index: number) => `${key} ${of}${index}`;

/** Adds the sheet with a row per day. */
export function addDays(book: Book, model: ForecastModel): Table {
  const { replications } = model.forecast;
  const columns = [
    ...dayColumns(model),
    ...Array.from({ length: replications }, (_, replication) =>
      keyed<ForecastDay>(
        dayKey('use', 'r', replication),
        `CU-hours, replication ${replication + 1}`,
        'hours',
        (_day, at) => formula(useFormula(at('place'), at('part'), weekdayColumn(at, replication))),
        14,
      ),
    ),
    ...model.cases.flatMap((each, index) => caseColumns(model, each, index)),
  ];
  return book.working(SHEETS.days).listing(NOTE, columns, model.days, 1);
}

function dayColumns(model: ForecastModel): readonly SheetColumn<ForecastDay>[] {
  return [
    column('day', ({ epoch_seconds }) => spreadsheetTime(epoch_seconds), 'day', 12),
    column('bill', ({ bill }) => bill, 'count', 8),
    keyed('weekday', 'Weekday, 1 is Monday', 'count', ({ weekday }) => weekday, 11),
    keyed('months', 'Months of growth', 'number', ({ months }) => months, 11),
    keyed(
      'load',
      'Load',
      'factor',
      (_, at) => formula(loadFormula(PLANNING.chosen_growth, at('months'))),
      11,
    ),
    keyed('place', 'Simulated level below', 'count', (_, at) => formula(placeFormula(at('load'), model)), 11),
    keyed(
      'part',
      'Part of the way to the next',
      'number',
      (_, at) => formula(partFormula(at('load'), at('place'))),
      11,
    ),
    keyed(
      'fixed',
      'CU-hours that do not grow',
      'hours',
      (_, at) => formula(`INDEX(${PLANNING.uses},1,${weekdayColumn(at, model.forecast.replications)})`),
      14,
    ),
  ];
}

/** A case beside the one in use, by the means of the replications. */
function caseColumns(
  model: ForecastModel,
  own: GrowthCase,
  index: number,
): readonly SheetColumn<ForecastDay>[] {
  const [load, place, use] = (['load', 'place', 'use'] as const).map((key) => dayKey(key, 'c', index)) as [
    string,
    string,
    string,
  ];
  return [
    keyed(load, `${own.name}: load`, 'factor', (_, at) => formula(loadFormula(own.cell, at('months'))), 11),
    keyed(place, `${own.name}: level`, 'count', (_, at) => formula(placeFormula(at(load), model)), 11),
    keyed(
      use,
      `${own.name}: CU-hours`,
      'hours',
      (_, at) => {
        const part = `(${partFormula(at(load), at(place))})`;
        return formula(useFormula(at(place), part, weekdayColumn(at, model.forecast.replications)));
      },
      14,
    ),
  ];
}

/** The column of the simulated use for a weekday: seven each for the replications, then their means. */
function weekdayColumn(at: RowCells, replication: number): string {
  return replication === 0 ? at('weekday') : `${at('weekday')}+${WEEKDAYS * replication}`;
}

/** The load of a day: never beyond the largest that was simulated. */
function loadFormula(growth: string, months: string): string {
  const load = `(1+${growth})^${months}`;
  const { least, largest } = PLANNING;
  const below = `IF(AND(${load}<${least},${load}>=${least}*${1 - ROUNDED}),${least},${load})`;
  return `IF(${load}>${largest},${largest},${below})`;
}

/** Whether a load that has grown for some months is beyond those that were simulated, as a condition. */
export function isBeyond(growth: string, months: string | number): string {
  const load = `(1+${growth})^${months}`;
  const { least, largest } = PLANNING;
  return `OR(${load}>${largest}*${1 + ROUNDED},${load}<${least}*${1 - ROUNDED})`;
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
