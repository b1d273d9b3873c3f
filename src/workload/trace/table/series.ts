import { minOf } from '../../../kernel/sums.js';
import { DAY_SECONDS } from '../../../kernel/units.js';
import type { Measure } from '../cells/measure.js';
import { NumberList } from '../cells/number-list.js';
import { elapsedText } from '../reading/moment-text.js';
import { Refusal } from '../reading/question.js';
import type { ReadingOptions } from '../reading/reading.js';

/** A column that falls more often than once in this many rows is not a counter. */
const ROWS_PER_RESET = 10;
/** Minimum share of equal distances, if the width of an interval is not given. */
const MIN_EVEN_SHARE = 0.9;
/** Counters of 32 bits begin again here. */
const COUNTER_WRAP = 4_294_967_296;

/** Rows in ascending order of time, at most one per time. */
export interface Rows {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Width of the intervals, and whether nearly all distances are multiples of it. */
export interface Interval {
  readonly seconds: number;
  readonly even: boolean;
  /** Months of the calendar that an interval has; 0 for intervals of one length. */
  readonly months: 0 | 1 | 3;
  /** A smaller distance that divides the commonest one, unless nearly all rows have it. */
  readonly rival?: number;
}

/** The commonest distance of the times. @throws Refusal if a given width would make intervals overlap */
export function intervalOf(times: Float64Array, given: number | undefined): Interval {
  const tally = new Map<number, number>();
  let [last, run] = [0, 0];
  for (let i = 1; i <= times.length; i++) {
    const distance = i === times.length ? Number.NaN : times[i]! - times[i - 1]!;
    if (distance === last) run += 1;
    else {
      const rounded = Math.round(last * 1e6) / 1e6;
      if (rounded > 0) tally.set(rounded, (tally.get(rounded) ?? 0) + run);
      [last, run] = [distance, 1];
    }
  }
  const months = calendarMonths(times, tally);
  if (months > 0 && given === undefined) return { seconds: 30 * months * DAY_SECONDS, even: true, months };
  let [seconds, most] = [0, 0];
  for (const [distance, count] of tally)
    if (count > most || (count === most && distance < seconds)) [seconds, most] = [distance, count];
  if (given !== undefined) {
    if (seconds > 0 && given > seconds + 1e-6)
      throw new Refusal(
        `rows are ${elapsedText(seconds)} apart, so that intervals of ${elapsedText(given)} would overlap`,
      );
    seconds = given;
  }
  const all = [...tally.values()].reduce((sum, count) => sum + count, 0);
  /** Whether nearly all distances are multiples of a width. */
  const fits = (width: number) => {
    let multiples = 0;
    for (const [distance, count] of tally) {
      const times_width = distance / width;
      if (Math.round(times_width) >= 1 && Math.abs(times_width - Math.round(times_width)) <= 0.1)
        multiples += count;
    }
    return multiples >= MIN_EVEN_SHARE * all;
  };
  const smallest = minOf(tally.keys());
  const has_rival =
    given === undefined &&
    smallest < seconds &&
    most < MIN_EVEN_SHARE * all &&
    seconds % smallest === 0 &&
    fits(smallest);
  return {
    ...(has_rival ? { rival: smallest } : {}),
    seconds,
    even: fits(seconds) && (most > 1 || all <= 2 || given !== undefined),
    months: 0,
  };
}

function calendarMonths(times: Float64Array, distances: ReadonlyMap<number, number>): Interval['months'] {
  const day = (time: number) => new Date(time * 1000).getUTCDate();
  const smallest = minOf(distances.keys()) / DAY_SECONDS;
  const months = smallest >= 28 && smallest <= 31 ? 1 : smallest >= 90 && smallest <= 92 ? 3 : 0;
  const is_whole = [...distances.keys()].every((one) => one <= 31 * DAY_SECONDS || one % DAY_SECONDS === 0);
  return is_whole && times.every((time) => day(time) === day(times[0]!)) ? months : 0;
}

export function lengthAt(time: number, { seconds, months }: Interval): number {
  if (months === 0) return seconds;
  const date = new Date(time * 1000);
  return (
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate(), date.getUTCHours()) /
      1000 -
    time
  );
}

