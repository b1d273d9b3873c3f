import type { Distribution } from './distribution.js';
import { cumulative } from './distribution-function.js';
import { bisect } from './functions/bisection.js';
import { gammaQuantile } from './functions/gamma-function.js';
import { quantileFunction } from './inversion.js';

/**
 * The quantile of a distribution: the least x with P(X ≤ x) ≥ p; at 0 the lower and at 1 the upper end of its support.
 *
 * Uses closed forms where they exist, and bisection between the quantiles of the parts for hyperexponential
 * distributions and mixtures.
 *
 * @param p a probability in [0, 1]
 * @throws RangeError for any other p
 */
export function quantile(distribution: Distribution, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`quantile: expected a probability from 0 to 1, got ${p}`);
  if (distribution.kind === 'gamma') return distribution.scale * gammaQuantile(distribution.shape, p);
  if (distribution.kind === 'hyperexponential') {
    return mixedQuantile(distribution, (index) => -distribution.means[index]! * Math.log1p(-p), p);
  }
  if (distribution.kind === 'mixture') {
    return mixedQuantile(distribution, (index) => quantile(distribution.parts[index]!, p), p);
  }
  // The `+ 0` turns the −0 of some closed forms at p = 0 into 0.
  return quantileFunction(distribution)!(p) + 0;
}

/** A mixture's quantile lies between the smallest and the largest quantile of its parts. */
function mixedQuantile(
  distribution: Extract<Distribution, { kind: 'hyperexponential' | 'mixture' }>,
  partQuantile: (index: number) => number,
  p: number,
): number {
  const { weights } = distribution;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < weights.length; index++) {
    if (weights[index] === 0) continue;
    const own = partQuantile(index);
    low = Math.min(low, own);
    high = Math.max(high, own);
  }
  const end = p === 0 ? low : p === 1 ? high : undefined;
  if (end !== undefined) return end + 0;
  if (low === high || cumulative(distribution, low) >= p) return low;
  return bisect((x) => cumulative(distribution, x) >= p, low, high);
}
