import type { Distribution } from '../../src/kernel/distribution.js';
import {
  empirical,
  erlang,
  gammaFromMean,
  hyperexponentialFromMean,
  lognormalFromMean,
  lognormalFromMedian,
  paretoFromMean,
  weibullFromMean,
} from '../../src/kernel/distribution-fit.js';

/** One law of each kind, and of some kinds two where an algorithm has branches; all have finite moments. */
export const laws: Readonly<Record<string, Distribution>> = {
  constant: { kind: 'constant', value: 0.35 },
  uniform: { kind: 'uniform', min: 3, max: 6 },
  exponential: { kind: 'exponential', mean: 0.004 },
  'lognormal by mean and cv': lognormalFromMean(0.5, 1.5),
  'lognormal by median and p99': lognormalFromMedian(0.35, 2),
  pareto: paretoFromMean(10, 6),
  'bounded pareto': { kind: 'bounded_pareto', shape: 1.1, min: 1, max: 500 },
  'bounded pareto of shape 1': { kind: 'bounded_pareto', shape: 1, min: 2, max: 50 },
  'weibull with a long tail': weibullFromMean(1.25, 2.928),
  'weibull with a mode': weibullFromMean(1, 0.3),
  'gamma of shape below 1': gammaFromMean(2, 1.6),
  'gamma of shape above 1': gammaFromMean(2, 0.4),
  erlang: erlang(1, 3),
  hyperexponential: hyperexponentialFromMean(1, 2.5),
  'hyperexponential of three phases': {
    kind: 'hyperexponential',
    weights: [0.7, 0.25, 0.05],
    means: [1, 4, 30],
  },
  empirical: empirical([1, 5, 2, 2, 8, 13, 1, 1, 40]),
  'empirical by weight': empirical([10, 20, 30, 40], [1, 0, 2, 5]),
  mixture: {
    kind: 'mixture',
    weights: [0.5, 0.3, 0.2],
    parts: [
      { kind: 'exponential', mean: 1 },
      { kind: 'gamma', shape: 4, scale: 2 },
      { kind: 'uniform', min: 20, max: 30 },
    ],
  },
  'mixture of mixtures': {
    kind: 'mixture',
    weights: [0.25, 0.75],
    parts: [
      { kind: 'constant', value: 5 },
      {
        kind: 'mixture',
        weights: [0.4, 0.6],
        parts: [lognormalFromMean(2, 0.5), { kind: 'exponential', mean: 7 }],
      },
    ],
  },
};

/** Laws with a discontinuous distribution function; tests for continuous laws do not apply. */
export const withJumps: ReadonlySet<string> = new Set([
  'constant',
  'empirical',
  'empirical by weight',
  'mixture of mixtures',
]);