/** Values of months as values of their days: whole counts with the same sum, and one level for all days. */
export function byDay({ times, values }: Rows, interval: Interval, is_level: boolean): Rows {
  const days = new NumberList();
  const parts = new NumberList();
  times.forEach((time, row) => {
    const count = Math.round(lengthAt(time, interval) / DAY_SECONDS);
    for (let day = 0; day < count; day++) {
      days.push(time + day * DAY_SECONDS);
      const value = values[row]!;
      parts.push(
        is_level ? value : Math.floor((value * (day + 1)) / count) - Math.floor((value * day) / count),
      );
    }
  });
  return { times: days.values(), values: parts.values() };
}

/** Whether the values count up: they never fall, except seldom to less than half. */
export function risingShape(
  values: Float64Array,
  rows_per_reset = ROWS_PER_RESET,
): { readonly rises: number; readonly falls: number; readonly usual: number } | undefined {
  const steps: number[] = [];
  let falls = 0;
  for (let i = 1; i < values.length; i++) {
    const step = values[i]! - values[i - 1]!;
    if (step > 0) steps.push(step);
    if (step >= 0) continue;
    falls += 1;
    if (values[i]! > values[i - 1]! / 2 || falls > values.length / rows_per_reset) return undefined;
  }
  if (steps.length === 0) return undefined;
  return { rises: steps.length, falls, usual: steps.sort((a, b) => a - b)[steps.length >> 1]! };
}

/**
 * The differences between the values of a counter, each at the beginning of its interval. Counts across a gap are
 * assigned to the last missing interval: a suspended platform sends no metrics.
 * @throws Refusal if the values fall too often
 */
export function differences(
  { times, values }: Rows,
  interval_seconds: number,
): { readonly rows: Rows; readonly notes: readonly string[] } {
  const n = times.length - 1;
  if (n < 1) throw new Refusal('a counter needs two rows or more');
  let fastest = 0;
  for (let i = 1; i <= n; i++) fastest = Math.max(fastest, values[i]! - values[i - 1]!);
  const starts = new Float64Array(n);
  const counts = new Float64Array(n);
  let resets = 0;
  let wraps = 0;
  let over_gaps = 0;
  for (let i = 1; i <= n; i++) {
    let step = values[i]! - values[i - 1]!;
    if (step < 0) {
      const wrapped = step + COUNTER_WRAP;
      const has_wrapped =
        values[i - 1]! > 0.9 * COUNTER_WRAP && values[i - 1]! < COUNTER_WRAP && wrapped <= 1.5 * fastest;
      if (has_wrapped) wraps += 1;
      else resets += 1;
      step = has_wrapped ? wrapped : values[i]!;
    }
    const is_gap = times[i]! - times[i - 1]! > 1.5 * interval_seconds;
    if (is_gap) over_gaps += step;
    starts[i - 1] = is_gap ? times[i]! - interval_seconds : times[i - 1]!;
    counts[i - 1] = step;
  }
  if (resets > Math.max(1, n / ROWS_PER_RESET))
    throw new Refusal(`the values fall in ${resets} of ${n} rows; a counter only rises`);
  const often = (count: number) => (count === 1 ? 'once' : `${count} times`);
  const notes = [
    ...(resets > 0 ? [`the counter restarted ${often(resets)}`] : []),
    ...(wraps > 0 ? [`the counter passed 2^32 ${often(wraps)}`] : []),
    ...(over_gaps > 0
      ? [`${over_gaps} of what was counted fell into missing intervals, and is put into the last of each gap`]
      : []),
  ];
  return { rows: { times: starts, values: counts }, notes };
}

/** Queries, or per cent, of each interval under a measure. */
export function scaled(
  { times, values }: Rows,
  measure: Measure,
  interval: Interval,
  options: ReadingOptions,
): Float64Array {
  const factor = options.scale ?? measure.factor;
  if (measure.is !== 'rate') return factor === 1 ? values : values.map((value) => value * factor);
  return values.map((value, i) => (value * factor * lengthAt(times[i]!, interval)) / measure.per_seconds);
}
