import { PlainNumber, PlainTimestamp } from './plain-line.js';
import { parseElapsed, parseNumber } from './time-text.js';
import { isUnixTime, parseTimestamp, secondsOf } from './timestamp.js';

/** How a time column writes its moments. */
export type TimeFormat = 'timestamp' | 'unix' | 'offset' | 'elapsed' | 'excel';

/** What speaks against reading a column as times; the message says why. */
export class TimeProblem extends Error {}

const UNIX_UNITS = [
  { per_second: 1e9, name: 'Unix nanoseconds' },
  { per_second: 1e6, name: 'Unix microseconds' },
  { per_second: 1000, name: 'Unix milliseconds' },
  { per_second: 1, name: 'Unix seconds' },
] as const;

/** Seconds since the beginning of a recording are fewer: three years. */
const LONGEST_OFFSET = 1e8;

/** Characters of `2026-01-05`. */
const DAY_LENGTH = 10;

/** Days from Excel's day 0, 1899-12-30, to 1970-01-01. */
const EXCEL_EPOCH_DAYS = 25_569;
const EARLIEST_EXCEL = 32_874;
const LATEST_EXCEL = 73_051;

const UNITS: readonly { readonly names: RegExp; readonly per_second: number; readonly name: string }[] = [
  { names: /(?:^|_)(?:ns|nanos|nanoseconds)$/, per_second: 1e9, name: 'nanoseconds' },
  { names: /(?:^|_)(?:us|µs|micros|microseconds)$/, per_second: 1e6, name: 'microseconds' },
  { names: /(?:^|_)(?:ms|millis|milliseconds)$/, per_second: 1000, name: 'milliseconds' },
  { names: /(?:^|_)(?:minutes?|mins?)$/, per_second: 1 / 60, name: 'minutes' },
  { names: /(?:^|_)(?:hours?|hrs?|h)$/, per_second: 1 / 3600, name: 'hours' },
  { names: /(?:^|_)(?:days?)$/, per_second: 1 / 86_400, name: 'days' },
  { names: /(?:^|_)(?:s|secs?|seconds)$/, per_second: 1, name: 'seconds' },
];

/**
 * Reads the moments of one time column, in seconds after `origin_epoch_seconds` (or as they stand, for
 * offsets). The first fields decide the format for all: timestamps, Unix times in the unit that their
 * magnitude tells, days as spreadsheets count them, elapsed times such as `1m30s`, or else numbers of a unit
 * that the column's name gives, of seconds without one.
 */
export class TimeReader {
  readonly format: TimeFormat;
  /** What the column holds, in words. */
  readonly description: string;
  /** Unix time that the moments count from, whole seconds; `undefined` for offsets. */
  readonly origin_epoch_seconds: number | undefined;
  /** Whether a timestamp without a time zone has been read, and whether one with it. */
  unzoned = false;
  zoned = false;
  /** How many timestamps were a day alone. */
  days_alone = 0;
  /** Whether times that go back are those of another day, as in `23:59:00`, `00:00:00`. */
  readonly only_forward: boolean;
  readonly #plain = new PlainTimestamp((day) => parseTimestamp(day)?.epoch_seconds);
  readonly #number = new PlainNumber();
  /** Units of the column's numbers in a second. */
  readonly #per_second: number;

