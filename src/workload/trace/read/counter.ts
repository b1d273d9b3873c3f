import type { TraceSelection } from '../trace.js';
import { TraceError } from '../trace-error.js';
import { momentText } from './cells/time-text.js';
import type { SeriesRows } from './raw-series.js';

/** Fewer rows show little. */
const LEAST_ROWS = 8;
/** A counter that falls more often than once in so many rows is none. */
const ROWS_PER_RESET = 10;
/** A beginning this many usual steps above 0 is that of something that has long been counting. */
const LONG_BEFORE = 100;
/** Counters of 32 bits begin anew here without anything having restarted. */
const WRAP = 4_294_967_296;
/** How near to it a counter must have been. */
const NEAR_WRAP = 0.9;
/** What is counted across it is at most this multiple of the fastest rise elsewhere. */
const FASTEST = 1.5;

const COUNTER_NAMES =
  /(?:^|_)total(?:_|$)|counter|cumul|xact_(?:commit|rollback)|^tup_|^blks_|^calls$|_calls$|_sum$|_count_total/;

/** Whether a series counts up since some beginning, with the reason in words. */
export interface CounterVerdict {
  readonly verdict: 'counter' | 'unclear' | 'no';
  readonly why: string;
}

/**
 * Looks whether values count up: they never fall but to less than half (a reset), hardly ever, and rise. With a
 * counter's name, or far above 0 from the first row on, that is a counter; else nobody can tell it from a load
 * that only grows.
 *
 * @param values in the order of time, at even distances
 */
export function counterVerdict(values: Float64Array, name: string): CounterVerdict {
  const no = { verdict: 'no', why: '' } as const;
  const n = values.length;
  const rises: number[] = [];
  let falls = 0;
  for (let i = 1; i < n; i++) {
    const step = values[i]! - values[i - 1]!;
    if (step > 0) rises.push(step);
    if (step >= 0) continue;
    falls += 1;
    if (values[i]! > values[i - 1]! / 2 || falls > n / ROWS_PER_RESET) return no;
  }
  if (n < LEAST_ROWS) return shortVerdict(values, name, rises, falls);
  if (rises.length < 3) return no;
  const resets = falls === 0 ? '' : ` but ${falls === 1 ? 'once' : `${falls} times`} to less than half`;
  const never = `the values never fall${resets}`;
  if (isCounterName(name))
    return { verdict: 'counter', why: `${never}, and "${name}" is the name of a counter` };
  const usual = rises.toSorted((a, b) => a - b)[Math.floor(rises.length / 2)]!;
  if (values[0]! >= LONG_BEFORE * usual) {
    return { verdict: 'counter', why: `${never}, and begin far above what they rise by` };
  }
  return { verdict: 'unclear', why: never };
}

/** Of a few rows nobody can tell, but a name or a beginning far above 0 is a reason to ask. */
function shortVerdict(
  values: Float64Array,
  name: string,
  rises: readonly number[],
  falls: number,
): CounterVerdict {
  const why = 'the values never fall';
  const rising = falls === 0 && rises.length >= 2;
  const far = rising && values[0]! >= LONG_BEFORE * Math.max(...rises);
  return rising && (isCounterName(name) || far) ? { verdict: 'unclear', why } : { verdict: 'no', why: '' };
}

function isCounterName(name: string): boolean {
  const plain = name
    .replace(/\{.*$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  return COUNTER_NAMES.test(plain);
}

/**
 * The counts between the values of a counter, each in the interval that ends at its row. A value below the one
 * before it is a restart from 0, as Prometheus's increase() has it, unless the counter has reached 2^32 and gone on from 0
 * as fast as before. What was counted over missing intervals is
 * put into the last of them, since a platform that suspends sends no metrics meanwhile.
 *
 * @param ordered ascending by time, without missing values
 * @returns counts of intervals
 * @throws TraceError when a time is repeated, there are too few rows, or it falls too often to be a counter
 */
export function differences(
  ordered: SeriesRows,
  width_seconds: number,
  selection: Pick<TraceSelection, 'file'>,
  origin_epoch_seconds: number | undefined,
) {
  const { times, values, lines } = ordered;
  const n = times.length;
  if (n < 2)
    throw new TraceError(selection.file, 'a counter needs two rows at least; its counts are the differences');
  const rows: SeriesRows = {
    times: new Float64Array(n - 1),
    values: new Float64Array(n - 1),
    lines: lines.slice(1),
  };
  const fastest = fastestRise(ordered);
  // By their rows.
  const wraps: number[] = [];
  const resets: number[] = [];
  let over_gaps = 0;
  for (let i = 1; i < n; i++) {
    const spacing = times[i]! - times[i - 1]!;
    if (spacing === 0) {
      const reason = `the row repeats the time of line ${lines[i - 1]}, and a counter has one value at a time; choose one series (value), or write one column for each`;
      throw new TraceError(selection.file, reason, { line: lines[i]! });
    }
    let count = values[i]! - values[i - 1]!;
    if (count < 0 && values[i - 1]! >= NEAR_WRAP * WRAP && count + WRAP <= FASTEST * fastest * spacing) {
      wraps.push(i);
      count += WRAP;
    } else if (count < 0) {
      resets.push(i);
      count = values[i]!;
    }
    const gap = spacing > 1.5 * width_seconds;
    if (gap) over_gaps += count;
    rows.times[i - 1] = gap ? times[i]! - width_seconds : times[i - 1]!;
    rows.values[i - 1] = count;
  }
  if (resets.length > Math.max(1, n / 4)) {
    throw new TraceError(
      selection.file,
      `the values fall in ${resets.length} of ${n} rows, so that they are no counter; leave counter out, or say counter: false`,
      { line: lines[resets[0]!]! },
    );
  }
  const warnings: string[] = [];
  const often = (places: readonly number[]) =>
    `${places.length === 1 ? 'once' : `${places.length} times`} (first in line ${lines[places[0]!]}: ${momentText(times[places[0]!]!, origin_epoch_seconds)})`;
  if (wraps.length > 0) {
    warnings.push(
      `the counter has 32 bits and went on from 0 at 2^32 ${often(wraps)}: it was near there, and the count across it is like the others`,
    );
  }
  if (resets.length > 0) {
    warnings.push(
      `the counter restarted ${often(resets)}; what it counted before a restart and after the row before is not known`,
    );
  }
  if (over_gaps > 0) {
    warnings.push(
      `${over_gaps} of what was counted fell into missing intervals, and is put into the last of each gap`,
    );
  }
  return { rows, warnings };
}

/** The fastest that it rises, a second; 0 where it has gone beyond 32 bits, so that it has more. */
function fastestRise({ times, values }: SeriesRows): number {
  let fastest = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i]! >= WRAP) return 0;
    if (i === 0) continue;
    fastest = Math.max(fastest, (values[i]! - values[i - 1]!) / (times[i]! - times[i - 1]!));
  }
  return fastest;
}
