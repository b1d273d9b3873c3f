import { type MeanInterval, meanInterval } from './confidence-interval.js';
import { sampleMoments } from './sample-moments.js';
import { studentTCumulative, studentTQuantile } from './student-t.js';

/** The difference between two settings over pairs of replications. */
export interface PairedDifference extends MeanInterval {
  /** p-value of a two-sided paired t-test. */
  readonly p_value: number;
  /** Half-width of the interval for the same values without pairing (Welch). */
  readonly unpaired_half_width: number;
}

/**
 * The mean of other − base over pairs with its t interval.
 *
 * Pairs with common random numbers vary together, and their common variation cancels. Compare the half-width with
 * `unpaired_half_width` for the gain.
 *
 * @param base two or more values, one per replication
 * @param other values of the same replications
 * @throws RangeError if the lengths differ or are below two
 */
export function pairedDifference(
  base: ArrayLike<number>,
  other: ArrayLike<number>,
  confidence: number,
): PairedDifference {
  const n = base.length;
  if (n < 2 || other.length !== n) {
    throw new RangeError(
      `paired difference: expected two or more pairs, got ${n} values and ${other.length}`,
    );
  }
  const differences = Float64Array.from({ length: n }, (_, index) => other[index]! - base[index]!);
  const interval = meanInterval(differences, confidence);
  return {
    ...interval,
    p_value: chance(differences),
    unpaired_half_width: welchHalfWidth(base, other, confidence),
  };
}

/** P(|T| ≥ |t|); 0 if all differences are equal and not 0. */
function chance(differences: Float64Array): number {
  const n = differences.length;
  const { mean, variance } = sampleMoments(differences);
  if (mean === 0) return 1;
  if (variance === 0) return 0;
  return Math.min(1, 2 * studentTCumulative(-Math.abs(mean) / Math.sqrt(variance / n), n - 1));
}

/** Two independent samples of unequal variance, with the degrees of freedom of Welch and Satterthwaite. */
function welchHalfWidth(base: ArrayLike<number>, other: ArrayLike<number>, confidence: number): number {
  const n = base.length;
  const first = sampleMoments(base).variance / n;
  const second = sampleMoments(other).variance / n;
  const both = first + second;
  if (both === 0) return 0;
  const degrees = ((n - 1) * both * both) / (first * first + second * second);
  return studentTQuantile((1 + confidence) / 2, degrees) * Math.sqrt(both);
}
