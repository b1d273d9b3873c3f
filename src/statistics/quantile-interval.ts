import { binomialQuantile } from './binomial.js';
import type { Histogram } from './histogram.js';

/** Ranks of the ordered values that bound a quantile, from 1. */
export interface QuantileRanks {
  /** 0 if not even the smallest value is a lower bound. */
  readonly lower: number;
  /** n + 1 if not even the largest value is an upper bound. */
  readonly upper: number;
}

/**
 * The order statistics that bound the p-quantile of any continuous distribution. The number B of n independent
 * values below it is binomial(n, p), so the l-th and u-th smallest enclose it with probability P(l ≤ B < u).
 *
 * The lower rank is the (1 − confidence)/2 quantile of B, the upper one more than the (1 + confidence)/2 quantile.
 * (W. J. Conover, Practical Nonparametric Statistics.)
 *
 * @param n independent values, 1 or more
 * @param p strictly between 0 and 1
 * @param confidence strictly between 0 and 1
 * @throws RangeError for anything else
 */
export function quantileRanks(n: number, p: number, confidence: number): QuantileRanks {
  if (!(Number.isSafeInteger(n) && n >= 1)) {
    throw new RangeError(`quantile ranks: n: expected a whole number of 1 or more, got ${n}`);
  }
  for (const [name, value] of [
    ['p', p],
    ['confidence', confidence],
  ] as const) {
    if (!(value > 0 && value < 1)) {
      throw new RangeError(
        `quantile ranks: ${name}: expected a number strictly between 0 and 1, got ${value}`,
      );
    }
  }
  const tail = (1 - confidence) / 2;
  const lower = binomialQuantile(tail, n, p);
  const upper = binomialQuantile(1 - tail, n, p) + 1;
  return { lower, upper };
}

/** A quantile and the ends of its confidence interval, which is not symmetric. */
export interface QuantileInterval {
  readonly quantile: number;
  readonly low: number;
  /** Infinity if there are too few values for an upper end. */
  readonly high: number;
  readonly confidence: number;
}

/**
 * A quantile of values counted in a histogram, with the interval of its order statistics.
 *
 * @param effective equivalent number of independent values; the histogram's count by default. It is smaller if
 * neighbouring values are correlated, such as the latencies of one run
 */
export function histogramQuantile(
  histogram: Histogram,
  p: number,
  confidence: number,
  effective: number = histogram.count,
): QuantileInterval {
  const n = Math.max(1, Math.floor(effective));
  const { lower, upper } = quantileRanks(n, p, confidence);
  return {
    quantile: histogram.quantile(p),
    low: lower === 0 ? 0 : histogram.quantile(lower / n),
    high: upper > n ? Number.POSITIVE_INFINITY : histogram.quantile(upper / n),
    confidence,
  };
}
