import { suggestion } from '../../../kernel/nearest-name.js';
import { measureOfName } from '../cells/measure.js';
import { namesUnit, numericMoments } from '../cells/numeric-moments.js';
import * as words from '../cells/vocabulary.js';
import { countText } from '../reading/moment-text.js';
import { Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { type Column, numbersOf } from './column.js';
import type { Table } from './table.js';

/** The columns that hold the time: one, those of date and clock, or the numbers of the rows. */
export interface TimeColumns {
  /** `undefined` if no column holds times. */
  readonly column: Column | undefined;
  /** Time of day to a column of days. */
  readonly clock: Column | undefined;
}

/** Finds the columns of the time. @throws Question if several hold times */
export function timeColumns(table: Table, options: ReadingOptions): TimeColumns {
  const column = options.time === undefined ? usualTime(table) : namedColumn(table, options.time);
  const clock =
    column?.is_dated === true
      ? table.columns.find((other) => other !== column && isClockOf(other, column))
      : undefined;
  return { column, clock };
}

/** Column by its name, else by its name in another case, else by its number from 1. */
export function namedColumn(table: Table, name: string): Column {
  const column = findColumn(table, name);
  if (column !== undefined) return column;
  const names = table.columns.map((one) => one.name);
  throw new Refusal(`the table has no column "${name}"${suggestion(name, names)}`);
}

/** The column of this name, or the columns of a sum such as `reads+writes`. */
export function addedColumns(table: Table, sum: string): readonly Column[] {
  const column = findColumn(table, sum);
  return column === undefined ? sum.split('+').map((name) => namedColumn(table, name)) : [column];
}

function findColumn(table: Table, name: string): Column | undefined {
  const all = [...table.columns, ...(table.cpu === undefined ? [] : [table.cpu.busy])];
  const exact = all.filter((column) => column.name === name);
  const alike =
    exact.length > 0 ? exact : all.filter((column) => column.name.toLowerCase() === name.toLowerCase());
  if (alike.length > 1)
    throw new Refusal(`${alike.length} columns are called "${name}"; say which by its number`);
  return alike[0] ?? table.columns.find(({ index }) => name === String(index + 1));
}

function usualTime(table: Table): Column | undefined {
  const named = (column: Column) => words.TIME.test(column.plain_name) || words.END.test(column.plain_name);
  const unix = (column: Column) =>
    column.is_numeric &&
    column.numbers!.english !== undefined &&
    !words.ID.test(column.plain_name) &&
    numericMoments(numbersOf(column), column.plain_name).some(({ is_unix }) => is_unix);
  const ranks: ((column: Column) => boolean)[] = [
    (column) => named(column) && (column.is_dated || unix(column)),
    (column) => column.is_dated,
    (column) => column.is_clock && named(column),
    (column) => column.is_numeric && named(column) && column.bad === 0,
    unix,
    (column) => column.is_clock,
    (column) =>
      column.is_numeric &&
      column.index === 0 &&
      measureOfName(column.name).is !== 'count' &&
      table.cpu?.parts.has(column) !== true &&
      isAscending(numbersOf(column)) &&
      (namesUnit(column.plain_name) || !isRowNumber(column)),
  ];
  for (const fits of ranks) {
    const all = table.columns.filter(fits);
    const found = all.length > 1 ? all.filter((column) => !isConstant(column)) : all;
    const begins = found.filter((column) => !words.END.test(column.plain_name));
    const usual = begins.length > 0 ? begins : found;
    const starts = usual.filter((column) => words.START.test(column.plain_name));
    if (
      usual.length === 1 ||
      starts.length === 1 ||
      (usual.length > 0 && usual.some((column) => !column.is_dated))
    )
      return starts[0] ?? usual[0];
    if (usual.length > 1)
      throw new Question(
        `${usual.length} columns hold times`,
        usual.map(({ name }) => ({ meaning: `"${name}" is the time of a row`, options: { time: name } })),
      );
  }
  return undefined;
}

export function isAscending(values: Float64Array): boolean {
  return values.length > 1 && values.every((value, i) => i === 0 || value >= values[i - 1]!);
}

/** Whether every row has the same time, as the bounds of a query have. */
function isConstant(column: Column): boolean {
  const values = column.moments[0]?.values.values() ?? numbersOf(column);
  return values.every((value) => value === values[0]);
}

export function isRowNumber(column: Column): boolean {
  if (!column.is_numeric) return false;
  const values = numbersOf(column);
  return values.length > 1 && values.every((value, i) => i === 0 || value === values[i - 1]! + 1);
}

function isClockOf(other: Column, date: Column): boolean {
  const one = date.moments[0]!;
  if (one.days < date.filled) return false;
  if (other.is_clock)
    return (
      other.moments.some(({ notation }) => notation.name === 'clock') &&
      !words.OTHER.test(other.plain_name.replace(/_time$/, ''))
    );
  if (!words.HOUR_OF_DAY.test(other.plain_name) || !other.is_numeric) return false;
  return numbersOf(other).every((value) => value >= 0 && value <= 24 && Math.round(100 * (value % 1)) < 60);
}

/** `10` and `10.30` are hours and minutes. */
export function clockOfNumber(number: number): number {
  return Math.floor(number) * 3600 + Math.round(100 * (number % 1)) * 60;
}

/** Whether hours are named by their ends. */
export function namesEnds(clock: Column): boolean {
  if (clock.is_clock) return false;
  const hours = numbersOf(clock);
  return !hours.includes(0) && (hours.includes(24) || words.HOUR_ENDING.test(clock.plain_name));
}

export function refuseEmpty({ name, filled, rows, ends_with_totals }: Column): void {
  if (filled === rows || ends_with_totals) return;
  throw new Refusal(`${countText(rows - filled, 'row has', 'rows have')} no time in column "${name}"`);
}

export function refuseBadTime({ name }: Column, { cell, line }: { cell: string; line: number }): never {
  throw new Refusal(`"${cell}" in column "${name}" is not a time`, undefined, line);
}

export function refuseFalling(seconds: Float64Array, name: string): void {
  if (!isAscending(seconds))
    throw new Refusal(`the times of column "${name}" begin again each day or hour; they need the date`);
}
