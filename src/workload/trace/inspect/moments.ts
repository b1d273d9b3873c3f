/** Mean and variance of a sample, the variance over n. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
}

/** Two passes, so that a large mean costs the variance no digits; NaN for an empty sample. */
export function moments(values: Float64Array): Moments {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return { mean, variance: squares / values.length };
}

/** Index of dispersion of counts, variance ÷ mean: 1 for a Poisson process; NaN where the mean is 0. */
export function dispersion(counts: Float64Array): number {
  const { mean, variance } = moments(counts);
  return variance / mean;
}

/** The smallest value that at least a share `q` of the sample does not exceed. */
export function sampleQuantile(ascending: Float64Array, q: number): number {
  // Taking a little off keeps 0.95 × 20 from becoming the twentieth value by rounding.
  const rank = Math.ceil(q * ascending.length - 1e-9);
  return ascending[Math.min(Math.max(rank, 1), ascending.length) - 1]!;
}
