import { sampleMoments } from './sample-moments.js';
import { studentTQuantile } from './student-t.js';

/** Default confidence of intervals. */
export const DEFAULT_CONFIDENCE = 0.95;

/** A mean and the half-width of its two-sided confidence interval: the interval is mean ± half_width. */
export interface MeanInterval {
  readonly mean: number;
  /** In the unit of the mean; Infinity for a single value, whose spread is unknown. */
  readonly half_width: number;
  /** The probability that the interval covers the true mean, such as 0.95. */
  readonly confidence: number;
  /** Number of independent values behind the interval. */
  readonly n: number;
}

/**
 * The mean of independent values with its Student t interval: mean ± t(n − 1) · s / √n.
 *
 * @param values one or more finite numbers, such as one figure per replication
 * @param confidence strictly between 0 and 1
 * @throws RangeError without a value, or for an invalid confidence
 */
export function meanInterval(values: ArrayLike<number>, confidence: number): MeanInterval {
  const upper = upperProbability(confidence);
  const n = values.length;
  if (n === 0) throw new RangeError('mean interval: values: expected at least one, got none');
  const { mean, variance } = sampleMoments(values);
  const halfWidth =
    n === 1 ? Number.POSITIVE_INFINITY : studentTQuantile(upper, n - 1) * Math.sqrt(variance / n);
  return { mean, half_width: halfWidth, confidence, n };
}

/**
 * The mean over replications of a share, such as that of the queries that waited, with its Student t interval. The
 * interval is at least as wide as unseen events in this many trials require.
 *
 * If the counted event is rare, all replications may be alike, each with the single unavoidable count. Their deviation
 * then does not measure how often more are counted. With a probability of −ln((1 − confidence) / 2) ÷ trials, all
 * trials together show no further event in (1 − confidence) / 2 of cases: the rule of three (J. A. Hanley & A.
 * Lippman-Hand, If Nothing Goes Wrong, Is Everything All Right?, JAMA 249, 1983). From about ten counts per
 * replication, t is the wider one.
 *
 * @param values one per replication
 * @param trials total of all these replications; 0, for a figure that is not a share, gives the t interval
 * @returns ±0 if the count is always 0: the caller must know whether another count is possible
 */
export function shareInterval(values: readonly number[], trials: number, confidence: number): MeanInterval {
  const interval = meanInterval(values, confidence);
  if (interval.mean === 0 || trials === 0) return interval;
  return { ...interval, half_width: Math.max(interval.half_width, unseenShare(trials, confidence)) };
}

/** Minimum half-width of an interval over this many trials, for events that may have gone unseen. */
export function unseenShare(trials: number, confidence: number): number {
  return -Math.log((1 - confidence) / 2) / trials;
}

/** The upper end's probability of a two-sided interval: 0.95 gives 0.975. */
function upperProbability(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(
      `confidence: expected a number strictly between 0 and 1, such as 0.95, got ${confidence}`,
    );
  }
  return (1 + confidence) / 2;
}
