import type { Distribution } from './distribution.js';
import { normalQuantile } from './functions/normal.js';

/**
 * The quantile function of a distribution as a closure over precomputed constants, or `undefined` if it has no cheap
 * closed form (gamma, hyperexponential, mixture).
 *
 * It increases with its argument, which lies strictly between 0 and 1. Two distributions fed from equal streams
 * therefore move together, as common random numbers require.
 */
export function quantileFunction(distribution: Distribution): ((u: number) => number) | undefined {
  switch (distribution.kind) {
    case 'constant': {
      const value = distribution.value;
      return () => value;
    }
    case 'uniform': {
      const min = distribution.min;
      const width = distribution.max - distribution.min;
      return (u) => min + width * u;
    }
    case 'exponential': {
      const scale = -distribution.mean;
      return (u) => scale * Math.log1p(-u);
    }
    case 'lognormal': {
      const { mu, sigma } = distribution;
      return (u) => Math.exp(mu + sigma * normalQuantile(u));
    }
    case 'pareto': {
      const scale = distribution.scale;
      const exponent = -1 / distribution.shape;
      return (u) => scale * Math.exp(exponent * Math.log1p(-u));
    }
    case 'bounded_pareto': {
      const { min, max } = distribution;
      const exponent = -1 / distribution.shape;
      const cut = Math.expm1(-distribution.shape * Math.log(max / min));
      return (u) => Math.min(max, min * Math.exp(exponent * Math.log1p(u * cut)));
    }
    case 'weibull': {
      const scale = distribution.scale;
      const exponent = 1 / distribution.shape;
      return (u) => scale * Math.exp(exponent * Math.log(-Math.log1p(-u)));
    }
    case 'empirical': {
      const values = Float64Array.from(distribution.values);
      const pick = weightedChoice(distribution.weights);
      return (u) => values[pick(u)]!;
    }
    default:
      return undefined;
  }
}

/**
 * Selects the alternative for a uniform `u`: the first whose cumulative weight reaches it.
 *
 * A guide table (Chen and Asau 1974) gives the starting point, so a choice takes about two comparisons for any number
 * of alternatives.
 *
 * @param weights of 0 or more, summing to 1
 */
export function weightedChoice(weights: readonly number[]): (u: number) => number {
  const edges = cumulativeWeights(weights);
  const size = weights.length;
  const guide = new Int32Array(size);
  let index = 0;
  for (let cell = 0; cell < size; cell++) {
    while (edges[index]! < cell / size) index += 1;
    guide[cell] = index;
  }
  return (u) => {
    let at = guide[Math.min(size - 1, Math.floor(u * size))]!;
    while (edges[at]! < u) at += 1;
    return at;
  };
}

/**
 * Running sums of the weights; exactly 1 from the last positive weight on, despite rounding.
 *
 * Summed with Neumaier's compensation, so that eight tenths reach 0.8 and the quantiles of equally weighted values are
 * the expected ones.
 */
export function cumulativeWeights(weights: readonly number[]): Float64Array {
  const edges = new Float64Array(weights.length);
  let sum = 0;
  let lost = 0;
  let last = 0;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index]!;
    const next = sum + weight;
    lost += sum >= weight ? sum - next + weight : weight - next + sum;
    sum = next;
    edges[index] = Math.min(1, sum + lost);
    if (weight > 0) last = index;
  }
  edges.fill(1, last);
  return edges;
}
