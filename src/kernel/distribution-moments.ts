import type { Distribution } from './distribution.js';
import { logGamma } from './gamma-function.js';

type Law<Kind extends Distribution['kind']> = Extract<Distribution, { kind: Kind }>;

/** The mean of a law, in its own unit; Infinity for a Pareto law of shape 1 or less. */
export function mean(law: Distribution): number {
  switch (law.kind) {
    case 'constant':
      return law.value;
    case 'uniform':
      return law.min + (law.max - law.min) / 2;
    case 'exponential':
      return law.mean;
    case 'lognormal':
      return Math.exp(law.mu + (law.sigma * law.sigma) / 2);
    case 'pareto':
      return law.shape > 1 ? (law.scale * law.shape) / (law.shape - 1) : Number.POSITIVE_INFINITY;
    case 'bounded_pareto':
      return boundedParetoMoment(law, 1);
    case 'weibull':
      return law.scale * Math.exp(logGamma(1 + 1 / law.shape));
    case 'gamma':
      return law.shape * law.scale;
    case 'hyperexponential':
      return weighted(law.weights, (index) => law.means[index]!);
    case 'empirical':
      return weighted(law.weights, (index) => law.values[index]!);
    case 'mixture':
      return weighted(law.weights, (index) => mean(law.parts[index]!));
  }
}

/** The variance of a law, in its unit squared; Infinity for a Pareto law of shape 2 or less. */
export function variance(law: Distribution): number {
  switch (law.kind) {
    case 'constant':
      return 0;
    case 'uniform':
      return ((law.max - law.min) * (law.max - law.min)) / 12;
    case 'exponential':
      return law.mean * law.mean;
    case 'lognormal': {
      const logVariance = law.sigma * law.sigma;
      return Math.expm1(logVariance) * Math.exp(2 * law.mu + logVariance);
    }
    case 'pareto':
      return paretoVariance(law);
    case 'bounded_pareto': {
      const first = boundedParetoMoment(law, 1);
      return Math.max(0, boundedParetoMoment(law, 2) - first * first);
    }
    case 'weibull': {
      const logMean = logGamma(1 + 1 / law.shape);
      const squaredMean = law.scale * law.scale * Math.exp(2 * logMean);
      return squaredMean * Math.expm1(logGamma(1 + 2 / law.shape) - 2 * logMean);
    }
    case 'gamma':
      return law.shape * law.scale * law.scale;
    case 'hyperexponential':
      return mixedVariance(law.weights, (index) => ({
        mean: law.means[index]!,
        variance: law.means[index]! * law.means[index]!,
      }));
    case 'empirical':
      return mixedVariance(law.weights, (index) => ({ mean: law.values[index]!, variance: 0 }));
    case 'mixture':
      return mixedVariance(law.weights, (index) => ({
        mean: mean(law.parts[index]!),
        variance: variance(law.parts[index]!),
      }));
  }
}

function paretoVariance({ shape, scale }: Law<'pareto'>): number {
  if (shape <= 2) return Number.POSITIVE_INFINITY;
  return (scale * scale * shape) / ((shape - 1) * (shape - 1) * (shape - 2));
}

/** E[X^order] = shape · min^shape / (1 − (min/max)^shape) · ∫ x^(order − shape − 1) dx from min to max. */
function boundedParetoMoment({ shape, min, max }: Law<'bounded_pareto'>, order: 1 | 2): number {
  const span = Math.log(max / min);
  const power = order === 1 ? min : min * min;
  if (span === 0) return power;
  const excess = order - shape;
  const integral = excess === 0 ? span : Math.expm1(excess * span) / excess;
  return (power * shape * integral) / -Math.expm1(-shape * span);
}

/** Σ weights · value; a part of weight 0 counts for nothing, be its value infinite. */
function weighted(weights: readonly number[], value: (index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    const weight = weights[index]!;
    if (weight > 0) sum += weight * value(index);
  }
  return sum;
}

/** The law of total variance: what varies within the parts, and what varies between their means. */
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
