import { DAY_SECONDS, WEEK_SECONDS } from '../../kernel/units.js';
import { wholeDown } from '../../kernel/whole-steps.js';

/** How strongly a trace follows a period, and when in the period it is highest. */
export interface FoundSeason {
  readonly period_seconds: number;
  /** Amplitude of the sinusoid of this period as a share of the mean: 0 none, 1 down to nothing and back. */
  readonly amplitude: number;
  /** Where the sinusoid peaks, seconds after the start of a period (UTC midnight, or Monday's). */
  readonly peak_seconds: number;
  /** Whether the peak is a clock time, rather than a time after the trace's time 0. */
  readonly by_clock: boolean;
}

export interface IntervalSeries {
  /** Starts of intervals, ascending; missing ones are left out. */
  readonly times_seconds: Float64Array;
  readonly values: Float64Array;
  readonly width_seconds: number;
}

/** Seconds of a period, and from its beginning to the Unix epoch, which is a Thursday: three days after a Monday. */
const PERIODS = { daily: [DAY_SECONDS, 0], weekly: [WEEK_SECONDS, 3 * DAY_SECONDS] } as const;

/**
 * The season by the hour of the day, or from Monday 00:00 on, in UTC.
 *
 * Relative Fourier amplitude A = 2 |Σ (x_k − x̄) e^(−2πi t_k / P)| / (n x̄) over the longest whole number of
 * periods from the first row on, and the phase of the same coefficient. t_k is the middle of an interval, x̄
 * the mean over the rows there are; taking it off first keeps gaps from passing for a season.
 *
 * @param origin_epoch_seconds Unix time of time 0 of the series, if it has a clock
 * @returns `undefined` when the series is shorter than two periods, too coarse for the period, or all zero
 */
export function foundSeason(
  series: IntervalSeries,
  period: keyof typeof PERIODS,
  origin_epoch_seconds: number | undefined,
): FoundSeason | undefined {
  const [period_seconds, epoch_seconds] = PERIODS[period];
  const { times_seconds, values, width_seconds } = series;
  const first = times_seconds[0] ?? 0;
  const span = (times_seconds[times_seconds.length - 1] ?? 0) + width_seconds - first;
  // A rounding error in a time must not cost a whole period.
  const periods = wholeDown(span / period_seconds);
  if (periods < 2 || width_seconds > period_seconds / 4) return undefined;
  const end = first + periods * period_seconds - width_seconds / 2;
  let n = 0;
  let sum = 0;
  while (n < values.length && times_seconds[n]! < end) sum += values[n++]!;
  const mean = sum / n;
  if (!(mean > 0)) return undefined;
  let real = 0;
  let imaginary = 0;
  const frequency = (2 * Math.PI) / period_seconds;
  for (let k = 0; k < n; k++) {
    const angle = frequency * (times_seconds[k]! + width_seconds / 2);
    real += (values[k]! - mean) * Math.cos(angle);
    imaginary += (values[k]! - mean) * Math.sin(angle);
  }
  // The sinusoid is cos(angle − phase) with phase = atan2(imaginary, real).
  const peak = Math.atan2(imaginary, real) / frequency;
  const clock_seconds = origin_epoch_seconds === undefined ? 0 : origin_epoch_seconds + epoch_seconds;
  const place = peak + clock_seconds;
  return {
    period_seconds,
    amplitude: (2 * Math.sqrt(real * real + imaginary * imaginary)) / (n * mean),
    peak_seconds: ((place % period_seconds) + period_seconds) % period_seconds,
    by_clock: origin_epoch_seconds !== undefined,
  };
}
