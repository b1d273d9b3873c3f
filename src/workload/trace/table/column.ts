import { DAY_SECONDS } from '../../../kernel/units.js';
import { plainName } from '../cells/measure.js';
import { type MomentFacts, type MomentNotation, NOTATIONS } from '../cells/moments.js';
import { NumberColumn } from '../cells/number-column.js';
import { NumberList } from '../cells/number-list.js';
import { PART_ID, QUARTER_COLUMN, TOTAL_ROW, WEEK_COLUMN } from '../cells/vocabulary.js';
import { parseElapsed } from '../reading/moment-text.js';

const MISSING = /^(?:|null|nan|na|n\/a|none|nil|undefined|no data|[-–—]|\\n|#n\/a)$/i;
/** A text column with more distinct words is not kept: it does not distinguish series. */
const MAX_LABELS = 10_000;

/**
 * `10:00-10:15`, `2026-01-05 10:00 – 10:15`, `2026-01-05T10:00Z/PT15M`: an interval by its bounds. A zone may follow a
 * date like `10:00-05:00`.
 */
const RANGE =
  /^(\d[\w:.+/ -]*?(?: ?[ap]\.?m\.?)?)(?: (?:-|–|—|to|bis|→) |(?<=[:h]\d{2}) à | à (?=\d+[/.-])| ?[–—→] ?|(?<=^\d{1,2}:\d{2})-|\/(?=\d{4}-|PT?\d))(\S*\d.*)$/i;
const MAYBE_ZONE = /\d-\d{2}:\d{2}$/;
/** `2026/02` or `202602`: a month, unless the column is named like another part of the year. */
const YEAR_AND_PART = /^((?:19|20)\d{2})[-/. ]?(\d{1,2})$/;
/** Clocks are put forward and back between two zones. */
const MAX_ZONES = 2;

/** The values of a column as times in one notation. */
export interface Moments extends MomentFacts {
  readonly notation: MomentNotation;
  readonly values: NumberList;
}

/** One column: everything that all of its cells can be. */
export class Column {
  moments: Moments[] = [];
  numbers: NumberColumn | undefined;
  /** NumberList of the words; `undefined` for a column of other cells than words and ids of parts, or of too many. */
  labels: NumberList | undefined;
  readonly words = new Map<string, number>();
  rows = 0;
  filled = 0;
  /** Cells that fit none of what the others are. */
  bad = 0;
  first_bad: { readonly cell: string; readonly line: number } | undefined;
  /** Cells that are not times, in a column of times. */
  not_times = 0;
  first_not_time: { readonly cell: string; readonly line: number } | undefined;
  /** Cells such as `Total` in a column of times. */
  readonly totals: string[] = [];
  /** Whether the last row has no time because it has the sums of the others, in a column of times. */
  ends_with_totals = false;
  /** Whether the cells are intervals by their bounds; the first bound is read. */
  is_range = false;
  /** Widths of these intervals in seconds. */
  readonly widths = new Set<number>();
  readonly #zones = new Set<string>();
  #too_many = false;
  /** The name as the vocabulary spells it. */
  readonly plain_name: string;
  /** Letter of the parts of a year that the name gives. */
  readonly #part: 'W' | 'Q' | '';

  constructor(
    readonly name: string,
    readonly index: number,
  ) {
    this.plain_name = plainName(name);
    this.#part = WEEK_COLUMN.test(this.plain_name) ? 'W' : QUARTER_COLUMN.test(this.plain_name) ? 'Q' : '';
  }

  push(given: string, line: number): void {
    const first = given.charCodeAt(0);
    const ascii = first > 127 ? withAsciiDigits(given) : given;
    const cell = this.#part === '' ? ascii : ascii.replace(YEAR_AND_PART, `$1-${this.#part}$2`);
    if (!(first >= 48 && first <= 57) && cell.length < 10 && MISSING.test(cell)) this.#missing();
    else if (this.filled === 0) this.#first(cell);
    else this.#further(cell, line);
    this.rows += 1;
  }

  #missing(): void {
    this.numbers?.missing();
    for (const one of this.moments) one.values.push(Number.NaN);
    this.labels?.push(-1);
  }

  #first(cell: string): void {
    this.filled = 1;
    this.is_range = RANGE.test(cell);
    const filler = (missing = Number.NaN) => {
      const values = new NumberList();
      for (let i = 0; i < this.rows; i++) values.push(missing);
      return values;
    };
    for (const notation of NOTATIONS) {
      const moments = { notation, values: filler(), zoned: false, unzoned: false, days: 0 };
      const seconds = notation.read(this.#begin(cell), moments);
      if (Number.isNaN(seconds)) continue;
      moments.values.push(seconds);
      this.moments.push(moments);
    }
    const numbers = new NumberColumn();
    for (let i = 0; i < this.rows; i++) numbers.missing();
    if (numbers.push(cell)) this.numbers = numbers;
    if ((this.numbers !== undefined || this.moments.length > 0) && !PART_ID.test(this.plain_name)) return;
    this.labels = filler(-1);
    this.#label(cell);
  }

  #further(cell: string, line: number): void {
    this.filled += 1;
    let fits = false;
    if (this.moments.length === 1) {
      const [only] = this.moments;
      const seconds = only!.notation.read(this.#begin(cell), only!);
      only!.values.push(seconds);
      fits = !Number.isNaN(seconds);
    } else if (this.moments.length > 1) fits = this.#narrow(cell);
    if (!fits && this.moments.length > 0) {
      if (TOTAL_ROW.test(cell)) this.totals.push(cell);
      else {
        this.not_times += 1;
        this.first_not_time ??= { cell, line };
      }
    }
    if (this.numbers !== undefined) {
      if (this.numbers.push(cell)) fits = true;
      else this.numbers.missing();
    }
    if (this.labels !== undefined) {
      this.#label(cell);
      return;
    }
    if (fits) return;
    this.bad += 1;
    this.first_bad ??= { cell, line };
  }

  /** Drops the notations that a cell does not fit, except if it fits none. */
  #narrow(cell: string): boolean {
    const read = this.moments.map((one) => one.notation.read(this.#begin(cell), one));
    const fits = read.some((seconds) => !Number.isNaN(seconds));
    for (const [i, one] of this.moments.entries()) one.values.push(read[i]!);
    if (fits) this.moments = this.moments.filter((_, i) => !Number.isNaN(read[i]!));
    return fits;
  }

  #begin(cell: string): string {
    if (this.is_range) {
      const [, begin = cell, end = ''] = RANGE.exec(cell) ?? [];
      if (!TOTAL_ROW.test(cell)) this.widths.add(widthOf(begin, end));
      return begin;
    }
    if (this.#zones.size <= MAX_ZONES && MAYBE_ZONE.test(cell)) this.#zones.add(cell.slice(-6));
    return cell;
  }

  /** Whether `10:00-10:15` behind a date may be an interval: its zone would change too often. */
  get has_unclear_zones(): boolean {
    return this.#zones.size > MAX_ZONES;
  }

  #label(word: string): void {
    if (this.#too_many) return;
    let id = this.words.get(word);
    if (id === undefined) {
      id = this.words.size;
      this.words.set(word, id);
    }
    this.labels!.push(id);
    if (this.words.size > MAX_LABELS) {
      this.#too_many = true;
      this.labels = new NumberList();
    }
  }

  get has_labels(): boolean {
    return this.labels !== undefined && !this.#too_many && this.labels.length === this.rows;
  }
  /** Whether nearly all cells are numbers, or dates. */
  get is_numeric(): boolean {
    return this.numbers !== undefined && this.bad <= 0.2 * this.filled;
  }
  get is_dated(): boolean {
    return (
      this.moments.some(({ notation }) => notation.name !== 'clock' && notation.name !== 'elapsed') &&
      this.not_times <= 0.2 * this.filled
    );
  }
  get is_clock(): boolean {
    return !this.is_dated && this.moments.length > 0 && this.not_times <= 0.2 * this.filled;
  }
}

/** Digits of other scripts, such as Arabic or full-width ones, as those of ASCII. */
function withAsciiDigits(cell: string): string {
  return cell.normalize('NFKC').replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    let zero = digit.codePointAt(0)!;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9) zero -= 1;
    return String(digit.codePointAt(0)! - zero);
  });
}

/** Seconds between two times in a notation that both share; the second one may be a clock alone. */
function widthOf(begin: string, end: string): number {
  if (end.startsWith('P')) return parseElapsed(end);
  const read = (text: string) =>
    NOTATIONS.map((one) => one.read(text, { zoned: false, unzoned: false, days: 0 }));
  const [from, to] = [read(begin), read(end)];
  const width = to.map((time, i) => time - from[i]!).find((one) => one > 0);
  const clock = to[NOTATIONS.findIndex(({ name }) => name === 'clock')]!;
  const start = from.find((time) => !Number.isNaN(time)) ?? Number.NaN;
  return width ?? (((clock - start) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
}

/** The numbers of a column in the first notation that fits it; NaN for missing cells. */
export function numbersOf({ numbers }: Column): Float64Array {
  return (numbers?.english ?? numbers?.european)?.values() ?? new Float64Array([Number.NaN]);
}
