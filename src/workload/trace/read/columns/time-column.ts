import { TraceError } from '../../trace-error.js';
import { isMoment } from '../cells/time-reader.js';
import { parseElapsed, parseNumber } from '../cells/time-text.js';
import { isEndName, isIdName, isPartOfDayName, isTimeName, isValueName } from './column-names.js';
import { type ColumnChoice, listedColumns, namedColumn, type Table } from './table.js';

const DATE_ONLY = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/;
/** `5.1.2026`, `Jan 5, 2026`, `5 Okt 2026`, `2026-01`, `2026-W02`: whoever finds no other time must not take a count for it. */
const DATE_LIKE =
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|^\d{4}[-/](?:\d{1,2}|[QW]\d{1,2})$|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez)[a-zé]*\b.*\d/i;
const CLOCK_ONLY = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/**
 * The column with the moment of a row: as named, else by a usual name, else the first that holds timestamps or
 * Unix times in order, else the first whose numbers rise. Ids and row numbers are none.
 *
 * @param alone whether the time may be the file's only column
 * @throws TraceError when no column is certain to be it
 */
export function timeColumn(table: Table, wanted: string | undefined, alone: boolean): ColumnChoice {
  const chosen = wanted === undefined ? foundColumn(table, alone) : namedColumn(table, wanted, 'time');
  refuseSplitMoment(table, chosen);
  return chosen;
}

function foundColumn(table: Table, alone: boolean): ColumnChoice {
  const { columns, rows } = table;
  if (table.has_header) {
    const named = columns.flatMap((name, i) => (isTimeName(name) ? [i] : []));
    // Beside its beginning the end of an interval tells nothing new.
    const ends = (i: number): number => (isEndName(columns[i]!) ? 1 : 0);
    const usual = named.toSorted((a, b) => ends(a) - ends(b));
    const readable = usual.filter((i) => isReadable(rows[0]![i] ?? ''));
    // The bounds of a query stand in every row of its answer.
    const best = readable.find((i) => rows.some((row) => row[i] !== rows[0]![i])) ?? readable[0] ?? usual[0];
    if (best !== undefined) {
      return { index: best, name: columns[best]!, why: 'a usual name for the time' };
    }
  }
  const candidates = columns.map((_, i) => i).filter((i) => !table.has_header || !isIdName(columns[i]!));
  const moment = candidates.find((i) => holdsMoments(rows, i));
  if (moment !== undefined) {
    return { index: moment, name: columns[moment]!, why: 'the first that holds timestamps' };
  }
  const dated = candidates.find((i) => rows.every((row) => DATE_LIKE.test(row[i] ?? '')));
  if (dated !== undefined) {
    throw new TraceError(
      table.file,
      `column "${columns[dated]!}" holds moments such as "${rows[0]![dated]!}", in a form that is not read; write the year first, as in 2026-01-05 14:30:00`,
    );
  }
  const isCount = (name: string) => table.has_header && isValueName(name, 'counts');
  const rising = candidates.find((i) => isRising(rows, i) && (!isCount(columns[i]!) || isNumbered(rows, i)));
  if (rising !== undefined && (columns.length > 1 || alone)) {
    if (isNumbered(rows, rising)) {
      const reason = `column "${columns[rising]!}" counts up by 1: it may be the number of a row, a year or a time in seconds`;
      throw new TraceError(
        table.file,
        `${reason}; say time: ${columns[rising]!} if it is the time${listedColumns(table)}`,
      );
    }
    return { index: rising, name: columns[rising]!, why: 'the first whose numbers rise from row to row' };
  }
  const reason =
    'no column holds the time of a row; expected one with timestamps, Unix times or seconds; say which, as in time: column';
  throw new TraceError(table.file, `${reason}${listedColumns(table)}`);
}

function isReadable(field: string): boolean {
  return isMoment(field) || !Number.isNaN(parseNumber(field)) || !Number.isNaN(parseElapsed(field));
}

/** Unix times of a recording follow each other; ids of the same size do not. */
function holdsMoments(rows: Table['rows'], column: number): boolean {
  if (!rows.every((row) => isMoment(row[column] ?? ''))) return false;
  const numbers = rows.map((row) => parseNumber(row[column]!));
  if (numbers.some(Number.isNaN)) return true;
  let up = 0;
  let down = 0;
  for (let i = 1; i < numbers.length; i++) {
    if (numbers[i]! >= numbers[i - 1]!) up += 1;
    if (numbers[i]! <= numbers[i - 1]!) down += 1;
  }
  return Math.max(up, down) >= 0.8 * (numbers.length - 1);
}

function isRising(rows: Table['rows'], column: number): boolean {
  const moments = rows.map((row) => {
    const field = row[column] ?? '';
    const number = parseNumber(field);
    return Number.isNaN(number) ? parseElapsed(field) : number;
  });
  return moments.every((moment, i) => !Number.isNaN(moment) && (i === 0 || moment >= moments[i - 1]!));
}

/** Whether rows are numbered, from 1 or any other number on. */
function isNumbered(rows: Table['rows'], column: number): boolean {
  const numbers = rows.map((row) => parseNumber(row[column] ?? ''));
  return numbers.length >= 3 && numbers.every((number, i) => number === numbers[0]! + i);
}

/** A day in one column and the time of day or the hour in another would be read as days alone. */
function refuseSplitMoment(table: Table, { index, name }: ColumnChoice): void {
  const { rows, columns } = table;
  const again = new Set(rows.map((row) => row[index])).size < rows.length;
  const part = columns.findIndex(
    (other, i) =>
      i !== index && isPartOfDayName(other) && rows.every((row) => /^[0-5]?\d$/.test(row[i] ?? '')),
  );
  if (table.has_header && again && part >= 0) throw splitMoment(table, name, columns[part]!);
  const all = (column: number, pattern: RegExp) => rows.every((row) => pattern.test(row[column] ?? ''));
  const [own, other] = all(index, DATE_ONLY) ? [DATE_ONLY, CLOCK_ONLY] : [CLOCK_ONLY, DATE_ONLY];
  if (!all(index, own)) return;
  const partner = columns.findIndex((_, i) => i !== index && all(i, other));
  if (partner >= 0) throw splitMoment(table, name, columns[partner]!);
}

function splitMoment({ file }: Table, name: string, partner: string): TraceError {
  return new TraceError(
    file,
    `the moment stands in two columns, "${name}" and "${partner}"; join them into one, such as 2026-01-05 14:30:00`,
  );
}
