import { parseElapsed } from '../reading/moment-text.js';
import { daySeconds, weekSeconds } from './days.js';
import { type ZoneFacts, zoneSeconds } from './zone-names.js';

/** A notation for times. A column keeps every notation that fits all of its cells. */
export interface MomentNotation {
  readonly name: 'iso' | 'dmy' | 'mdy' | 'ymd' | 'month-year' | 'month-name' | 'clock' | 'elapsed';
  /** Unix seconds as if the clock were UTC; seconds of the day for a clock. NaN for other text. */
  readonly read: (text: string, found: MomentFacts) => number;
}

/** Common properties of a column's cells; filled while they are read. */
export interface MomentFacts extends ZoneFacts {
  /** Cells that are a day (or month) without a time of day. */
  days: number;
  /** Cells that are a month without a day. */
  months?: number;
}

/** `, `, ` at `, ` kl. `: between a date and its clock. */
const BEFORE_CLOCK = /^(?:T|,? +(?:(?:@|at|um|kl\.?|om|à|às|o|alle|a las) )?|:)(?=\d)/;
const CLOCK = /^(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,:](\d+))?)?(?: ?([ap])\.? ?m\.?| uhr| hrs?)?/i;
/** A day of the week behind a date: `2026/1/12(月)`. */
const DAY_BEHIND = /^ ?[(（]\p{L}{1,3}[.)）]+/u;

/** Seconds of a clock and zone after a date; NaN if it is neither. */
function afterDate(given: string, found: MomentFacts): number {
  const rest = given.replace(DAY_BEHIND, '').replace(/^\.(?= |$)/, '');
  if (rest === '') {
    found.days += 1;
    return 0;
  }
  if (CJK.test(rest)) return afterDate(latinClock(rest), found);
  const text = rest.replace(BEFORE_CLOCK, '');
  if (/^\d{2}$/.test(text) && Number(text) < 24) {
    found.unzoned = true;
    return Number(text) * 3600;
  }
  const clock = CLOCK.exec(text);
  if (clock === null) {
    const zone = zoneSeconds(rest, found);
    return zone === undefined ? Number.NaN : -zone;
  }
  const seconds = clockSeconds(clock);
  const zone = zoneSeconds(text.slice(clock[0].length), found);
  return zone === undefined ? Number.NaN : seconds - zone;
}

const CJK = /[时時시分秒분초午오]/;

/** ` 下午 2時30分` → ` 2:30 PM`. */
function latinClock(text: string): string {
  const half = /午前|上午|오전/.test(text) ? ' AM' : /午後|下午|오후/.test(text) ? ' PM' : '';
  const digits = text
    .replace(/[上下]午|午[前後]|오[전후]/, '')
    .replaceAll(/[时時시分분]\s*(?=\d)/g, ':')
    .replace(/[时時시]\s*$/, ':00')
    .replace(/[分秒분초]\s*$/, '');
  const clock = digits.trim().replaceAll(/:(\d)(?!\d)/g, ':0$1');
  return CJK.test(digits) ? '?' : ` ${clock}${half}`;
}