  /**
   * @param sample fields of the first rows, one at least
   * @param column_name a name such as `offset_ms` or `hour` gives the unit of numbers
   * @throws TimeProblem when the numbers are no times, or may be times of two kinds
   */
  constructor(sample: readonly string[], column_name: string) {
    const first = sample[0]!;
    const timestamp = parseTimestamp(first);
    const numbers = sample.map(parseNumber).filter((number) => !Number.isNaN(number));
    const unit = unitOfName(column_name);
    this.only_forward = false;
    this.#per_second = 1;
    if (timestamp !== undefined) {
      this.format = 'timestamp';
      this.description = 'timestamps';
      this.origin_epoch_seconds = timestamp.epoch_seconds;
      return;
    }
    if (Number.isNaN(parseNumber(first))) {
      this.format = 'elapsed';
      this.description = 'elapsed times';
      this.origin_epoch_seconds = undefined;
      this.only_forward = /^\d+:\d{2}/.test(first);
      return;
    }
    const number = parseNumber(first);
    if (unit === undefined || unit.per_second <= 1) refuseDigitsOfDates(sample);
    const unix = unixUnit(numbers, unit?.per_second);
    if (unix !== undefined) {
      refuseRounded(sample, unix.per_second);
      this.format = 'unix';
      this.description = unix.name;
      this.origin_epoch_seconds = Math.floor(number / unix.per_second);
      this.#per_second = unix.per_second;
      return;
    }
    if (isExcel(numbers, column_name)) {
      this.format = 'excel';
      this.description = "a spreadsheet's serial dates (days since 1899-12-30), read as UTC";
      this.origin_epoch_seconds = excelSeconds(number);
      return;
    }
    const per_second = unit?.per_second ?? 1;
    const largest = numbers.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    if (largest / per_second >= LONGEST_OFFSET) throw new TimeProblem(noOffsets(sample));
    if (unit === undefined && !/offset|elapsed|arriv/i.test(column_name)) refuseFarOffsets(numbers);
    this.format = 'offset';
    this.description = `offsets in ${unit?.name ?? 'seconds'}`;
    this.origin_epoch_seconds = undefined;
    this.only_forward = per_second < 1;
    this.#per_second = per_second;
  }

  /** Seconds of the field from `start` to `end` where it is written plainly; NaN leaves it to {@link read}. */
  readPlain(text: string, start: number, end: number): number {
    if (this.format === 'timestamp') {
      const plain = this.#plain;
      if (!plain.read(text, start, end)) return Number.NaN;
      if (plain.zoned) this.zoned = true;
      else this.unzoned = true;
      return secondsOf(plain.epoch_seconds - this.origin_epoch_seconds!, plain.fraction);
    }
    if (this.format !== 'unix' && this.format !== 'offset') return Number.NaN;
    return this.#ofNumber(this.#number.read(text, start, end));
  }

  /** Seconds of one field, or NaN when it is not written like the first one. */
  read(text: string): number {
    if (this.format === 'timestamp') {
      const timestamp = parseTimestamp(text);
      if (timestamp === undefined) return Number.NaN;
      if (timestamp.zoned) this.zoned = true;
      else this.unzoned = true;
      if (text.length <= DAY_LENGTH) this.days_alone += 1;
      return secondsOf(timestamp.epoch_seconds - this.origin_epoch_seconds!, timestamp.fraction);
    }
    if (this.format === 'elapsed') return parseElapsed(text);
    const number = parseNumber(text);
    if (this.format === 'excel') {
      if (!(number >= EARLIEST_EXCEL && number < LATEST_EXCEL)) return Number.NaN;
      return excelSeconds(number) - this.origin_epoch_seconds!;
    }
    return this.#ofNumber(number);
  }

  #ofNumber(number: number): number {
    // The origin is taken off before the division: the difference of two whole numbers is exact.
    const origin = (this.origin_epoch_seconds ?? 0) * this.#per_second;
    const seconds = (number - origin) / this.#per_second;
    if (this.format === 'unix' && !isUnixTime(number / this.#per_second)) return Number.NaN;
    return seconds;
  }
}

/** Whether a field is a moment in some format; a bare number is one only where it is a Unix time. */
export function isMoment(text: string): boolean {
  return parseTimestamp(text) !== undefined || unixUnit([parseNumber(text)], undefined) !== undefined;
}

/** Unix time of a field that is a moment, as {@link isMoment} has it; `undefined` for any other. */
export function momentSeconds(text: string): number | undefined {
  const number = parseNumber(text);
  const unit = unixUnit([number], undefined);
  return unit === undefined ? parseTimestamp(text)?.epoch_seconds : number / unit.per_second;
}

/** The unit that the name of a column of numbers tells, with what is before it: `offset_ms`, `hour`. */
function unitOfName(column_name: string) {
  const name = column_name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-zµ0-9]+/g, '_')
    .replace(/_$/, '');
  return UNITS.find(({ names }) => names.test(name));
}

/** The unit in which all of these are Unix times; of those that fit, the one that the name tells. */
function unixUnit(numbers: readonly number[], named: number | undefined) {
  const fits = (per_second: number) => numbers.every((number) => isUnixTime(number / per_second));
  const unit = UNIX_UNITS.find(({ per_second }) => fits(per_second));
  if (unit === undefined || numbers.length === 0) return undefined;
  if (named !== undefined && named >= 1 && named !== unit.per_second && named !== 1) return undefined;
  return unit;
}

