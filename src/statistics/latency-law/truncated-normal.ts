import { normalCumulative } from '../../kernel/functions/normal.js';

const LOG_ROOT_TWO_PI = 0.9189385332046727; // ln √(2π)
/** Beyond this distance the probability underflows, and the leading term of its expansion is used. */
const FAR = 37;
/** An interval narrower than this is treated as a point. */
const POINT = 1e-6;

/** A standard normal variable between two bounds: see {@link truncate}. */
export interface TruncatedNormal {
  /** Logarithm of the probability between the bounds. */
  log_probability: number;
  /** First and second moment between the bounds, about 0. */
  first: number;
  second: number;
}

/**
 * Probability and moments of a standard normal variable Z between two bounds: E Z = (φ(a) − φ(b)) / P, E Z² = 1 + (a
 * φ(a) − b φ(b)) / P. (N. L. Johnson, S. Kotz, N. Balakrishnan, Continuous Univariate Distributions, vol. 1, 1994,
 * 13.10.1.)
 *
 * @param a may be −Infinity
 * @param b at least `a`; may be Infinity
 * @param into receives the result, which saves an object per call
 */
export function truncate(a: number, b: number, into: TruncatedNormal): void {
  if (b - a < POINT) {
    const middle = (a + b) / 2;
    into.log_probability =
      Math.log(Math.max(b - a, Number.MIN_VALUE)) - middle * middle * 0.5 - LOG_ROOT_TWO_PI;
    into.first = middle;
    into.second = middle * middle;
    return;
  }
  // Evaluated on the side with small tails, so that their difference keeps its digits.
  const flipped = a > 0;
  const low = flipped ? -b : a;
  const high = flipped ? -a : b;
  if (high < -FAR) {
    const edge = flipped ? -high : high;
    into.log_probability = -high * high * 0.5 - LOG_ROOT_TWO_PI - Math.log(-high);
    into.first = edge + 1 / edge;
    into.second = edge * edge + 2;
    return;
  }
  const probability = normalCumulative(high) - normalCumulative(low);
  const at_low = density(a);
  const at_high = density(b);
  into.log_probability = Math.log(probability);
  into.first = (at_low - at_high) / probability;
  into.second = 1 + (weighted(a, at_low) - weighted(b, at_high)) / probability;
}

function density(z: number): number {
  return Math.exp(-0.5 * z * z - LOG_ROOT_TWO_PI);
}

function weighted(z: number, at: number): number {
  return Number.isFinite(z) ? z * at : 0;
}
