import type { TIME_FORMATS } from '../reading/reading.js';
import { daySeconds } from './days.js';
import * as words from './vocabulary.js';

/** A meaning of a column of plain numbers as times. */
export interface NumericMoments {
  /** In words. */
  readonly name: string;
  readonly format: (typeof TIME_FORMATS)[number];
  /** Whether these are calendar times, not seconds since a beginning. */
  readonly dated: boolean;
  readonly is_unix: boolean;
  /** Of an offset. */
  readonly unit_seconds: number;
  readonly read: (value: number) => number;
}

/** Unix times from 2000 to 2037: before, they are seconds of another epoch, or ticks of .NET taken for nanoseconds. */
const [EARLIEST, LATEST] = [946_684_800, 2_145_916_800];
const UNIX = [
  ['Unix seconds', 's', 1],
  ['Unix milliseconds', 'ms', 1e3],
  ['Unix microseconds', 'us', 1e6],
  ['Unix nanoseconds', 'ns', 1e9],
] as const;
const OFFSET_UNITS = (
  [
    ['ns|nanos\\w*', 'nanoseconds', 1e-9],
    ['us|µs|micros\\w*', 'microseconds', 1e-6],
    ['ms|millis\\w*', 'milliseconds', 1e-3],
    [words.SECOND, 'seconds', 1],
    [words.MINUTE, 'minutes', 60],
    [words.HOUR, 'hours', 3600],
    [words.DAY, 'days', 86_400],
    [words.WEEK, 'weeks', 604_800],
  ] as const
).map(([unit, name, seconds]) => ({ pattern: new RegExp(`(?:^|_)(?:${unit})$`, 'u'), name, seconds }));
const IN_SECONDS = /(?:^|_)(?:offset\w*|elapsed\w*|arriv\w*)$|^offset|^elapsed/;

/** Whether a name indicates the unit of its offsets. */
export function namesUnit(plain_name: string): boolean {
  return IN_SECONDS.test(plain_name) || unitOf(plain_name) !== undefined;
}

/** `hour_of_day`, `hora_del_día`, `hour_utc` and `minutes_since_start` name their unit. */
function unitOf(plain_name: string): (typeof OFFSET_UNITS)[number] | undefined {
  const unit = plain_name.replace(
    /(?<!^time)_(?:(?:of|del?|du|des|da|do|della?|since|after|from)_[\p{L}_]+|utc|gmt)$/u,
    '',
  );
  return OFFSET_UNITS.find(({ pattern }) => pattern.test(unit));
}

/** Three years. */
const MAX_OFFSET_SECONDS = 1e8;
/** Days from 1899-12-30, the day 0 of spreadsheets, to 1970-01-01. */
const SPREADSHEET_EPOCH_DAYS = 25_569;
/** Spreadsheet days of 1990 to 2099. */
const [EARLIEST_DAY, LATEST_DAY] = [32_874, 73_051];

/** Every meaning of these numbers as times. @param plain_name in lower case with underscores */
export function numericMoments(values: Float64Array, plain_name: string): readonly NumericMoments[] {
  const every = (fits: (value: number) => boolean) =>
    values.every((value) => Number.isNaN(value) || fits(value));
  const found: NumericMoments[] = [];
  const dated = { dated: true, unit_seconds: 1 };
  // As Unix seconds, dates with an hour such as 2026010514 are from 2033 on.
  const are_dates = every((value) => compactSeconds(value) >= EARLIEST);
  for (const [name, format, per_second] of UNIX) {
    if (!are_dates && every((value) => value / per_second >= EARLIEST && value / per_second < LATEST))
      found.push({ ...dated, name, format, is_unix: true, read: (value) => value / per_second });
  }
  if (/month|period|^ym$|yyyymm/.test(plain_name) && every((value) => monthSeconds(value) >= EARLIEST)) {
    const name = 'months written as one number';
    found.push({ ...dated, name, format: 'date', is_unix: false, read: monthSeconds });
  }
  if (are_dates) {
    const name = 'dates written as one number';
    found.push({ ...dated, name, format: 'date', is_unix: false, read: compactSeconds });
  }
  const is_fractional = values.some((value) => !Number.isNaN(value) && !Number.isInteger(value));
  const span = Math.abs(values[values.length - 1]! - values[0]!);
  const are_days = every((value) => value >= EARLIEST_DAY && value < LATEST_DAY);
  if (are_days && (is_fractional || span <= 2 * values.length)) {
    const name = "a spreadsheet's dates";
    found.push({ ...dated, name, format: 'excel', is_unix: false, read: spreadsheetSeconds });
  }
  const unit = unitOf(plain_name);
  const unit_seconds = unit?.seconds ?? 1;
  if (every((value) => value >= 0 && value * unit_seconds < MAX_OFFSET_SECONDS)) {
    found.push({
      name: `offsets in ${unit?.name ?? 'seconds'}`,
      format: 'offset',
      dated: false,
      is_unix: false,
      unit_seconds,
      read: (value) => value * unit_seconds,
    });
  }
  return found;
}

/** `202601`. */
function monthSeconds(value: number): number {
  return value > 1e5 && value < 1e6 ? daySeconds(Math.floor(value / 100), value % 100, 1) : Number.NaN;
}

/** `20260105`, `2026010514`, `202601051430`, `20260105143000`; NaN for other numbers. */
function compactSeconds(value: number): number {
  const text = String(value);
  if (!/^\d{8}$|^\d{10}$|^\d{12}$|^\d{14}$/.test(text)) return Number.NaN;
  const part = (from: number) => Number(text.slice(from, from + 2));
  const [h, m, s] = [part(8), part(10), part(12)];
  if (h > 23 || m > 59 || s > 59) return Number.NaN;
  return daySeconds(Number(text.slice(0, 4)), part(4), part(6)) + h * 3600 + m * 60 + s;
}

/** Serial days are rounded: a time within half a second of a minute is that minute. */
function spreadsheetSeconds(value: number): number {
  const seconds = (value - SPREADSHEET_EPOCH_DAYS) * 86_400;
  const minute = Math.round(seconds / 60) * 60;
  return Math.abs(seconds - minute) <= 0.5 ? minute : Math.round(seconds);
}
