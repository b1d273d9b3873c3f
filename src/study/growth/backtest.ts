import { HOUR_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { ProcessSpecification } from '../../workload/load-specification.js';
import { grown, monthsBetween } from './load-growth.js';

/** How a forecast of a recorded load would have done on weeks that it was not shown. */
export interface Backtest {
  readonly load: string;
  /** Weeks of training data, and weeks that the forecast is compared with. */
  readonly training_weeks: number;
  readonly held_back_weeks: number;
  /** Mean absolute error by the hour ÷ mean load of the weeks held back. */
  readonly error: number;
  /** The same of seasonal naive: each hour as in the last week before. */
  readonly naive_error: number;
  /** Forecast ÷ actual − 1, over the weeks held back: the effect on a bill. */
  readonly total_error: number;
  readonly naive_total_error: number;
}

const WEEK_HOURS = 168;
/** Minimum recording length in weeks: two of training data and one to compare with. */
const MIN_WEEKS = 3;
const MAX_HELD_BACK = 4;

/**
 * Forecasts the last weeks of each recorded load from those before, as {@link forecast} does: each hour as the mean of
 * its hour of the week, times the growth since the beginning. Compared with seasonal naive, the baseline that a
 * forecast has to beat.
 *
 * @param growth a month, as a factor
 * @returns one for each load with three whole weeks of a recording that does not repeat itself
 */
export function backtests(scenario: Scenario, growth: number): readonly Backtest[] {
  if (scenario.fleet !== undefined) return [];
  return scenario.load.flatMap(({ name, process }) => {
    const hours = recordedHours(process, scenario.duration_seconds);
    if (hours === undefined || repeatsItself(hours)) return [];
    const tested = backtest(hours, growth, scenario.start_epoch_seconds);
    return tested === undefined ? [] : [{ load: name, ...tested }];
  });
}

/** The backtest of an hourly series with a start time; `undefined` if it is too short, or has no queries. */
export function backtest(
  hours: Float64Array,
  growth: number,
  start_epoch_seconds: number,
): Omit<Backtest, 'load'> | undefined {
  const weeks = Math.floor(hours.length / WEEK_HOURS);
  if (weeks < MIN_WEEKS) return undefined;
  const held_back_weeks = Math.min(MAX_HELD_BACK, Math.floor(weeks / MIN_WEEKS));
  const training_weeks = weeks - held_back_weeks;
  const first = training_weeks * WEEK_HOURS;
  const last = weeks * WEEK_HOURS;
  const profile = meanWeek(hours, training_weeks);
  let [came, error, naive_error, forecast, naive] = [0, 0, 0, 0, 0];
  for (let hour = first; hour < last; hour++) {
    const at = start_epoch_seconds + (hour + 0.5) * HOUR_SECONDS;
    const expected = profile[hour % WEEK_HOURS]! * grown(growth, monthsBetween(start_epoch_seconds, at));
    const asBefore = hours[first - WEEK_HOURS + (hour % WEEK_HOURS)]!;
    came += hours[hour]!;
    forecast += expected;
    naive += asBefore;
    error += Math.abs(hours[hour]! - expected);
    naive_error += Math.abs(hours[hour]! - asBefore);
  }
  if (came === 0) return undefined;
  return {
    training_weeks,
    held_back_weeks,
    error: error / came,
    naive_error: naive_error / came,
    total_error: forecast / came - 1,
    naive_total_error: naive / came - 1,
  };
}

function meanWeek(hours: Float64Array, weeks: number): Float64Array {
  const mean = new Float64Array(WEEK_HOURS);
  for (let hour = 0; hour < weeks * WEEK_HOURS; hour++) mean[hour % WEEK_HOURS]! += hours[hour]! / weeks;
  return mean;
}

/** Hourly arrivals of a recording, as long as it and the scenario last; `undefined` for any other load. */
function recordedHours(process: ProcessSpecification, duration_seconds: number): Float64Array | undefined {
  if (process.kind === 'arrivals') {
    const { times_seconds } = process;
    const end = Math.min(duration_seconds, (times_seconds.at(-1) ?? 0) + 1);
    const hours = emptyHours(end);
    for (const time of times_seconds) add(hours, time, 1);
    return hours;
  }
  if (process.kind === 'counts') {
    return spread(process.starts_seconds, process.width_seconds, process.counts, 1, duration_seconds);
  }
  if ((process.kind === 'poisson' || process.kind === 'regular') && process.rate.kind === 'series') {
    const { starts_seconds, width_seconds, per_second } = process.rate;
    return spread(starts_seconds, width_seconds, per_second, width_seconds, duration_seconds);
  }
  return undefined;
}

function emptyHours(seconds: number): Float64Array {
  return new Float64Array(Math.floor(seconds / HOUR_SECONDS));
}

function add(hours: Float64Array, at_seconds: number, amount: number): void {
  const hour = Math.floor(at_seconds / HOUR_SECONDS);
  if (hour >= 0 && hour < hours.length) hours[hour]! += amount;
}

/** Rows of a recording by the hour; one that crosses hours is divided in proportion to time. */
function spread(
  starts: Float64Array,
  width: number,
  values: Float64Array,
  factor: number,
  duration_seconds: number,
): Float64Array {
  const hours = emptyHours(Math.min(duration_seconds, (starts.at(-1) ?? -width) + width));
  for (const [row, start] of starts.entries()) {
    const end = start + width;
    for (let from = start; from < end; ) {
      const next = Math.min(end, (Math.floor(from / HOUR_SECONDS) + 1) * HOUR_SECONDS);
      add(hours, from, (values[row]! * factor * (next - from)) / width);
      from = next;
    }
  }
  return hours;
}

/**
 * Whether a recording has been laid end to end: then a forecast of its repetition would prove nothing. By the prefix
 * function of Knuth, Morris and Pratt: n less the longest border is the shortest period.
 */
function repeatsItself(hours: Float64Array): boolean {
  const border = new Int32Array(hours.length);
  for (let end = 1, length = 0; end < hours.length; end++) {
    while (length > 0 && !same(hours[end]!, hours[length]!)) length = border[length - 1]!;
    if (same(hours[end]!, hours[length]!)) length += 1;
    border[end] = length;
  }
  return hours.length > 0 && border.at(-1)! >= hours.length / 2;
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}
