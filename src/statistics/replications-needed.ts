import { normalQuantile } from '../kernel/functions/normal.js';

/**
 * Replications until the half-width is at most `precision` times the mean, if standard deviation and mean stay at
 * their pilot values: by the normal distribution, ⌈(z s ÷ ε m)²⌉.
 *
 * @param precision relative half-width, above 0, such as 0.02
 * @param confidence strictly between 0 and 1
 * @returns Infinity for varying values with mean 0; 2, the minimum for an interval, if all values are equal
 */
export function replicationsNeeded(
  pilot: { readonly mean: number; readonly sd: number },
  precision: number,
  confidence: number,
): number {
  const least = 2;
  if (pilot.sd === 0) return least;
  if (pilot.mean === 0) return Number.POSITIVE_INFINITY;
  const ratio = pilot.sd / (precision * Math.abs(pilot.mean));
  const quantile = normalQuantile((1 + confidence) / 2);
  return Math.max(least, Math.ceil(quantile * quantile * ratio * ratio));
}
