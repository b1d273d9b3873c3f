import { dispersion } from './moments.js';
import type { IntervalSeries } from './seasonality.js';

/** How much arrives, and how unevenly. Facts cover the recorded intervals; missing ones are ignored. */
export interface CountFacts {
  readonly total: number;
  readonly mean_per_second: number;
  /** Rate of the busiest interval, the first of equals. */
  readonly peak_per_second: number;
  readonly peak_at_seconds: number;
  /** Width of the intervals that the facts are about. */
  readonly interval_seconds: number;
  readonly peak_to_mean: number;
  /** Share of intervals without an arrival. */
  readonly empty_share: number;
  /** Variance ÷ mean of the counts of one interval; 1 for a Poisson process at a constant rate. */
  readonly dispersion: number;
  /** The same for a longer window, or `undefined` when fewer than two windows are complete. */
  readonly dispersion_long: number | undefined;
  /** The longer window: about an hour, or a day when intervals are long. */
  readonly long_window_seconds: number;
}

/** Facts about single arrivals, from their counts per minute or so and from what is known without binning. */
export function arrivalFacts(bins: IntervalSeries, moments: Float64Array): CountFacts {
  const binned = countFacts(bins);
  const total = moments.length;
  const span = moments.at(-1)! - moments[0]!;
  const mean_per_second = span > 0 ? (total - 1) / span : binned.mean_per_second;
  return { ...binned, total, mean_per_second, peak_to_mean: binned.peak_per_second / mean_per_second };
}

/** Facts about a series of counts of at least one interval; ratios are 0 when nothing arrives at all. */
export function countFacts(series: IntervalSeries): CountFacts {
  const { values, times_seconds, width_seconds } = series;
  let total = 0;
  let empty = 0;
  let peak = 0;
  for (let i = 0; i < values.length; i++) {
    total += values[i]!;
    if (values[i] === 0) empty += 1;
    if (values[i]! > values[peak]!) peak = i;
  }
  const mean = total / values.length;
  const long = width_seconds <= 900 ? 3600 : 86_400;
  const per_window = Math.max(2, Math.round(long / width_seconds));
  const windows = windowCounts(series, per_window);
  return {
    total,
    mean_per_second: mean / width_seconds,
    peak_per_second: values[peak]! / width_seconds,
    peak_at_seconds: times_seconds[peak]!,
    interval_seconds: width_seconds,
    peak_to_mean: total === 0 ? 0 : values[peak]! / mean,
    empty_share: empty / values.length,
    dispersion: total === 0 ? 0 : dispersion(values),
    dispersion_long: windows.length < 2 || total === 0 ? undefined : dispersion(windows),
    long_window_seconds: per_window * width_seconds,
  };
}

/** Sums over consecutive windows from the first row on; windows with a missing interval are left out. */
function windowCounts(series: IntervalSeries, per_window: number): Float64Array {
  const { values, times_seconds, width_seconds } = series;
  const complete: number[] = [];
  let window = 0;
  let rows = 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    const place = Math.round((times_seconds[i]! - times_seconds[0]!) / width_seconds);
    const here = Math.floor(place / per_window);
    if (here !== window) {
      window = here;
      rows = 0;
      sum = 0;
    }
    rows += 1;
    sum += values[i]!;
    if (rows === per_window) complete.push(sum);
  }
  return Float64Array.from(complete);
}
