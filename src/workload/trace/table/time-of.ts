import { sumOf } from '../../../kernel/sums.js';
import { DAY_SECONDS } from '../../../kernel/units.js';
import { measureOfName } from '../cells/measure.js';
import { namesUnit } from '../cells/numeric-moments.js';
import * as words from '../cells/vocabulary.js';
import { UNCLEAR_ZONES } from '../cells/zone-names.js';
import { countText } from '../reading/moment-text.js';
import { Question, Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';
import { type Column, numbersOf } from './column.js';
import { openOrders } from './date-order.js';
import { numericSeconds } from './numeric-time.js';
import type { Table } from './table.js';
import {
  clockOfNumber,
  isAscending,
  isRowNumber,
  namesEnds,
  refuseBadTime,
  refuseEmpty,
  refuseFalling,
  timeColumns,
} from './time-column.js';
import { givenWidth, widthOfRange } from './widths.js';
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
  if (column === undefined) return rowNumbers(table, table.columns.find(mayNumberRows), options);
  const { name, plain_name: plain } = column;
  column.ends_with_totals = endsWithTotals(table, column);
  if (column.ends_with_totals) notes.push('the last row is left out: it has no time, and sums of the others');
  const ends = words.END.test(plain);
  const columns = new Set([column]);
  if (column.is_dated) {
    const of_day = clock && (clock.moments[0]?.values.values() ?? numbersOf(clock).map(clockOfNumber));
    const seconds = datedSeconds(column, of_day, options, notes);
    const all = {
      seconds,
      dated: true,
      name,
      holds: 'timestamps',
      width: givenWidth(table, column),
    };
    if (clock === undefined) {
      if (column.moments[0]!.days > 0) refuseParts(table, column, seconds);
      return { ...all, ends, columns };
    }
    notes.push(`the date is in "${name}", the time of day in "${clock.name}"`);
    return { ...all, ends: namesEnds(clock), columns: new Set([column, clock]) };
  }
  if (column.is_clock) {
    const seconds = column.moments[column.moments.length - 1]!.values.values();
    refuseOthers(column, notes);
    refuseFalling(seconds, name);
    const is_clock_alone = column.moments.every(({ notation }) => notation.name === 'clock');
    if (is_clock_alone && !column.is_range && /offset|elapsed/.test(plain))
      throw new Refusal(
        `the times of column "${name}" may be hours and minutes, or minutes and seconds`,
        'write hours, minutes and seconds, such as 0:05:00',
      );
    const width = widthOfRange(column);
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
  const found = numericSeconds(column, plain, options);
  if (!found.dated) refuseParts(table, column, found.seconds);
  return { ...found, ends, columns, name };
}

function mayNumberRows(column: Column): boolean {
  const is_nameless = ['neutral', 'unknown'].includes(measureOfName(column.name).is);
  return isRowNumber(column) && (is_nameless || words.ID.test(column.plain_name));
}

/** Refuses times that repeat because another column holds a part of them, such as the hour. */
function refuseParts({ columns }: Table, column: Column, seconds: Float64Array): void {
  const isPart = (value: number) => Number.isInteger(value) && value >= 0 && value < 60;
  const part = columns.find(
    (other) =>
      other !== column &&
      other.is_numeric &&
      /^(?:hour|hr|minute|second)$/.test(other.plain_name) &&
      numbersOf(other).every(isPart),
  );
  const times = seconds.filter((time) => !Number.isNaN(time));
  if (part === undefined || new Set(times).size === times.length) return;
  throw new Refusal(
    `the time of a row is in "${column.name}" and "${part.name}"; expected one column of times`,
    'write both as one, such as 2026-01-05 13:00',
  );
}

/** Whether numbers that rise by 1 are times: 0, 1, 2 under a name without a unit only number the rows. */
function isTime(column: Column, plain: string, { kind }: ReadingOptions): boolean {
  if (namesUnit(plain)) return true;
  return words.TIME.test(plain) && (numbersOf(column)[0]! > 1 || kind === 'arrivals');
}

const ORDERS = { dmy: 'day, month, year', mdy: 'month, day, year', ymd: 'year, month, day' } as const;

/** @param of_day seconds of the day by row, if another column holds them */
function datedSeconds(
  column: Column,
  of_day: Float64Array | undefined,
  options: ReadingOptions,
  notes: string[],
): Float64Array {
  const dates = options.dates ?? orderOfName(column);
  const wanted = column.moments
    .filter(({ notation: { name } }) =>
      dates === undefined ? name !== 'clock' && name !== 'elapsed' : name === dates,
    )
    .map((moments) => {
      const days = moments.values.values();
      const seconds = of_day === undefined ? days : days.map((day, i) => day + of_day[i]!);
      return { moments, name: moments.notation.name as 'dmy' | 'month-year', seconds };
    });
  if (wanted.length === 0) throw new Refusal(`column "${column.name}" is not written in the order ${dates}`);
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
  const cells = column.filled - column.totals.length;
  for (const [part, count] of [
    ['day', moments.days],
    ['month', moments.months ?? 0],
  ] as const) {
    if (count > 0 && count < cells)
      throw new Refusal(
        `some cells of column "${column.name}" are a ${part} alone; such a row may be the sum of its ${part}`,
        'take these rows out',
      );
  }
  refuseTwelveHourClock(seconds, column.name);
  if (moments.zoned) return seconds;
  const zone = options.zone ?? moments.zone ?? zoneOfName(column.name);
  if (zone === undefined) {
    notes.push('the times name no time zone; they are read as UTC');
    return seconds;
  }
  const times = localTimes(zone);
  if (times !== undefined) return orderedTimes(seconds, times);
  throw new Question(
    `column "${column.name}" names a zone with several meanings`,
    (UNCLEAR_ZONES[zone.toUpperCase()] ?? ['UTC', '+01:00', '-05:00']).map((one) => ({
      meaning: `times in ${one}`,
      options: { zone: one },
    })),
  );
}

/** The order in a name such as `mm/dd/YYYY HH:MM` or `Datum (TT.MM.JJJJ)`. */
function orderOfName({ name, moments }: Column): ReadingOptions['dates'] {
  const order = /mm?\Wdd?\Wyy/i.test(name)
    ? 'mdy'
    : /(?:dd?|tt?|jj?)\Wmm?\W(?:yy|jj|aa)/i.test(name)
      ? 'dmy'
      : undefined;
  return moments.some(({ notation }) => notation.name === order) ? order : undefined;
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

/** Leaves out rows of totals; refuses any other cell that is not a time. */
function refuseOthers(column: Column, notes: string[]): void {
  refuseEmpty(column);
  const { first_not_time, totals } = column;
  if (first_not_time !== undefined) refuseBadTime(column, first_not_time);
  if (totals.length === 0) return;
  const names = [...new Set(totals)].join(', ').slice(0, 100);
  notes.push(`${countText(totals.length, 'row', 'rows')} of totals left out: ${names}`);
}

/** Whether the last row alone has no time, and has the sum of the other rows in a column. */
function endsWithTotals({ columns, rows }: Table, time: Column): boolean {
  const { filled, moments } = time;
  if (filled !== rows - 1 || rows < 4) return false;
  const times = moments[0]?.values.values() ?? numbersOf(time);
  if (!Number.isNaN(times[rows - 1])) return false;
  return columns.some((column) => {
    if (!column.is_numeric) return false;
    const values = numbersOf(column);
    const sum = sumOf(values.subarray(0, -1), (value) => value || 0);
    return sum > 0 && values[rows - 1] === sum;
  });
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

/** A table ordered only by its rows: the width of a row has to be given. */
function rowNumbers(table: Table, column: Column | undefined, options: ReadingOptions): TimeOfRows {
  if (column === undefined) {
    const mixed = table.columns.find(
      ({ moments, first_bad, plain_name }) =>
        first_bad !== undefined && (moments.length > 0 || words.TIME.test(plain_name)),
    );
    if (mixed !== undefined) refuseBadTime(mixed, mixed.first_bad!);
    const named = table.columns.find(
      ({ plain_name, words: cells }) => cells.size > 0 && words.TIME.test(plain_name),
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
