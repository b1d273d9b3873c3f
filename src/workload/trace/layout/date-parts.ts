import { isDate } from '../cells/moments.js';
import { HOUR_OF_DAY } from '../cells/vocabulary.js';
import { splitFields } from './csv-rows.js';
import type { TableShape } from './header.js';

/** Names and cells of columns that hold the parts of a date. */
const PARTS: readonly (readonly [name: RegExp, cell: RegExp])[] = [
  [/^(?:year|yr|yyyy|jahr|ann[eé]e|año|anno|ano)$/i, /^\d{4}$/],
  [/^(?:month|mon|mm|monat|mois|mes|mese|mês)(?:[ _](?:no|num|number))?$/i, /^(?:\d{1,2}|\p{L}{3,10})$/u],
  [/^(?:day|dd|tag|jour|día|dia|giorno)(?:[ _]of[ _]month)?$/i, /^\d{1,2}$/],
  [HOUR_OF_DAY, /^\d{1,2}$/],
];

/** How to join the year, month, day and hour of a row, which are in a column each. */
export interface DateParts {
  readonly names: readonly string[];
  readonly join: (fields: readonly string[]) => string[];
}

/** @returns `undefined` if no two columns hold a year and a month */
export function datePartsOf({ names, separator }: TableShape, first_row: string): DateParts | undefined {
  const cells = splitFields(first_row, separator);
  const found = PARTS.map(([name, cell]) =>
    names.findIndex((one, i) => name.test(one.toLowerCase()) && cell.test(cells[i] ?? '')),
  );
  const missing = found.indexOf(-1);
  const at = missing < 0 ? found : found.slice(0, missing);
  if (at.length < 2 || found.some((one, part) => one >= 0 && part > at.length)) return undefined;
  const others = <T>(all: readonly T[]) => all.filter((_, i) => !at.includes(i));
  return {
    names: [at.map((i) => names[i]).join(' '), ...others(names)],
    join: (fields) => [joined(at.map((i) => fields[i] ?? '')), ...others(fields)],
  };
}

function joined([year = '', month = '', day, hour]: readonly string[]): string {
  if (!/^\d{4}$/.test(year) || month === '') return year;
  const two = (number: string) => number.padStart(2, '0');
  const date = /^\d/.test(month)
    ? [year, two(month), ...(day === undefined ? [] : [two(day)])].join('-')
    : `${day ?? ''} ${month} ${year}`.trim();
  return hour === undefined ? date : `${date} ${two(hour)}:00`;
}

const HOUR = /^(\d{1,2})(?:[:.h](\d{2}))?(?: ?(?:h|uhr))?$/i;

/**
 * Fills in dates that are only in the first row of each day, as merged cells of spreadsheets are: above hours that rise
 * from row to row in the second column.
 */
export function mergedDates(): (fields: string[]) => string[] {
  let date = '';
  let before = Number.NaN;
  return (fields) => {
    const [first = '', second = ''] = fields;
    const [, hour, minute = '0'] = HOUR.exec(second) ?? [];
    const minutes = Number(hour) * 60 + Number(minute);
    if (first !== '') date = isDate(first) ? first : '';
    else if (date !== '' && minutes > before) fields[0] = date;
    else date = '';
    before = minutes;
    return fields;
  };
}
