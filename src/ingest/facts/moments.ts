import { sum, sumOf } from '../../kernel/sums.js';
import { wholeUp } from '../../kernel/whole-steps.js';

/** Mean and variance of a sample, the variance over n. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Two passes, so that a large mean costs the variance no digits; NaN for an empty sample. */
export function moments(values: Float64Array): Moments {
  const mean = sum(values) / values.length;
  const squares = sumOf(values, (value) => (value - mean) * (value - mean));
  return { mean, variance: squares / values.length };
}

/** Index of dispersion of counts, variance ÷ mean: 1 for a Poisson process; NaN where the mean is 0. */
export function dispersion(counts: Float64Array): number {
  const { mean, variance } = moments(counts);
  return variance / mean;
}

/** The smallest value that at least a share `q` of the sample does not exceed. */
export function sampleQuantile(ascending: Float64Array, q: number): number {
  return ascending[quantileRank(ascending.length, q) - 1]!;
}

/** Rank, from 1, of the quantile `q` of `n` values in ascending order. */
export function quantileRank(n: number, q: number): number {
  // Taking a little off keeps 0.95 × 20 from becoming the twentieth value by rounding.
  return Math.min(Math.max(wholeUp(q * n), 1), n);
}
