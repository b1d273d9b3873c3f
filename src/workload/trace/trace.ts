import type { Moments } from '../moments/packed-moments.js';

/** What a count may be a number of queries per. */
export type CountPer = 'interval' | 'second' | 'minute' | 'hour';

/** Which part of a CSV file is the trace, and how to read it. Everything a scenario may say about a trace. */
export interface TraceSelection {
  /** Absolute path. */
  readonly file: string;
  /** Column with the timestamp or offset; `undefined`: found by its name or its content. */
  readonly time: string | undefined;
  /** Column with the value; `undefined`: found likewise. Unused by `arrivals`. */
  readonly value: string | undefined;
  /** Columns of a fleet, one tenant a column, instead of one `value`: by name, or all that hold numbers. */
  readonly values: 'all' | readonly string[] | undefined;
  /** Whether the value counts up since some beginning, so that differences are meant; `undefined`: by name and course. */
  readonly counter: boolean | undefined;
  /** What a count is a number of queries per; `undefined`: as the cells or the column's name say, else per interval. */
  readonly per: CountPer | undefined;
  /** `counts` per interval, a `level` such as CPU %, or single `arrivals`. */
  readonly kind: 'counts' | 'level' | 'arrivals';
  /** Multiplies counts or levels, or thins or stretches nothing else; greater than 0. */
  readonly scale: number;
  /** Moves the trace later by this much after cutting; may be negative. */
  readonly shift_seconds: number;
  /** Keep what is at or after this moment: an ISO timestamp or seconds from the first row. */
  readonly from: string | number | undefined;
  /** Keep what is before this moment: likewise. */
  readonly to: string | number | undefined;
  /** How many times the cut trace is played, one after the other; 1 or more. */
  readonly repeat: number;
  /** Width of an interval; `undefined`: the commonest difference between rows. */
  readonly interval_seconds: number | undefined;
  /**
   * An interval without a row or a value: `keep` leaves it out, and a warning says so (nothing arrives then);
   * `zero` counts it as 0; `refuse` refuses the file.
   */
  readonly gaps: 'keep' | 'zero' | 'refuse';
  /** What to do with rows that repeat a timestamp (never for `arrivals`, where they are several arrivals). */
  readonly duplicates: 'error' | 'sum' | 'first' | 'last';
}

/**
 * A trace as read: times in seconds since its own beginning (0 is the first kept row, or `from`, plus the
 * shift), ascending, without duplicates for `counts` and `level`. Missing intervals are missing; single arrivals may be
 * packed.
 */
export interface PlayedTrace {
  readonly kind: 'counts' | 'level' | 'arrivals';
  /** Start of each interval, or moment of each arrival. */
  readonly times_seconds: Moments;
  /** Count or level of each interval, scaled; empty for `arrivals`. */
  readonly values: Float64Array;
  /** Width of an interval; 0 for `arrivals`. */
  readonly width_seconds: number;
  /** Unix time of time 0, or `undefined` when the file has offsets only. */
  readonly origin_epoch_seconds: number | undefined;
  /** What was noticed: gaps, duplicates, rows out of order, each with line numbers. */
  readonly warnings: readonly string[];
}
