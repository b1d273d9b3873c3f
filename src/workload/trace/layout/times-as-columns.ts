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

const HOUR = /^(\d{1,2})(?::00|h)?(?: ?-.*)?$/;

/** Columns that are parts of the time in the first cell of a row. */
interface PartColumns {
  readonly separator: string;
  /** `undefined` for another column, such as a total. */
  readonly timeAt: (row: string, column: string) => string | undefined;
}

/** A header of the hours of a day above rows of days, or of months or quarters above rows of years. */
export function partsAsColumns(header: string, row: string): PartColumns | undefined {
  for (const separator of [',', ';', '\t']) {
    const [, ...names] = splitFields(header, separator);
    const [first = ''] = splitFields(row, separator);
    const timeAt = isDate(first) ? hourAt(names) : /^\d{4}$/.test(first) ? monthAt : undefined;
    if (timeAt === undefined) continue;
    const parts = names.filter((name) => timeAt(first, name) !== undefined);
    if (parts.length >= MIN_DATES && parts.length >= names.length - 1) return { separator, timeAt };
  }
  return undefined;
}

/** Hours from 1 to 24 are their ends; numbers alone are hours if there are 24 of them. */
function hourAt(names: readonly string[]): PartColumns['timeAt'] | undefined {
  const hours = names.filter((name) => HOUR.test(name)).map((name) => Number.parseInt(name, 10));
  const are_numbers = names.some((name) => /^\d+$/.test(name));
  if (hours.length > 24 || (are_numbers && hours.length < 24)) return undefined;
  if (hours.some((hour, i) => hour !== hours[0]! + i)) return undefined;
  const first = hours.at(-1) === 24 ? 1 : 0;
  const hourOf = (name: string) => String(Number.parseInt(name, 10) - first).padStart(2, '0');
  return (day, name) => (HOUR.test(name) ? `${day} ${hourOf(name)}:00` : undefined);
}

function monthAt(year: string, name: string): string | undefined {
  if (!/^\d{4}$/.test(year)) return year;
  return isDate(`${name} ${year}`) ? `${name} ${year}` : undefined;
}

export function partRecords(lines: readonly string[], { separator, timeAt }: PartColumns): readonly Fields[] {
  const [names = [], ...rows] = lines.map((line) => splitFields(line, separator));
  return rows.flatMap(([row = '', ...cells]) =>
    names.slice(1).flatMap((name, i) => {
      const time = row === '' ? undefined : timeAt(row, name);
      return time === undefined
        ? []
        : [
            new Map([
              ['time', time],
              ['value', cells[i] ?? ''],
            ]),
          ];
    }),
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
