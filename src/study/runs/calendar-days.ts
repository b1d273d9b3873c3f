import { DAY_SECONDS } from '../../kernel/units.js';
import { weekdayOf } from './weekday-use.js';

export interface MonthDays {
  /** `YYYY-MM`. */
  readonly month: string;
  /** In order; the beginning of each as Unix time, and its weekday, 0 for Monday. */
  readonly days: readonly { readonly epoch_seconds: number; readonly weekday: number }[];
}

/** A number of whole months; the first contains a time. */
export function monthsFrom(epoch_seconds: number, months: number): readonly MonthDays[] {
  const start = new Date(epoch_seconds * 1000);
  return Array.from({ length: months }, (_, index) => {
    const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + index];
    const begin = Date.UTC(year, month, 1) / 1000;
    const count = Math.round((Date.UTC(year, month + 1, 1) / 1000 - begin) / DAY_SECONDS);
    const days = Array.from({ length: count }, (__, day) => {
      const at = begin + day * DAY_SECONDS;
      return { epoch_seconds: at, weekday: weekdayOf(at) };
    });
    return { month: new Date(begin * 1000).toISOString().slice(0, 7), days };
  });
}
