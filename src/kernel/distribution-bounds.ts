import type { Distribution } from './distribution.js';

/** The largest value that a distribution has; Infinity if it has no bound. */
export function largest(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
    case 'bounded_pareto':
      return distribution.max;
    case 'empirical':
      return Math.max(...distribution.values);
    case 'mixture':
      return Math.max(...distribution.parts.map(largest));
    case 'exponential':
    case 'lognormal':
    case 'pareto':
    case 'weibull':
    case 'gamma':
    case 'hyperexponential':
      return Number.POSITIVE_INFINITY;
  }
}

/** The smallest value; 0 for distributions that come arbitrarily close to it. */
export function smallest(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
    case 'bounded_pareto':
      return distribution.min;
    case 'pareto':
      return distribution.scale;
    case 'empirical':
      return Math.min(...distribution.values);
    case 'mixture':
      return Math.min(...distribution.parts.map(smallest));
    case 'exponential':
    case 'lognormal':
    case 'weibull':
    case 'gamma':
    case 'hyperexponential':
      return 0;
  }
}
