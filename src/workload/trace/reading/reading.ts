/** The measure of a recording: queries counted per interval, the busy share of a machine, or single queries. */
export type Kind = 'counts' | 'level' | 'arrivals';

/** The unit of time of a count of queries. */
export type CountPer = 'interval' | 'second' | 'minute' | 'hour';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export const DECIMAL_SIGNS = ['.', ','] as const;
export const TIME_FORMATS = ['s', 'ms', 'us', 'ns', 'date', 'excel', 'offset'] as const;
export const DUPLICATE_RULES = ['sum', 'mean', 'first', 'last', 'error'] as const;

/** How a file is read. Each option answers a question that a file may leave open; `undefined`: as the file shows. */
export interface ReadingOptions {
  /** Column with the time, by name or by number from 1. */
  readonly time?: string | undefined;
  readonly value?: string | undefined;
  readonly kind?: Kind | undefined;
  readonly per?: CountPer | undefined;
  /** Multiplies counts or levels, and replaces a factor that a name gives, such as thousands. */
  readonly scale?: number | undefined;
  /** Whether the value counts up, so that its differences are the load. */
  readonly counter?: boolean | undefined;
  readonly interval_seconds?: number | undefined;
  /** An interval without a row or a value is left out, counts as 0, or is refused. */
  readonly gaps?: 'keep' | 'zero' | 'refuse' | undefined;
  readonly duplicates?: (typeof DUPLICATE_RULES)[number] | undefined;
  /** Order of day and month. */
  readonly dates?: (typeof DATE_ORDERS)[number] | undefined;
  readonly decimal?: (typeof DECIMAL_SIGNS)[number] | undefined;
  /** IANA name or offset of times that name no zone. */
  readonly zone?: string | undefined;
  /** Meaning of plain numbers in the time column. */
  readonly time_format?: (typeof TIME_FORMATS)[number] | undefined;
  /** Keeps the rows with one label, as in `metric=calls`. */
  readonly only?: string | undefined;
  /** Keeps rows at or after this time: a timestamp, or seconds from the first row. */
  readonly from?: string | number | undefined;
  /** Keeps rows before this time. */
  readonly to?: string | number | undefined;
}

/** A recording with one meaning. */
export interface Reading {
  readonly kind: Kind;
  /** Name of the column; of a fleet, the tenant. */
  readonly name: string | undefined;
  /** Unix seconds, or seconds since a beginning; ascending. Starts of intervals, or times of queries. */
  readonly times: Float64Array;
  /** Queries or per cent of each interval; empty for single queries. */
  readonly values: Float64Array;
  /** 0 for single queries. */
  readonly interval_seconds: number;
  /** Whether the times are Unix seconds. */
  readonly dated: boolean;
  /** Bounds of what the recording covers, in the seconds of `times`. */
  readonly from: number;
  readonly to: number;
  /** Number of queries; for a level its mean in per cent. */
  readonly total: number;
  /** Assumptions and omissions, with counts. */
  readonly notes: readonly string[];
  readonly how: ReadingFacts;
}

/** How a file was understood. */
export interface ReadingFacts {
  /** Rows or lines of the file. */
  readonly rows: number;
  readonly separator?: string;
  readonly columns?: readonly string[];
  readonly time?: string;
  /** The notation of the times, in words. */
  readonly time_holds?: string;
  readonly value?: string;
  readonly counter?: boolean;
  readonly per?: CountPer;
}

/** A reading with the usual values of what is not given: Unix seconds, from the first row to the end of the last. */
export function readingOf(known: Pick<Reading, 'kind' | 'times' | 'how'> & Partial<Reading>): Reading {
  const { kind, times, values = new Float64Array(0), interval_seconds = 0 } = known;
  return {
    name: undefined,
    values,
    interval_seconds,
    dated: true,
    from: times[0]!,
    to: times[times.length - 1]! + interval_seconds,
    total: kind === 'arrivals' ? times.length : totalOf(kind, values),
    notes: [],
    ...known,
  };
}

/** Mean of a level, or sum of counts. */
export function totalOf(kind: Kind, values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return kind === 'level' ? sum / values.length : sum;
}
