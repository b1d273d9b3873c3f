import { parseElapsed, parseNumber } from './time-text.js';
import { parseTimestamp } from './timestamp.js';

/** How a time column writes its moments. */
export type TimeFormat = 'timestamp' | 'unix' | 'offset' | 'elapsed';

const UNIX_UNITS = [
  { at_least: 1e17, per_second: 1e9, name: 'Unix nanoseconds' },
  { at_least: 1e14, per_second: 1e6, name: 'Unix microseconds' },
  { at_least: 1e11, per_second: 1000, name: 'Unix milliseconds' },
  { at_least: 1e8, per_second: 1, name: 'Unix seconds' },
] as const;

/**
 * Reads the moments of one time column, in seconds after `origin_epoch_seconds` (or as they stand, for
 * offsets). The first field decides the format for all: a timestamp, a Unix time in the unit that its
 * magnitude tells (seconds from 1973 on), an elapsed time such as `1m30s`, or else a number of seconds.
 */
export class TimeReader {
  readonly format: TimeFormat;
  /** What the column holds, in words. */
  readonly description: string;
  /** Unix time that the moments count from, whole seconds; `undefined` for offsets. */
  readonly origin_epoch_seconds: number | undefined;
  /** Whether a timestamp without a time zone has been read. */
  unzoned = false;
  /** Units of the column's numbers in a second. */
  readonly #per_second: number;

  /**
   * @param first the first row's field
   * @param column_name a name that ends in `_ms` or `_us` gives the unit of offsets
   */
  constructor(first: string, column_name: string) {
    const timestamp = parseTimestamp(first);
    const number = parseNumber(first);
    const unix = UNIX_UNITS.find((unit) => number >= unit.at_least);
    const unit = offsetUnit(column_name);
    const elapsed = Number.isNaN(number) && !Number.isNaN(parseElapsed(first));
    if (timestamp !== undefined) {
      this.format = 'timestamp';
      this.description = 'timestamps';
      this.origin_epoch_seconds = timestamp.epoch_seconds;
      this.#per_second = 1;
    } else if (unix !== undefined && unit.per_second === 1) {
      this.format = 'unix';
      this.description = unix.name;
      this.origin_epoch_seconds = Math.floor(number / unix.per_second);
      this.#per_second = unix.per_second;
    } else {
      this.format = elapsed ? 'elapsed' : 'offset';
      this.description = elapsed ? 'elapsed times' : `offsets in ${unit.name}`;
      this.origin_epoch_seconds = undefined;
      this.#per_second = unit.per_second;
    }
  }

  /** Seconds of one field, or NaN when it is not written like the first one. */
  read(text: string): number {
    if (this.format === 'timestamp') {
      const timestamp = parseTimestamp(text);
      if (timestamp === undefined) return Number.NaN;
      if (!timestamp.zoned) this.unzoned = true;
      return timestamp.epoch_seconds - this.origin_epoch_seconds! + timestamp.fraction;
    }
    if (this.format === 'elapsed') return parseElapsed(text);
    // The origin is taken off before the division: the difference of two whole numbers is exact.
    const origin = (this.origin_epoch_seconds ?? 0) * this.#per_second;
    return (parseNumber(text) - origin) / this.#per_second;
  }
}

/** Whether a field is a moment in some format; a bare number is one only where it is a Unix time. */
export function isMoment(text: string): boolean {
  return parseTimestamp(text) !== undefined || parseNumber(text) >= 1e8;
}

function offsetUnit(column_name: string): { readonly per_second: number; readonly name: string } {
  const unit = /(?:offset|elapsed|^t|^arrival)_?(ms|us)$/i.exec(column_name)?.[1]?.toLowerCase();
  if (unit === 'ms') return { per_second: 1000, name: 'milliseconds' };
  if (unit === 'us') return { per_second: 1e6, name: 'microseconds' };
  return { per_second: 1, name: 'seconds' };
}