function clockSeconds([, hour, minute, second, fraction, half]: RegExpExecArray): number {
  let h = Number(hour);
  if (half !== undefined) {
    if (h < 1 || h > 12) return Number.NaN;
    h = (h % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const [m, s] = [Number(minute), Number(second ?? 0)];
  if (h > 24 || m > 59 || s > 60) return Number.NaN;
  return h * 3600 + m * 60 + s + (fraction === undefined ? 0 : Number(`0.${fraction}`));
}

let cached_day = '';
let cached_seconds = Number.NaN;
const digit = (text: string, at: number) => text.charCodeAt(at) - 48;
const two = (text: string, at: number) => {
  const [a, b] = [digit(text, at), digit(text, at + 1)];
  return a >= 0 && a <= 9 && b >= 0 && b <= 9 ? 10 * a + b : Number.NaN;
};

function readIso(text: string, found: MomentFacts): number {
  if (!text.startsWith(cached_day) || cached_day === '') {
    const match = /^(\d{4})(?:([-/]|\. ?)(\d{1,2})\2(\d{1,2})|[-/](\d{1,2}))(?!\d)/.exec(text);
    if (match === null) return rarerIso(text, found);
    const [all, year, between, month = match[5], day] = match;
    if (day === undefined) {
      if (all !== text) return Number.NaN;
      found.months = (found.months ?? 0) + 1;
    }
    const seconds = daySeconds(Number(year), Number(month), Number(day ?? 1));
    if (Number.isNaN(seconds) || all.length !== 10 || between === '. ')
      return seconds + afterDate(text.slice(all.length), found);
    cached_day = all;
    cached_seconds = seconds;
  }
  // The usual form without a regular expression: 2026-01-05T14:30:00, with Z or nothing behind it.
  const length = text.length;
  if (
    (length === 19 || (length === 20 && text.charCodeAt(19) === 90)) &&
    text.charCodeAt(13) === 58 &&
    text.charCodeAt(16) === 58
  ) {
    const [h, m, s] = [two(text, 11), two(text, 14), two(text, 17)];
    if (h <= 24 && m < 60 && s < 61) {
      if (length === 20) found.zoned = true;
      else found.unzoned = true;
      return cached_seconds + h * 3600 + m * 60 + s;
    }
  }
  return cached_seconds + afterDate(text.slice(10), found);
}

/** `20260105T143000Z`, `2026年1月5日 14:30`, `2026-005`, `2026-W02`. */
function rarerIso(text: string, found: MomentFacts): number {
  const basic = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})?(?!\d)/.exec(text);
  if (basic !== null) {
    const [all, year, month, day, hour, minute, second = '00'] = basic;
    return readIso(`${year}-${month}-${day}T${hour}:${minute}:${second}${text.slice(all.length)}`, found);
  }
  const [ordinal, of_year, day_of_year] = /^(\d{4})-(?!000)(\d{3})(?!\d)/.exec(text) ?? [];
  if (ordinal !== undefined && Number(day_of_year) <= 366) {
    const date = new Date(Date.UTC(Number(of_year), 0, Number(day_of_year))).toISOString();
    return readIso(date.slice(0, 10) + text.slice(ordinal.length), found);
  }
  const cjk = /^(\d{4})[年년] ?(\d{1,2})[月월] ?(\d{1,2})[日일]/.exec(text);
  if (cjk === null) {
    const week = weekSeconds(text);
    if (!Number.isNaN(week)) found.days += 1;
    return week;
  }
  const [year, month, day] = cjk.slice(1).map(Number);
  return daySeconds(year!, month!, day!) + afterDate(text.slice(cjk[0].length), found);
}

const fullYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text));
const NUMERIC = /^(\d{1,2})([-/]|\. ?)(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
/** `10:00 05/01/2026`. */
const CLOCK_BEFORE = /^(\d{1,2}:\d{2}(?::\d{2})?),? (?=\d)(.*\d{4})$/;

/** A weekday before a date in digits: `Mo 05.01.2026`. */
const DAY_NAME =
  /^(?:mo|tu|we|th|fr|sa|su|di|mi|do|so|lu|ma|me|je|ju|ve|vi|sá|se|te|qu)\p{L}{0,9}\.?,? +(?=\d)/iu;

const numeric = (name: 'dmy' | 'mdy' | 'ymd'): MomentNotation => ({
  name,
  read: (text, found) => {
    const plain = text.charCodeAt(0) > 57 ? text.replace(DAY_NAME, '') : text;
    const match = NUMERIC.exec(plain) ?? NUMERIC.exec(plain.replace(CLOCK_BEFORE, '$2 $1'));
    // Dots are day, month, year.
    if (match === null || (match[2]!.startsWith('.') && name === 'mdy')) return Number.NaN;
    const [all, a, , b, c] = match;
    if (name === 'ymd' && (c!.length === 4 || a!.length === 1)) return Number.NaN;
    const [year, month, day] = name === 'dmy' ? [c!, b, a] : name === 'mdy' ? [c!, a, b] : [a!, b, c];
    const rest = match.input.slice(all.length);
    return daySeconds(fullYear(year), Number(month), Number(day)) + afterDate(rest, found);
  },
});

const MONTHS = [
  'jan ene gen ian sty oca янв січ',
  'feb fev fév lut şub фев лют',
  'mar mär mrz maa mrt már мар бер',
  'apr avr abr ápr kwi nis апр кві',
  'may mai maj mei mag máj мая май тра',
  'jun juin giu iun jún cze haz июн чер',
  'jul juil lug iul júl tem июл лип',
  'aug aoû ago agu sie ağu авг сер',
  'sep set sze wrz eyl сен вер',
  'oct okt out ott paź eki окт жов',
  'nov noi kas ноя лис',
  'dec dez déc dic des gru ara дек гру',
].map((names) => names.split(' '));
const monthOf = (name: string) =>
  MONTHS.findIndex((names) => names.some((one) => name.toLowerCase().startsWith(one))) + 1;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]*\.?,? +/i;
