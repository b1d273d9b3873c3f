import { DAY_SECONDS } from '../../../kernel/units.js';
import { measureOfName, plainName } from '../cells/measure.js';
import { namesUnit, numericMoments } from '../cells/numeric-moments.js';
import * as words from '../cells/vocabulary.js';
import { countText } from '../reading/moment-text.js';
import { Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { type Column, numbersOf } from './column.js';
import { openOrders } from './date-order.js';
import type { Table } from './table.js';
import { isAscending, isRowNumber, timeColumns } from './time-column.js';
import { localTimes, orderedTimes, zoneOfName } from './zones.js';

/** When the rows were. */
export interface TimeOfRows {
  /** By row; NaN for a row that is left out. */
  readonly seconds: Float64Array;
  /** Whether the seconds are Unix times. */
  readonly dated: boolean;
  /** Whether the times are the ends of intervals. */
  readonly ends: boolean;
  /** Seconds of an interval, if the cells have both of its bounds. */
  readonly width?: number | undefined;
  readonly columns: ReadonlySet<Column>;
  readonly name: string;
  /** The notation of the times, in words. */
  readonly holds: string;
}

/** Finds the column of the time, or those of date and clock, and reads it. */
export function timeOf(table: Table, options: ReadingOptions, notes: string[]): TimeOfRows {
  const { column, clock } = timeColumns(table, options);
  if (column === undefined) return rowNumbers(table, table.columns.find(isRowNumber), options);
  const { name } = column;
  const plain = plainName(name);
  const ends = words.END.test(plain);
  const columns = new Set([column]);
  if (column.is_dated) {
    const of_day =
      clock && (clock.moments[0]?.values.values() ?? numbersOf(clock).map((hour) => hour * 3600));
    const seconds = datedSeconds(column, of_day, options, notes);
    const all = { seconds, dated: true, name, holds: 'timestamps', width: widthOf(column) };
    if (clock === undefined) return { ...all, ends, columns };
    notes.push(`the date is in "${name}", the time of day in "${clock.name}"`);
    return { ...all, ends: false, columns: new Set([column, clock]) };
  }
  if (column.is_clock) {
    const seconds = column.moments[column.moments.length - 1]!.values.values();
    refuseOthers(column, notes);
    refuseFalling(seconds, name);
    const width = widthOf(column);
    return { seconds, dated: false, ends: false, columns, name, width, holds: 'elapsed times' };
  }
  if (!column.is_numeric) {
    const example = column.first_bad?.cell ?? [...column.words.keys()][0];
    throw new Refusal(
      `column "${name}" holds no times${example === undefined ? '' : `, such as "${example}"`}; expected timestamps, Unix times or seconds`,
    );
  }
  if (isRowNumber(column) && options.time_format === undefined && !isTime(column, plain, options))
    return rowNumbers(table, column, options);
  return { ...numericSeconds(column, plain, options), ends, columns, name };
}

function widthOf({ is_range, widths, name }: Column): number | undefined {
  if (!is_range) return undefined;
  const [width] = widths;
  if (widths.size === 1 && width! > 0) return width;
  throw new Refusal(`the intervals of column "${name}" have different widths`);
}

/** Whether numbers that rise by 1 are times: 0, 1, 2 under a name without a unit only number the rows. */
function isTime(column: Column, plain: string, { kind }: ReadingOptions): boolean {
  if (!words.TIME.test(plain)) return false;
  return namesUnit(plain) || numbersOf(column)[0]! > 1 || kind === 'arrivals';
}

const ORDERS = { dmy: 'day, month, year', mdy: 'month, day, year', ymd: 'year, month, day' } as const;

/** @param of_day seconds of the day by row, if another column holds them */
function datedSeconds(
  column: Column,
  of_day: Float64Array | undefined,
  options: ReadingOptions,
  notes: string[],
): Float64Array {
  const wanted = column.moments
    .filter(({ notation: { name } }) =>
      options.dates === undefined ? name !== 'clock' && name !== 'elapsed' : name === options.dates,
    )
    .map((moments) => {
      const days = moments.values.values();
      const seconds = of_day === undefined ? days : days.map((day, i) => day + of_day[i]!);
      return { moments, name: moments.notation.name as 'dmy' | 'month-year', seconds };
    });
  if (wanted.length === 0)
    throw new Refusal(`column "${column.name}" is not written in the order ${options.dates}`);
  const open = openOrders(wanted);
  if (open.length > 1) {
    throw new Question(
      `the order of day and month in column "${column.name}" is not clear`,
      open.map(({ name }) => ({ meaning: ORDERS[name as 'dmy'], options: { dates: name as 'dmy' } })),
    );
  }
  const { moments, name, seconds } = open[0]!;
  if (wanted.length > 1)
    notes.push(`dates are read as ${ORDERS[name as 'dmy']}: only then do the rows follow each other`);
  refuseOthers(column, notes);
  if (name === 'month-year') refuseOtherSteps(column, seconds);
  if (column.has_unclear_zones)
    throw new Refusal(
      `what follows the dash in column "${column.name}" is not a time zone: it changes with each row`,
      'write the beginning of each interval alone',
    );
  if (moments.zoned && moments.unzoned)
    throw new Refusal(`some times of column "${column.name}" name a time zone and others do not`);
  if (moments.days > 0 && moments.days < column.filled - column.totals.length)
    throw new Refusal(
      `some cells of column "${column.name}" are a day alone; such a row may be the sum of its day`,
      'take these rows out',
    );
  refuseTwelveHourClock(seconds, column.name);
  if (moments.zoned) return seconds;
  const zone = options.zone ?? zoneOfName(column.name);
  if (zone === undefined) {
    notes.push('the times name no time zone; they are read as UTC');
    return seconds;
  }
  const times = localTimes(zone);
  if (times !== undefined) return orderedTimes(seconds, times);
  throw new Question(
    `column "${column.name}" names a zone with several meanings`,
    ['UTC', '+01:00', '-05:00'].map((one) => ({ meaning: `times in ${one}`, options: { zone: one } })),
  );
}

/** Part of a day on a clock of 12 hours goes back from 12 to 1; a whole day has each time twice and is asked about. */
function refuseTwelveHourClock(seconds: Float64Array, name: string): void {
  const times = seconds.filter((time) => !Number.isNaN(time));
  let goes_back = false;
  let before = { time: Number.NEGATIVE_INFINITY, hour: 0 };
  for (const time of times) {
    const hour = Math.floor((time % DAY_SECONDS) / 3600);
    if (hour < 1 || hour > 12) return;
    if (time < before.time) {
      if (before.hour !== 12 || hour !== 1) return;
      goes_back = true;
    }
    before = { time, hour };
  }
  if (goes_back && new Set(times).size === times.length) {
    throw new Refusal(`the hours of column "${name}" go from 12 to 1; they need AM or PM`);
  }
}

/** Leaves out rows such as `Total`; refuses any other cell that is not a time. */
function refuseOthers(column: Column, notes: string[]): void {
  refuseEmpty(column);
  const { first_not_time, totals } = column;
  if (first_not_time !== undefined) refuseBadTime(column, first_not_time);
  if (totals.length === 0) return;
  const names = [...new Set(totals)].join(', ').slice(0, 100);
  notes.push(`${countText(totals.length, 'row', 'rows')} of totals left out: ${names}`);
}

function refuseEmpty({ name, filled, rows }: Column): void {
  if (filled === rows) return;
  throw new Refusal(`${countText(rows - filled, 'row has', 'rows have')} no time in column "${name}"`);
}

function refuseBadTime({ name }: Column, { cell, line }: { cell: string; line: number }): never {
  throw new Refusal(`"${cell}" in column "${name}" is not a time`, undefined, line);
}

/** `Jan-26` is a month of 2026 if the rows are months that follow each other; it may be a day otherwise. */
function refuseOtherSteps({ name }: Column, seconds: Float64Array): void {
  const times = seconds.filter((time) => !Number.isNaN(time));
  const isMonth = (step: number) => step >= 28 * DAY_SECONDS && step <= 31 * DAY_SECONDS;
  if (times.every((time, i) => i === 0 || isMonth(Math.abs(time - times[i - 1]!)))) return;
  throw new Refusal(
    `the times of column "${name}" have no year, or years of two digits; write the year in full`,
  );
}

function refuseFalling(seconds: Float64Array, name: string): void {
  if (!isAscending(seconds))
    throw new Refusal(`the times of column "${name}" begin again each day or hour; they need the date`);
}

function numericSeconds(column: Column, plain: string, options: ReadingOptions) {
  const { name } = column;
  const values = numbersOf(column);
  refuseEmpty(column);
  if (column.first_bad !== undefined && (column.bad > 1 || !words.TOTAL_ROW.test(column.first_bad.cell)))
    refuseBadTime(column, column.first_bad);
  const unit = [...column.numbers!.units].find((one) => one !== '');
  if (unit !== undefined && /^[/.-]\d/.test(unit))
    throw new Refusal(
      `the dates of column "${name}" cannot all be read in one order; one ends with "${unit}"`,
    );
  if (unit !== undefined)
    throw new Refusal(
      `the times of column "${name}" are numbers with "${unit}"; expected timestamps, or numbers alone`,
    );
  if (column.numbers!.exponents)
    throw new Refusal(`the times of column "${name}" are rounded; export them with all digits`);
  const is_offset_name = /offset|elapsed|arriv/.test(plain);
  const is_calendar_name = /^(?:month|quarter|year|epoch|period|bucket|interval|when)/.test(plain);
  const all = numericMoments(values, plain).filter(
    ({ dated }) => !(dated && is_offset_name && values[0]! < 1e5),
  );
  const { time_format } = options;
  const chosen = all.filter(({ format }) => time_format === undefined || format === time_format);
  if (chosen.length === 0) {
    const expected = time_format ?? 'Unix times or offsets';
    throw new Refusal(`the numbers of column "${name}" are not times; expected ${expected}`);
  }
  const unix = chosen.filter(({ is_unix }) => is_unix);
  const dated = unix.length === 1 && !/date|day/.test(plain) ? unix : chosen.filter((one) => one.dated);
  if (dated.length === 1 && (chosen.length === 1 || words.TIME.test(plain) || unix.length === 1))
    return { seconds: values.map(dated[0]!.read), dated: true, holds: dated[0]!.name };
  if (chosen.length > 1) {
    throw new Question(
      `the numbers of column "${name}" have several meanings`,
      chosen.map((one) => ({ meaning: one.name, options: { time_format: one.format } })),
    );
  }
  const offset = chosen[0]!;
  const seconds = values.map(offset.read);
  const ends = [seconds[0]!, seconds[seconds.length - 1]!];
  const span = Math.abs(ends[1]! - ends[0]!);
  const is_far = Math.min(...ends) > 10 * Math.max(span, 1);
  if (time_format === undefined && ((!is_offset_name && is_far) || is_calendar_name)) {
    throw new Refusal(
      `the numbers of column "${name}" ${is_far ? 'begin far above 0' : 'have no unit'}; expected a name with a unit, such as ${name}_s`,
    );
  }
  if (!isAscending(seconds)) {
    if (offset.unit_seconds >= 60) refuseFalling(seconds, name);
    if (!is_offset_name && !words.TIME.test(plain))
      throw new Refusal(`the numbers of column "${name}" do not rise; they are not times`);
  }
  return { seconds, dated: false, holds: offset.name };
}

/** A table ordered only by its rows: the width of a row has to be given. */
function rowNumbers(table: Table, column: Column | undefined, options: ReadingOptions): TimeOfRows {
  if (column === undefined) {
    const mixed = table.columns.find(
      ({ moments, first_bad, name }) =>
        first_bad !== undefined && (moments.length > 0 || words.TIME.test(plainName(name))),
    );
    if (mixed !== undefined) refuseBadTime(mixed, mixed.first_bad!);
    const named = table.columns.find(
      ({ name, words: cells }) => cells.size > 0 && words.TIME.test(plainName(name)),
    );
    if (named !== undefined)
      throw new Refusal(
        `column "${named.name}" holds "${[...named.words.keys()][0]}", which is not a time`,
        'write dates with their year, such as 2026-01-05',
      );
    const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
    const may_be_time = table.columns.some(
      (column) =>
        column.is_numeric && measureOfName(column.name).is !== 'count' && isAscending(numbersOf(column)),
    );
    throw new Refusal(
      `no column holds the time; the file has ${names}`,
      may_be_time ? 'name it with --time' : 'export a row per interval or query, with its time',
    );
  }
  const { interval_seconds } = options;
  if (interval_seconds === undefined) {
    throw new Refusal(
      `column "${column.name}" numbers the rows; expected the time of a row`,
      'add the length of a row, as in --interval 1h',
    );
  }
  const values = numbersOf(column);
  return {
    seconds: values.map((value) => (value - values[0]!) * interval_seconds),
    dated: false,
    ends: false,
    columns: new Set([column]),
    name: column.name,
    holds: 'row numbers',
  };
}
