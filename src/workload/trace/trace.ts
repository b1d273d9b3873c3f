import type { Kind, ReadingOptions } from './reading/reading.js';

/** Which part of a table is the trace, and how to read and play it: everything that a scenario may specify. */
export interface TraceSelection extends ReadingOptions {
  /** Absolute path. */
  readonly file: string;
  /** Columns of a fleet, one tenant per column, instead of one `value`: by name, or all that hold numbers. */
  readonly values?: 'all' | readonly string[] | undefined;
  /** Moves the trace later by this much after cutting; may be negative. */
  readonly shift_seconds: number;
  /** How many times the cut trace is played, one after the other; 1 or more. */
  readonly repeat: number;
}

/**
 * A trace in played form: times in seconds since its beginning (0 is the first kept row, or `from`, plus the shift),
 * ascending, without duplicates for `counts` and `level`. Missing intervals are missing.
 */
export interface PlayedTrace {
  readonly kind: Kind;
  /** Name of the column with the values; of a fleet, the tenant. */
  readonly name: string | undefined;
  /** Start of each interval, or time of each arrival. */
  readonly times_seconds: Float64Array;
  /** Count or level of each interval, scaled; empty for `arrivals`. */
  readonly values: Float64Array;
  /** Width of an interval; 0 for `arrivals`. */
  readonly width_seconds: number;
  /** Unix time of time 0, or `undefined` when the file has offsets only. */
  readonly origin_epoch_seconds: number | undefined;
  /** Where the recording ends, if a bound was given; `undefined`: with its last row. */
  readonly end_seconds: number | undefined;
  /** Assumptions and omissions. */
  readonly warnings: readonly string[];
}
