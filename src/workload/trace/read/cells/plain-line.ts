const ZERO = 48;
const DOT = 46;
const CARRIAGE_RETURN = 13;
/**
 * Whole numbers up to 2^53 and the powers of ten below are exact, so that their quotient is the nearest number; a Unix time in
 * microseconds has 16 digits.
 */
const MOST_DIGITS = 16;
const POWERS = Float64Array.from({ length: MOST_DIGITS + 1 }, (_, k) => Number(`1e${k}`));

/** Reads a number of digits and at most one point out of a text, without making a text of it. */
export class PlainNumber {
  /** Digits after the point of the number read last. */
  decimals = 0;

  /** The number written from `start` to `end`; NaN for anything but digits and a point between them. */
  read(text: string, start: number, end: number): number {
    let whole = 0;
    let point = -1;
    if (end - start > MOST_DIGITS + 1 || end === start) return Number.NaN;
    for (let i = start; i < end; i++) {
      const code = text.charCodeAt(i);
      const digit = code - ZERO;
      if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
      else if (code === DOT && point < 0 && i > start && i < end - 1) point = i;
      else return Number.NaN;
    }
    if ((point < 0 && end - start > MOST_DIGITS) || whole > Number.MAX_SAFE_INTEGER) return Number.NaN;
    this.decimals = point < 0 ? 0 : end - 1 - point;
    return point < 0 ? whole : whole / POWERS[this.decimals]!;
  }
}

/** Where two fields of a line are, without making texts of the others. */
export class PlainFields {
  readonly #separator: number;
  readonly #fields: number;
  readonly #first: number;
  readonly #second: number;
  first_start = 0;
  first_end = 0;
  second_start = 0;
  second_end = 0;

  /**
   * @param fields how many a line has
   * @param first index of one field
   * @param second of another; -1 for none
   */
  constructor(separator: string, fields: number, first: number, second: number) {
    this.#separator = separator.charCodeAt(0);
    this.#fields = fields;
    this.#first = first;
    this.#second = second;
  }

  /** Finds the fields of a line from `start` to `end`; false where it has another number of fields. */
  find(text: string, start: number, end: number): boolean {
    const stop = end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
    let field = 0;
    let begin = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop && text.charCodeAt(i) !== this.#separator) continue;
      if (field === this.#first) {
        this.first_start = begin;
        this.first_end = i;
      } else if (field === this.#second) {
        this.second_start = begin;
        this.second_end = i;
      }
      field += 1;
      begin = i + 1;
    }
    return field === this.#fields;
  }
}

/**
 * Reads timestamps such as `2026-01-05T14:30:00.25Z` out of a text; the day is looked up once for all its rows.
 */
export class PlainTimestamp {
  readonly #dayOf: (day: string) => number | undefined;
  #day = '';
  #midnight = 0;
  /** Of the timestamp read last: whole Unix seconds, the rest, and whether it names UTC. */
  epoch_seconds = 0;
  fraction = 0;
  zoned = false;

  /** @param dayOf Unix time of the beginning of a day such as `2026-01-05` */
  constructor(dayOf: (day: string) => number | undefined) {
    this.#dayOf = dayOf;
  }

  /** Whether a timestamp of this form stands from `start` to `end`; others are left to the general reader. */
  read(text: string, start: number, end: number): boolean {
    if (end - start < 19) return false;
    const between = text.charCodeAt(start + 10);
    if (between !== 84 && between !== 32) return false;
    if (!text.startsWith(this.#day, start) || this.#day === '') {
      const day = text.slice(start, start + 10);
      const midnight = /^\d{4}-\d{2}-\d{2}$/.test(day) ? this.#dayOf(day) : undefined;
      if (midnight === undefined) return false;
      this.#day = day;
      this.#midnight = midnight;
    }
    const hour = twoDigits(text, start + 11);
    const minute = twoDigits(text, start + 14);
    const second = twoDigits(text, start + 17);
    const colons = text.charCodeAt(start + 13) === 58 && text.charCodeAt(start + 16) === 58;
    if (!colons || !(hour <= 23 && minute <= 59 && second <= 59)) return false;
    this.epoch_seconds = this.#midnight + hour * 3600 + minute * 60 + second;
    this.zoned = text.charCodeAt(end - 1) === 90;
    return this.#readFraction(text, start + 19, this.zoned ? end - 1 : end);
  }

  #readFraction(text: string, start: number, end: number): boolean {
    this.fraction = 0;
    if (start === end) return true;
    const digits = end - start - 1;
    if (text.charCodeAt(start) !== DOT || digits < 1 || digits > MOST_DIGITS) return false;
    let whole = 0;
    for (let i = start + 1; i < end; i++) {
      const digit = text.charCodeAt(i) - ZERO;
      if (!(digit >= 0 && digit <= 9)) return false;
      whole = whole * 10 + digit;
    }
    this.fraction = whole / POWERS[digits]!;
    return true;
  }
}

/** A number of two digits, or NaN. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}