const DAY_FIRST =
  /^(\d{1,2})(?:\.|st|nd|rd|th|er|º)?[-\s/]+(?:de )?(\p{L}{3,10})\.?[-\s/,]+(?:de )?(\d{4}|\d{2})(?!\d)/u;
const MONTH_FIRST = /^(\p{L}{3,10})\.?[-\s]+(\d{1,2})(?:st|nd|rd|th)?,?[-\s]+(\d{4})/u;
/** `January 2026`. */
const MONTH_ALONE = /^(\p{L}{3,10})\.?[-\s,]+(?:de )?(\d{4})$/u;
/** `Jan-26`, as spreadsheets show a month. */
const MONTH_YEAR = /^(\p{L}{3,10})\.?[-\s'’]+(\d{2})$/u;
/** `Dec  4 04:47:44 2005`. */
const YEAR_LAST = /^(\p{L}{3}) +(\d{1,2}) (\d{2}:\d{2}:\d{2}\S*)( [A-Z]{3,4}| [+-]\d{4})? (\d{4})$/u;

function readMonthName(text: string, found: MomentFacts): number {
  const plain = text.replace(WEEKDAY, '');
  const last = YEAR_LAST.exec(plain);
  if (last !== null) {
    return (
      daySeconds(Number(last[5]), monthOf(last[1]!), Number(last[2])) +
      afterDate(`${last[3]}${last[4] ?? ''}`, found)
    );
  }
  const day = DAY_FIRST.exec(plain);
  if (day !== null)
    return (
      daySeconds(fullYear(day[3]!), monthOf(day[2]!), Number(day[1])) +
      afterDate(plain.slice(day[0].length), found)
    );
  const alone = MONTH_ALONE.exec(plain);
  if (alone !== null) {
    found.days += 1;
    found.months = (found.months ?? 0) + 1;
    return daySeconds(Number(alone[2]), monthOf(alone[1]!), 1);
  }
  const month = MONTH_FIRST.exec(plain);
  if (month === null) return Number.NaN;
  return (
    daySeconds(Number(month[3]), monthOf(month[1]!), Number(month[2])) +
    afterDate(plain.slice(month[0].length), found)
  );
}

function readMonthYear(text: string, found: MomentFacts): number {
  const match = MONTH_YEAR.exec(text);
  if (match === null) return Number.NaN;
  found.days += 1;
  return daySeconds(fullYear(match[2]!), monthOf(match[1]!), 1);
}

function readClock(given: string): number {
  const text = CJK.test(given) ? latinClock(given).trim() : given;
  const hour = /^(\d{1,2}) ?([ap])\.?m\.?$/i.exec(text);
  if (hour !== null) return readClock(`${hour[1]}:00 ${hour[2]}m`);
  const clock = CLOCK.exec(text);
  return clock === null || clock[0] !== text || !/[:h]/.test(text) ? Number.NaN : clockSeconds(clock);
}

export const NOTATIONS: readonly MomentNotation[] = [
  { name: 'iso', read: readIso },
  numeric('dmy'),
  numeric('mdy'),
  numeric('ymd'),
  { name: 'month-year', read: readMonthYear },
  { name: 'month-name', read: readMonthName },
  { name: 'clock', read: readClock },
  { name: 'elapsed', read: parseElapsed },
];

/** Unix seconds of a timestamp in ISO order or with the name of a month, with a zone; `undefined` for anything else. */
export function timestampSeconds(text: string): number | undefined {
  const found: MomentFacts = { zoned: false, unzoned: false, days: 0 };
  const seconds = clearSeconds(text, found);
  return found.zoned ? seconds : undefined;
}

/** As `timestampSeconds`; without a zone it is in UTC. */
export function isoSeconds(text: string): number | undefined {
  return clearSeconds(text, { zoned: false, unzoned: false, days: 0 });
}

function clearSeconds(text: string, found: MomentFacts): number | undefined {
  const seconds = readIso(text, found);
  if (!Number.isNaN(seconds)) return seconds;
  const named = readMonthName(text, found);
  return Number.isNaN(named) ? undefined : named;
}

/** Whether a cell is a date or an interval of ISO 8601, in any notation; not a bare number, clock or duration. */
export function isDate(cell: string): boolean {
  const text = cell.replace(/\/(?:PT?\d|\d{4}-).*$/, '');
  if (text.length < 6) return false;
  const found: MomentFacts = { zoned: false, unzoned: false, days: 0 };
  return NOTATIONS.slice(0, 6).some(({ read }) => !Number.isNaN(read(text, found)));
}
