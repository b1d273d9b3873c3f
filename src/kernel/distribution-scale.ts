import type { Distribution } from './distribution.js';

/**
 * The law of `factor` · X where X follows `distribution`.
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

function scaledByPositive(law: Distribution, factor: number): Distribution {
  switch (law.kind) {
    case 'constant':
      return { kind: 'constant', value: law.value * factor };
    case 'uniform':
      return { kind: 'uniform', min: law.min * factor, max: law.max * factor };
    case 'exponential':
      return { kind: 'exponential', mean: law.mean * factor };
    case 'lognormal':
      return { ...law, mu: law.mu + Math.log(factor) };
    case 'pareto':
    case 'weibull':
    case 'gamma':
      return { ...law, scale: law.scale * factor };
    case 'bounded_pareto':
      return { ...law, min: law.min * factor, max: law.max * factor };
    case 'hyperexponential':
      return { ...law, means: law.means.map((mean) => mean * factor) };
    case 'empirical':
      return { ...law, values: law.values.map((value) => value * factor) };
    case 'mixture':
      return { ...law, parts: law.parts.map((part) => scaledByPositive(part, factor)) };
  }
}
