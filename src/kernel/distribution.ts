/**
 * A probability distribution as frozen plain data. Values are in the unit of the place that uses it (seconds, bytes,
 * counts). Every parameter is finite and validated on construction.
 */
export type Distribution =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'uniform'; readonly min: number; readonly max: number }
  | { readonly kind: 'exponential'; readonly mean: number }
  /** ln X is normal with mean `mu` and standard deviation `sigma`. */
  | { readonly kind: 'lognormal'; readonly mu: number; readonly sigma: number }
  /** P(X > x) = (scale / x)^shape for x ≥ scale. */
  | { readonly kind: 'pareto'; readonly shape: number; readonly scale: number }
  /** Pareto cut to [min, max] and renormalised. */
  | { readonly kind: 'bounded_pareto'; readonly shape: number; readonly min: number; readonly max: number }
  /** P(X > x) = exp(−(x / scale)^shape). */
  | { readonly kind: 'weibull'; readonly shape: number; readonly scale: number }
  /** Density ∝ x^(shape − 1) e^(−x / scale); an integer shape is an Erlang distribution. */
  | { readonly kind: 'gamma'; readonly shape: number; readonly scale: number }
  /** Exponential of mean `means[i]` with probability `weights[i]`; the weights sum to 1. */
  | {
      readonly kind: 'hyperexponential';
      readonly weights: readonly number[];
      readonly means: readonly number[];
    }
  /** `values[i]` with probability `weights[i]`; values ascend, weights sum to 1. */
  | { readonly kind: 'empirical'; readonly values: readonly number[]; readonly weights: readonly number[] }
  /** `parts[i]` with probability `weights[i]`; weights sum to 1. */
  | {
      readonly kind: 'mixture';
      readonly weights: readonly number[];
      readonly parts: readonly Distribution[];
    };

/** The largest value of a distribution; Infinity if unbounded. */
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

/** The smallest value of a distribution; 0 if values can be arbitrarily close to 0. */
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
