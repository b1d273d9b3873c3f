const ISO =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ] *(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)? *(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

/** A moment as a timestamp names it; whole seconds and fraction apart, so that no digit is lost. */
export interface Timestamp {
  /** Whole seconds of Unix time. */
  readonly epoch_seconds: number;
  /** The rest, in [0, 1). */
  readonly fraction: number;
  /** Whether the text names its time zone; where it does not, UTC is meant. */
  readonly zoned: boolean;
}

/**
 * Reads an ISO 8601 timestamp: `2014-04-10T00:04:00Z`, with a space or slashes instead, down to a date alone,
 * with a fraction, with `Z`, `UTC`, `+02`, `+0200`, `+02:00` or no zone.
 *
 * @returns `undefined` when the text is none, or names a day or time that does not exist
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const year = Number(match[1]);
  const month = Number(match[3]);
  const day = Number(match[4]);
  const hour = match[5] === undefined ? 0 : Number(match[5]);
  const minute = match[6] === undefined ? 0 : Number(match[6]);
  const second = match[7] === undefined ? 0 : Number(match[7]);
  if (!dayExists(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const zone = match[9];
  if (!zoneExists(zone)) return undefined;
  const local = Date.UTC(year, month - 1, day) / 1000 + hour * 3600 + minute * 60 + second;
  return {
    epoch_seconds: local - zoneSeconds(zone),
    fraction: match[8] === undefined ? 0 : Number(`0.${match[8]}`),
    zoned: zone !== undefined,
  };
}

/** Unix times outside of 1990 to 2099 are numbers of another kind, such as ids. */
const EARLIEST_UNIX = 631_152_000;
/** Where 2100 begins. */
export const LATEST_UNIX = 4_102_444_800;

/** Whether a number may be a Unix time in seconds. */
export function isUnixTime(seconds: number): boolean {
  return seconds >= EARLIEST_UNIX && seconds < LATEST_UNIX;
}

/** How far from a whole microsecond a fraction may be for the rounding of its last digit. */
const ROUNDING = 1e-6;

/**
 * Whole seconds and a fraction as one number: the nearest one to what was written, where that are microseconds. Their plain
 * sum is rounded twice, and a moment that is no whole number of ticks takes eight bytes instead of two.
 */
export function secondsOf(whole_seconds: number, fraction: number): number {
  const micros = fraction * 1e6;
  const near = Math.round(micros);
  const all = whole_seconds * 1e6 + near;
  if (Math.abs(micros - near) > ROUNDING || !Number.isSafeInteger(all)) return whole_seconds + fraction;
  return all / 1e6;
}

function dayExists(year: number, month: number, day: number): boolean {
  // Date.UTC takes the years 0 to 99 for the twentieth century.
  if (year < 100 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Clocks are at most 14 hours ahead of UTC and 12 behind. */
function zoneExists(zone: string | undefined): boolean {
  const offset = zoneSeconds(zone);
  const minutes = /^[+-]\d{2}:?(\d{2})$/.exec(zone ?? '')?.[1] ?? '0';
  return offset >= -12 * 3600 && offset <= 14 * 3600 && Number(minutes) < 60;
}

function zoneSeconds(zone: string | undefined): number {
  if (zone === undefined || !/^[+-]/.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '');
  const seconds = Number(digits.slice(0, 2)) * 3600 + Number(digits.slice(2) || '0') * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}