function isExcel(numbers: readonly number[], column_name: string): boolean {
  if (numbers.length === 0 || !numbers.every((one) => one >= EARLIEST_EXCEL && one < LATEST_EXCEL))
    return false;
  if (unitOfName(column_name) !== undefined && !/day/i.test(column_name)) return false;
  if (/offset|elapsed|arriv/i.test(column_name)) return false;
  const fractional = numbers.some((number) => !Number.isInteger(number));
  const span = Math.max(...numbers) - Math.min(...numbers);
  // Whole numbers are days where they follow one another closely.
  if (!fractional && span > 2 * numbers.length) return false;
  if (/date|time|day|start|stamp|when|^at$|period|moment|datum|zeit/i.test(column_name)) return true;
  throw new TimeProblem(
    `the numbers from ${Math.min(...numbers)} on may be a spreadsheet's serial dates or seconds; format the column as yyyy-mm-dd hh:mm:ss and export it again, or call it offset_s if they are seconds`,
  );
}

/** Unix seconds of a serial date: it has few digits, so that what is within half a second of a minute is the minute. */
function excelSeconds(serial: number): number {
  const seconds = (serial - EXCEL_EPOCH_DAYS) * 86_400;
  const minute = Math.round(seconds / 60) * 60;
  return Math.abs(seconds - minute) <= 0.5 ? minute : Math.round(seconds);
}

const EXPONENT = /^\d(?:\.(\d+))?e\+?(\d+)$/i;

/**
 * Spreadsheets show a long number as `1.76757E+12`, and export what they show: its rows share a few moments.
 * @throws TimeProblem for such ones
 */
function refuseRounded(sample: readonly string[], per_second: number): void {
  const steps = sample.map((text) => {
    const match = EXPONENT.exec(text);
    return match === null ? 0 : Number(`1e${Number(match[2]) - (match[1]?.length ?? 0)}`) / per_second;
  });
  const finest = steps.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  if (finest <= 1 || new Set(sample).size === sample.length) return;
  throw new TimeProblem(
    `${sample[0]!} is rounded to ${finest} s, as a spreadsheet shows long numbers; format the column as a number without decimals and export it again`,
  );
}

const MONTH_AND_DAY = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])';
/** `20260105`, `2026010514` and `2601051430`; the longer ones are Unix times as well, but of 2033 and later. */
const DIGITS_OF_DATES = [
  '(?:19|20)\\d{2}D',
  '20\\d{2}D(?:[01]\\d|2[0-3])',
  '[2-9]\\dD(?:[01]\\d|2[0-3])[0-5]\\d',
].map((form) => new RegExp(`^${form.replace('D', MONTH_AND_DAY)}$`));

/** @throws TimeProblem for dates that are written as one number: their differences are no time */
function refuseDigitsOfDates(sample: readonly string[]): void {
  if (!DIGITS_OF_DATES.some((form) => sample.every((text) => form.test(text)))) return;
  throw new TimeProblem(
    `${sample[0]!} looks like a date written as one number; write it as a timestamp, such as 2026-01-05T14:00:00Z`,
  );
}

/** Offsets that begin this many times further from 0 than they reach are counted from something else. */
const FAR = 100;

/** @throws TimeProblem for days or minutes since 1970 and the like, which seconds of a recording are not */
function refuseFarOffsets(numbers: readonly number[]): void {
  const first = numbers.reduce((a, b) => Math.min(a, b));
  const reach = numbers.reduce((a, b) => Math.max(a, b)) - first;
  if (numbers.length < 2 || first < 1000 || first < FAR * reach) return;
  throw new TimeProblem(
    `the numbers begin at ${first} and are ${reach} apart at most: they may be minutes or days since some beginning as well as seconds; name the unit, as in offset_s, or write timestamps such as 2026-01-05T14:30:00Z`,
  );
}

function noOffsets(sample: readonly string[]): string {
  const numbers = `the numbers (${sample.slice(0, 3).join(', ')}${sample.length > 3 ? ', ...' : ''})`;
  return `${numbers} are neither Unix times from 1990 to 2099 nor seconds since a beginning; they may be ids or dates such as 20260105. Choose another column (time), write timestamps such as 2026-01-05T14:30:00Z, or name the unit, as in offset_ms`;
}
