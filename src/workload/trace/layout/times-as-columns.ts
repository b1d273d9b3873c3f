import { minOf } from '../../../kernel/sums.js';
import { isDate } from '../cells/moments.js';
import { Refusal } from '../reading/question.js';
import { splitFields } from './csv-rows.js';

type Fields = ReadonlyMap<string, string>;

/** Maximum series: more rows do not describe one system. */
const MAX_SERIES = 1000;
/** Fewer dates may be bounds of a period. */
const MIN_DATES = 3;

const isMoment = (cell: string) => isDate(cell) || /^\d{1,2}:\d{2}(?::\d{2})?$/.test(cell);

/** Whether the keys of an object are milliseconds, dates, or seconds at even distances; ids may look like seconds. */
export function keysAreTimes(fields: object): boolean {
  const keys = Object.keys(fields);
  if (keys.length < 2 || keys.every((key) => /^\d{13}$|^\d{4}-\d\d-/.test(key))) return keys.length > 1;
  if (keys.length < 3 || !keys.every((key) => /^\d{10}$/.test(key))) return false;
  const steps = keys.slice(1).map((key, i) => Number(key) - Number(keys[i]));
  const shortest = minOf(steps);
  return steps.every((step) => step > 0 && step % shortest === 0);
}

/** A header of dates or clocks above rows that are series: how it is separated; `undefined` for any other header. */
export function datesAsColumns(header: string, row: string): string | undefined {
  return [',', ';', '\t'].find((separator) => {
    const names = splitFields(header, separator);
    const cells = splitFields(row, separator);
    const dates = names.filter(isMoment);
    return (
      dates.length >= MIN_DATES &&
      dates.length > names.length / 2 &&
      !isMoment(names[0]!) &&
      !cells.some(isMoment)
    );
  });
}

const HOUR = /^h?(\d{1,2})(?::00|h)?(?: ?-.*)?$/i;

/** Columns that are parts of the time in the first cell of a row. */
interface PartColumns {
  readonly separator: string;
  /** `undefined` for another column, such as a total. */
  readonly timeAt: (row: string, column: string) => string | undefined;
  /** Name of the values. */
  readonly value: string;
}

/**
 * A header of the hours of a day above rows of days, of months or quarters above rows of years, or the weekdays and
 * hours of a week, whose cells may add several weeks.
 */
export function partsAsColumns(header: string, row: string): PartColumns | undefined {
  for (const separator of [',', ';', '\t']) {
    const [, ...names] = splitFields(header, separator);
    const [first = ''] = splitFields(row, separator);
    const is_week = weekdayOf(first) >= 0 || names.filter((name) => weekdayOf(name) >= 0).length === 7;
    const timeAt = is_week
      ? weekAt(first, names)
      : isDate(first)
        ? hourAt(names)
        : /^\d{4}$/.test(first)
          ? monthAt
          : undefined;
    if (timeAt === undefined) continue;
    const parts = names.filter((name) => timeAt(first, name) !== undefined);
    if (parts.length >= MIN_DATES && parts.length >= names.length - 1)
      return { separator, timeAt, value: is_week ? WEEK : 'value' };
  }
  return undefined;
}

/** Names the values so that their meaning is asked: a cell may add several weeks. */
const WEEK = 'hour of a week';
/** First letters of the weekdays in English, German, French and Spanish. */
const WEEKDAYS = [
  /^(?:mon|lun)/i,
  /^(?:tue|die|mar)/i,
  /^(?:wed|mit|mer|mi[eé])/i,
  /^(?:thu|don|jeu|jue)/i,
  /^(?:fri|fre|ven|vie)/i,
  /^(?:sat|sam|s[aá]b)/i,
  /^(?:sun|son|dim|dom)/i,
];
const weekdayOf = (name: string) => WEEKDAYS.findIndex((day) => day.test(name));

/** Times since Monday, 00:00, of weekdays above hours or of hours above weekdays. */
function weekAt(first: string, names: readonly string[]): PartColumns['timeAt'] | undefined {
  const hourOf = weekdayOf(first) >= 0 ? hourIn(names) : hourNumber;
  return (row, column) => {
    const [day, hour] = weekdayOf(row) >= 0 ? [row, column] : [column, row];
    const of_day = hourOf?.(hour);
    return of_day === undefined || weekdayOf(day) < 0
      ? undefined
      : `${String(24 * weekdayOf(day) + of_day).padStart(3, '0')}:00:00`;
  };
}

function hourAt(names: readonly string[]): PartColumns['timeAt'] | undefined {
  const hourOf = hourIn(names);
  return (day, name) => {
    const hour = hourOf?.(name);
    return hour === undefined ? undefined : `${day} ${String(hour).padStart(2, '0')}:00`;
  };
}

const hourNumber = (name: string) => (HOUR.test(name) ? Number(/\d+/.exec(name)![0]) : undefined);

/** The hour that a name gives. Hours from 1 to 24 are their ends; numbers alone are hours if there are 24 of them. */
function hourIn(names: readonly string[]): ((name: string) => number | undefined) | undefined {
  const hours = names.map(hourNumber).filter((hour) => hour !== undefined);
  const are_numbers = names.some((name) => /^\d+$/.test(name));
  if (hours.length > 24 || (are_numbers && hours.length < 24)) return undefined;
  if (hours.some((hour, i) => hour !== hours[0]! + i)) return undefined;
  const first = hours.at(-1) === 24 ? 1 : 0;
  return (name) => (HOUR.test(name) ? hourNumber(name)! - first : undefined);
}

function monthAt(year: string, name: string): string | undefined {
  if (!/^\d{4}$/.test(year)) return year;
  return isDate(`${name} ${year}`) ? `${name} ${year}` : undefined;
}

export function partRecords(
  lines: readonly string[],
  { separator, timeAt, value }: PartColumns,
): readonly Fields[] {
  const [names = [], ...rows] = lines.map((line) => splitFields(line, separator));
  const records = rows.flatMap(([row = '', ...cells]) =>
    names.slice(1).flatMap((name, i) => {
      const time = row === '' ? undefined : timeAt(row, name);
      return time === undefined ? [] : [{ time, cell: cells[i] ?? '' }];
    }),
  );
  // Hours above weekdays are not in the order of a week.
  if (value === WEEK) records.sort((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time)));
  return records.map(
    ({ time, cell }) =>
      new Map([
        ['time', time],
        [value, cell],
      ]),
  );
}

/** A record for each date, with a cell for each row under the words of the row. */
export function turnedRecords(
  [header = '', ...lines]: readonly string[],
  separator: string,
): readonly Fields[] {
  const names = splitFields(header, separator);
  const first = names.findIndex(isMoment);
  const rows = lines.filter((line) => line.trim() !== '').map((line) => splitFields(line, separator));
  if (rows.length > MAX_SERIES)
    throw new Refusal(
      `the dates are columns, and ${rows.length} rows are series; expected at most ${MAX_SERIES}`,
      'add the rows up first',
    );
  return names.flatMap((name, column) =>
    isMoment(name)
      ? [
          new Map([
            ['date', name],
            ...rows.map(
              (row, i) => [row.slice(0, first).join(' ') || String(i + 2), row[column] ?? ''] as const,
            ),
          ]),
        ]
      : [],
  );
}
