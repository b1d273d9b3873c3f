import type { Distribution } from './distribution.js';
import { logGamma } from './functions/gamma-function.js';

type DistributionOf<Kind extends Distribution['kind']> = Extract<Distribution, { kind: Kind }>;

/** The mean of a distribution, in its own unit; Infinity for a Pareto distribution of shape 1 or less. */
export function mean(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'constant':
      return distribution.value;
    case 'uniform':
      return distribution.min + (distribution.max - distribution.min) / 2;
    case 'exponential':
      return distribution.mean;
    case 'lognormal':
      return Math.exp(distribution.mu + (distribution.sigma * distribution.sigma) / 2);
    case 'pareto':
      return distribution.shape > 1
        ? (distribution.scale * distribution.shape) / (distribution.shape - 1)
        : Number.POSITIVE_INFINITY;
    case 'bounded_pareto':
      return boundedParetoMoment(distribution, 1);
    case 'weibull':
      return distribution.scale * Math.exp(logGamma(1 + 1 / distribution.shape));
    case 'gamma':
      return distribution.shape * distribution.scale;
    case 'hyperexponential':
      return weighted(distribution.weights, (index) => distribution.means[index]!);
    case 'empirical':
      return weighted(distribution.weights, (index) => distribution.values[index]!);
    case 'mixture':
      return weighted(distribution.weights, (index) => mean(distribution.parts[index]!));
  }
}

/** The variance of a distribution, in its unit squared; Infinity for a Pareto distribution of shape 2 or less. */
export function variance(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'constant':
      return 0;
    case 'uniform':
      return ((distribution.max - distribution.min) * (distribution.max - distribution.min)) / 12;
    case 'exponential':
      return distribution.mean * distribution.mean;
    case 'lognormal': {
      const logVariance = distribution.sigma * distribution.sigma;
      return Math.expm1(logVariance) * Math.exp(2 * distribution.mu + logVariance);
    }
    case 'pareto':
      return paretoVariance(distribution);
    case 'bounded_pareto': {
      const first = boundedParetoMoment(distribution, 1);
      return Math.max(0, boundedParetoMoment(distribution, 2) - first * first);
    }
    case 'weibull': {
      const logMean = logGamma(1 + 1 / distribution.shape);
      const squaredMean = distribution.scale * distribution.scale * Math.exp(2 * logMean);
      return squaredMean * Math.expm1(logGamma(1 + 2 / distribution.shape) - 2 * logMean);
    }
    case 'gamma':
      return distribution.shape * distribution.scale * distribution.scale;
    case 'hyperexponential':
      return mixedVariance(distribution.weights, (index) => ({
        mean: distribution.means[index]!,
        variance: distribution.means[index]! * distribution.means[index]!,
      }));
    case 'empirical':
      return mixedVariance(distribution.weights, (index) => ({
        mean: distribution.values[index]!,
        variance: 0,
      }));
    case 'mixture':
      return mixedVariance(distribution.weights, (index) => ({
        mean: mean(distribution.parts[index]!),
        variance: variance(distribution.parts[index]!),
      }));
  }
}

function paretoVariance({ shape, scale }: DistributionOf<'pareto'>): number {
  if (shape <= 2) return Number.POSITIVE_INFINITY;
  return (scale * scale * shape) / ((shape - 1) * (shape - 1) * (shape - 2));
}

/** E[X^order] = shape · min^shape / (1 − (min/max)^shape) · ∫ x^(order − shape − 1) dx from min to max. */
function boundedParetoMoment({ shape, min, max }: DistributionOf<'bounded_pareto'>, order: 1 | 2): number {
  const span = Math.log(max / min);
  const power = order === 1 ? min : min * min;
  if (span === 0) return power;
  const excess = order - shape;
  const integral = excess === 0 ? span : Math.expm1(excess * span) / excess;
  return (power * shape * integral) / -Math.expm1(-shape * span);
}

/** Σ weights · value, excluding parts of weight 0, whose value may be infinite. */
function weighted(weights: readonly number[], value: (index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index]!;
    if (weight > 0) sum += weight * value(index);
  }
  return sum;
}

/** The law of total variance: the mean of the variances plus the variance of the means. */
function mixedVariance(
  weights: readonly number[],
  part: (index: number) => { readonly mean: number; readonly variance: number },
): number {
  const whole = weighted(weights, (index) => part(index).mean);
  if (whole === Number.POSITIVE_INFINITY) return Number.POSITIVE_INFINITY;
  return weighted(weights, (index) => {
    const { mean: own, variance: within } = part(index);
    return within + (own - whole) * (own - whole);
  });
}
