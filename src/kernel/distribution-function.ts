import type { Distribution } from './distribution.js';
import { gammaCumulative } from './functions/gamma-function.js';
import { normalCumulative } from './functions/normal.js';

/** P(X ≤ x), the cumulative distribution function, for any x including infinity. */
export function cumulative(distribution: Distribution, x: number): number {
  switch (distribution.kind) {
    case 'constant':
      return x >= distribution.value ? 1 : 0;
    case 'uniform':
      if (x < distribution.min) return 0;
      return x >= distribution.max ? 1 : (x - distribution.min) / (distribution.max - distribution.min);
    case 'exponential':
      return x > 0 ? -Math.expm1(-x / distribution.mean) : 0;
    case 'lognormal':
      return x > 0 ? lognormalCumulative(distribution.mu, distribution.sigma, x) : 0;
    case 'pareto':
      return x > distribution.scale ? -Math.expm1(-distribution.shape * Math.log(x / distribution.scale)) : 0;
    case 'bounded_pareto':
      if (x < distribution.min) return 0;
      if (x >= distribution.max) return 1;
      return (
        Math.expm1(-distribution.shape * Math.log(x / distribution.min)) /
        Math.expm1(-distribution.shape * Math.log(distribution.max / distribution.min))
      );
    case 'weibull':
      return x > 0 ? -Math.expm1(-Math.exp(distribution.shape * Math.log(x / distribution.scale))) : 0;
    case 'gamma':
      return gammaCumulative(distribution.shape, x / distribution.scale);
    case 'hyperexponential':
      return x > 0 ? mixed(distribution.weights, (index) => -Math.expm1(-x / distribution.means[index]!)) : 0;
    case 'empirical':
      return mixed(distribution.weights, (index) => (distribution.values[index]! <= x ? 1 : 0));
    case 'mixture':
      return mixed(distribution.weights, (index) => cumulative(distribution.parts[index]!, x));
  }
}

function lognormalCumulative(mu: number, sigma: number, x: number): number {
  const distance = Math.log(x) - mu;
  return sigma === 0 ? (distance >= 0 ? 1 : 0) : normalCumulative(distance / sigma);
}

/** Σ weights · value ÷ Σ weights; exactly 1 if every value is 1. */
function mixed(weights: readonly number[], value: (index: number) => number): number {
  let sum = 0;
  let whole = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += weights[index]! * value(index);
    whole += weights[index]!;
  }
  return sum / whole;
}
