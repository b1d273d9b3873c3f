import type { Distribution } from './distribution.js';
import { bisect } from './functions/bisection.js';
import { logGamma } from './functions/gamma-function.js';
import { normalQuantile } from './functions/normal.js';

/**
 * The lognormal distribution with this mean (above 0) and coefficient of variation (0 or more; 0 gives a constant):
 * σ² = ln(1 + cv²), μ = ln mean − σ²/2.
 */
export function lognormalFromMean(mean: number, cv: number): Distribution {
  above0('lognormal', 'mean', mean);
  atLeast('lognormal', 'cv', cv, 0);
  if (cv === 0) return { kind: 'constant', value: mean };
  const variance = Math.log1p(cv * cv);
  return { kind: 'lognormal', mu: Math.log(mean) - variance / 2, sigma: Math.sqrt(variance) };
}

/** The lognormal distribution with this median (above 0) and p99 (the median or more; equal gives a constant). */
export function lognormalFromMedian(median: number, p99: number): Distribution {
  above0('lognormal', 'median', median);
  atLeast('lognormal', 'p99', p99, median, ' (the median)');
  if (p99 === median) return { kind: 'constant', value: median };
  return { kind: 'lognormal', mu: Math.log(median), sigma: Math.log(p99 / median) / normalQuantile(0.99) };
}

/** The Pareto distribution with this mean (above 0) and shape (above 1; the mean is infinite otherwise). */
export function paretoFromMean(mean: number, shape: number): Distribution {
  above0('pareto', 'mean', mean);
  if (!(shape > 1 && Number.isFinite(shape))) {
    refuse('pareto', 'shape', 'a number above 1, since the mean is infinite otherwise', shape);
  }
  return { kind: 'pareto', shape, scale: (mean * (shape - 1)) / shape };
}

/**
 * The Weibull distribution with this mean (above 0) and coefficient of variation (0 gives a constant, otherwise 1e−6 to
 * 1e6).
 *
 * Solves ln(1 + cv²) = ln Γ(1 + 2u) − 2 ln Γ(1 + u) for u = 1 / shape; the right side increases with u.
 */
export function weibullFromMean(mean: number, cv: number): Distribution {
  above0('weibull', 'mean', mean);
  atLeast('weibull', 'cv', cv, 0);
  if (cv === 0) return { kind: 'constant', value: mean };
  if (cv < 1e-6 || cv > 1e6) refuse('weibull', 'cv', '0, or a number from 1e-6 to 1e6', cv);
  const target = Math.log1p(cv * cv);
  const inverseShape = bisect((u) => logGamma(1 + 2 * u) - 2 * logGamma(1 + u) >= target, 1e-7, 100);
  const shape = 1 / inverseShape;
  return { kind: 'weibull', shape, scale: mean * Math.exp(-logGamma(1 + inverseShape)) };
}

/** The gamma distribution with this mean (above 0) and coefficient of variation (0 or more; 0 gives a constant). */
export function gammaFromMean(mean: number, cv: number): Distribution {
  above0('gamma', 'mean', mean);
  atLeast('gamma', 'cv', cv, 0);
  if (cv === 0) return { kind: 'constant', value: mean };
  return { kind: 'gamma', shape: 1 / (cv * cv), scale: mean * cv * cv };
}

/** The Erlang distribution: the sum of `stages` exponentials (1 or more), with this total mean (above 0). */
export function erlang(mean: number, stages: number): Distribution {
  above0('erlang', 'mean', mean);
  if (!(Number.isSafeInteger(stages) && stages >= 1))
    refuse('erlang', 'stages', 'a whole number from 1 on', stages);
  return { kind: 'gamma', shape: stages, scale: mean / stages };
}

/**
 * The hyperexponential distribution of two phases with this mean (above 0) and coefficient of variation (1 or more).
 *
 * Two moments leave one parameter free; it is fixed by balanced means, each phase contributing half of the
 * mean: weight p = (1 + √((cv² − 1) / (cv² + 1))) / 2, phase means mean / 2p and mean / 2(1 − p).
 */
export function hyperexponentialFromMean(mean: number, cv: number): Distribution {
  above0('hyperexponential', 'mean', mean);
  if (!(cv >= 1 && Number.isFinite(cv))) {
    refuse('hyperexponential', 'cv', 'a number from 1 on (below 1, use gamma or erlang)', cv);
  }
  const root = Math.sqrt(((cv - 1) * (cv + 1)) / (cv * cv + 1));
  const often = (1 + root) / 2;
  // (1 − root) / 2 by its conjugate, which does not cancel when cv is large.
  const seldom = 1 / (cv * cv + 1) / (1 + root);
  return {
    kind: 'hyperexponential',
    weights: [often, seldom],
    means: [mean / (2 * often), mean / (2 * seldom)],
  };
}

/**
 * The distribution that takes each observation with equal probability, or with probability proportional to `weights`.
 *
 * @param observations one or more finite numbers in any order; equal ones are merged
 * @param weights one number of 0 or more for each observation, not all 0
 */
export function empirical(observations: ArrayLike<number>, weights?: ArrayLike<number>): Distribution {
  if (observations.length === 0) refuse('empirical', 'values', 'at least one', 'none');
  if (weights !== undefined && weights.length !== observations.length) {
    refuse('empirical', 'weights', `${observations.length}, one for each value`, weights.length);
  }
  const order = Array.from(observations, (_, index) => index);
  for (const index of order) finite('empirical', `values[${index}]`, observations[index]!);
  const shares = weights === undefined ? undefined : normalised(weights, 'empirical');
  order.sort((a, b) => observations[a]! - observations[b]!);
  const values: number[] = [];
  const joined: number[] = [];
  for (const index of order) {
    const share = shares === undefined ? 1 / order.length : shares[index]!;
    if (share === 0) continue;
    const last = values.length - 1;
    if (values[last] === observations[index]) joined[last]! += share;
    else {
      values.push(observations[index]!);
      joined.push(share);
    }
  }
  return { kind: 'empirical', values, weights: joined };
}

/** The weights divided by their sum. @param subject owner of the weights, for the error */
export function normalised(weights: ArrayLike<number>, subject: string): number[] {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    atLeast(subject, `weights[${index}]`, weights[index]!, 0);
    sum += weights[index]!;
  }
  if (!(sum > 0 && Number.isFinite(sum))) refuse(subject, 'weights', 'a finite sum above 0', sum);
  return Array.from(weights, (weight) => weight / sum);
}

function above0(subject: string, parameter: string, value: number): void {
  if (!(value > 0 && Number.isFinite(value))) refuse(subject, parameter, 'a finite number above 0', value);
}

function atLeast(subject: string, parameter: string, value: number, least: number, note = ''): void {
  if (!(value >= least && Number.isFinite(value))) {
    refuse(subject, parameter, `a finite number of ${least}${note} or more`, value);
  }
}

function finite(subject: string, parameter: string, value: number): void {
  if (!Number.isFinite(value)) refuse(subject, parameter, 'a finite number', value);
}

function refuse(subject: string, parameter: string, expected: string, got: number | string): never {
  throw new RangeError(`${subject}: ${parameter}: expected ${expected}, got ${got}`);
}
