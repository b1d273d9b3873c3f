import { sampleMoments } from './sample-moments.js';
import { studentTQuantile } from './student-t.js';

/** A mean and the half-width of its two-sided confidence interval: the interval is mean ± half_width. */
export interface MeanInterval {
  readonly mean: number;
  /** In the unit of the mean; Infinity for a single value, about whose spread nothing is known. */
  readonly half_width: number;
  /** The probability that the interval covers the true mean, such as 0.95. */
  readonly confidence: number;
  /** How many independent values the interval rests on. */
  readonly n: number;
}

/**
 * The mean of independent values with its Student t interval: mean ± t(n − 1) · s / √n.
 *
 * @param values one or more finite numbers, such as one figure per replication
 * @param confidence strictly between 0 and 1
 * @throws RangeError without a value, or for a confidence that is none
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

/** The upper end's probability of a two-sided interval: 0.95 gives 0.975. */
function upperProbability(confidence: number): number {
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(
      `confidence: expected a number strictly between 0 and 1, such as 0.95, got ${confidence}`,
    );
  }
  return (1 + confidence) / 2;
}
