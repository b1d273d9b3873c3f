import type { Distribution } from './distribution.js';

/**
 * The distribution of `factor` · X where X follows `distribution`.
 *
 * @param factor finite, 0 or more; 0 gives the constant 0
 * @throws RangeError for any other factor
 */
export function scaled(distribution: Distribution, factor: number): Distribution {
  if (!(factor >= 0 && Number.isFinite(factor))) {
    throw new RangeError(`scaled: factor: expected a finite number of 0 or more, got ${factor}`);
  }
  return factor === 0 ? { kind: 'constant', value: 0 } : scaledByPositive(distribution, factor);
}

function scaledByPositive(distribution: Distribution, factor: number): Distribution {
  switch (distribution.kind) {
    case 'constant':
      return { kind: 'constant', value: distribution.value * factor };
    case 'uniform':
      return { kind: 'uniform', min: distribution.min * factor, max: distribution.max * factor };
    case 'exponential':
      return { kind: 'exponential', mean: distribution.mean * factor };
    case 'lognormal':
      return { ...distribution, mu: distribution.mu + Math.log(factor) };
    case 'pareto':
    case 'weibull':
    case 'gamma':
      return { ...distribution, scale: distribution.scale * factor };
    case 'bounded_pareto':
      return { ...distribution, min: distribution.min * factor, max: distribution.max * factor };
    case 'hyperexponential':
      return { ...distribution, means: distribution.means.map((mean) => mean * factor) };
    case 'empirical':
      return { ...distribution, values: distribution.values.map((value) => value * factor) };
    case 'mixture':
      return { ...distribution, parts: distribution.parts.map((part) => scaledByPositive(part, factor)) };
  }
}
