import { normalQuantile } from '../kernel/functions/normal.js';
import { regularisedBeta } from './incomplete-beta.js';

/**
 * P(B ≤ k) for B binomial with n trials and success probability p: the regularised incomplete beta function
 * I₁₋ₚ(n − k, k + 1).
 *
 * @param n a whole number of 0 or more
 * @param p from 0 to 1
 */
export function binomialCumulative(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  const whole = Math.floor(k);
  return regularisedBeta(1 - p, p, n - whole, whole + 1);
}

/**
 * The smallest k with P(B ≤ k) ≥ `probability`, for B binomial with n trials and success probability p.
 *
 * @param probability from 0 to 1
 */
export function binomialQuantile(probability: number, n: number, p: number): number {
  if (probability <= 0) return 0;
  if (probability >= 1) return n;
  const centre = n * p;
  const spread = Math.sqrt(n * p * (1 - p));
  const guess = Math.floor(centre + spread * normalQuantile(probability));
  let low = -1;
  let high = n;
  // The normal guess is off by a few; doubling steps bracket the answer from there.
  for (let step = 1, at = guess; at > low && at < high; step *= 2) {
    if (binomialCumulative(at, n, p) >= probability) {
      high = at;
      at -= step;
    } else {
      low = at;
      at += step;
    }
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (binomialCumulative(middle, n, p) >= probability) high = middle;
    else low = middle;
  }
  return high;
}
