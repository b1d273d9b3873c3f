import type { Distribution } from './distribution.js';
import { gammaCumulative } from './gamma-function.js';
import { normalCumulative } from './normal.js';

/** P(X ≤ x), the distribution function of a law, for any x (infinite ones included). */
export function cumulative(law: Distribution, x: number): number {
  switch (law.kind) {
    case 'constant':
      return x >= law.value ? 1 : 0;
    case 'uniform':
      if (x < law.min) return 0;
      return x >= law.max ? 1 : (x - law.min) / (law.max - law.min);
    case 'exponential':
      return x > 0 ? -Math.expm1(-x / law.mean) : 0;
    case 'lognormal':
      return x > 0 ? lognormalCumulative(law.mu, law.sigma, x) : 0;
    case 'pareto':
      return x > law.scale ? -Math.expm1(-law.shape * Math.log(x / law.scale)) : 0;
    case 'bounded_pareto':
      if (x < law.min) return 0;
      if (x >= law.max) return 1;
      return (
        Math.expm1(-law.shape * Math.log(x / law.min)) / Math.expm1(-law.shape * Math.log(law.max / law.min))
      );
    case 'weibull':
      return x > 0 ? -Math.expm1(-Math.exp(law.shape * Math.log(x / law.scale))) : 0;
    case 'gamma':
      return gammaCumulative(law.shape, x / law.scale);
    case 'hyperexponential':
      return x > 0 ? mixed(law.weights, (index) => -Math.expm1(-x / law.means[index]!)) : 0;
    case 'empirical':
      return mixed(law.weights, (index) => (law.values[index]! <= x ? 1 : 0));
    case 'mixture':
      return mixed(law.weights, (index) => cumulative(law.parts[index]!, x));
  }
}

function lognormalCumulative(mu: number, sigma: number, x: number): number {
  const distance = Math.log(x) - mu;
  return sigma === 0 ? (distance >= 0 ? 1 : 0) : normalCumulative(distance / sigma);
}

/** Σ weights · value ÷ Σ weights, which is exactly 1 where every value is. */
function mixed(weights: readonly number[], value: (index: number) => number): number {
  let sum = 0;
  let whole = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += weights[index]! * value(index);
    whole += weights[index]!;
  }
  return sum / whole;
}
