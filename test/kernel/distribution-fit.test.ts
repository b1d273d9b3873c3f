import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import {
  empirical,
  erlang,
  gammaFromMean,
  hyperexponentialFromMean,
  lognormalFromMean,
  lognormalFromMedian,
  normalised,
  paretoFromMean,
  weibullFromMean,
} from '../../src/kernel/distribution-fit.js';
import { cumulative } from '../../src/kernel/distribution-function.js';
import { mean, variance } from '../../src/kernel/distribution-moments.js';
import { scaled } from '../../src/kernel/distribution-scale.js';
import { quantile } from '../../src/kernel/quantile.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';
import { laws } from './laws.js';

const cvOf = (law: Distribution): number => Math.sqrt(variance(law)) / mean(law);

describe('laws of the theory file', () => {
  it('K1: lognormal from its mean and coefficient of variation', () => {
    const { expected } = theoryCase('K1');
    const law = lognormalFromMean(0.5, 1.5);
    if (law.kind !== 'lognormal') throw new Error(`expected a lognormal law, got ${law.kind}`);
    expectClose(law.mu, expected['ln_mu']!);
    expectClose(law.sigma, expected['ln_sigma']!);
    expectClose(quantile(law, 0.5), expected['p50']!);
    expectClose(quantile(law, 0.99), expected['p99']!);
  });

  it('K3: Weibull from its mean and standard deviation', () => {
    const { expected } = theoryCase('K3');
    const law = weibullFromMean(1.25, 3.66 / 1.25);
    if (law.kind !== 'weibull') throw new Error(`expected a Weibull law, got ${law.kind}`);
    expectClose(law.shape, expected['shape']!);
    expectClose(law.scale, expected['scale']!);
    expectClose(quantile(law, 0.5), expected['median']!);
  });

  it('K5: the masses of a b-model as an empirical law', () => {
    const { expected } = theoryCase('K5');
    let masses = [1e6];
    for (let level = 0; level < 10; level++) masses = masses.flatMap((mass) => [mass * 0.75, mass * 0.25]);
    const law = empirical(masses);
    expectClose(mean(law), expected['mean']!);
    expectClose(quantile(law, 1), expected['peak']!);
    expectClose(quantile(law, 0), expected['trough']!);
    expectClose(quantile(law, 1) / mean(law), expected['peak_to_mean']!);
    expectClose(variance(law) / (mean(law) * mean(law)), expected['cv2']!);
  });
});

describe('fitting a law to its mean and coefficient of variation', () => {
  const fits: [string, (mean: number, cv: number) => Distribution, number, number][] = [
    ['lognormal', lognormalFromMean, 0.001, 20],
    ['weibull', weibullFromMean, 0.001, 20],
    ['gamma', gammaFromMean, 0.001, 20],
    ['hyperexponential', hyperexponentialFromMean, 1, 1000],
  ];

  it.each(fits)('%s has them', (_, construct, least, most) => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: least, max: most, noNaN: true }),
        (wanted, cv) => {
          expectClose(mean(construct(wanted, cv)), wanted, 1e-12);
          expectClose(cvOf(construct(wanted, cv)), cv, 1e-9);
        },
      ),
      { seed: 1 },
    );
  });

  it.each(fits.slice(0, 3))('%s without variation is a constant', (_, construct) => {
    expect(construct(3, 0)).toEqual({ kind: 'constant', value: 3 });
  });

  it('weibull and gamma of cv 1 are exponential', () => {
    expectClose(cumulative(weibullFromMean(2, 1), 3), 1 - Math.exp(-1.5), 1e-12);
    expectClose(cumulative(gammaFromMean(2, 1), 3), 1 - Math.exp(-1.5), 1e-12);
    expectClose(cumulative(hyperexponentialFromMean(2, 1), 3), 1 - Math.exp(-1.5), 1e-12);
  });

  it('a hyperexponential has balanced means', () => {
    const law = hyperexponentialFromMean(1, 3);
    if (law.kind !== 'hyperexponential') throw new Error(`expected a hyperexponential law, got ${law.kind}`);
    const [often, seldom] = law.weights.map((weight, index) => weight * law.means[index]!);
    expectClose(often!, seldom!, 1e-14);
  });
});

describe('fitting a law to other figures', () => {
  it('lognormal to its median and 99th percentile', () => {
    const law = lognormalFromMedian(0.35, 2);
    expectClose(quantile(law, 0.5), 0.35, 1e-14);
    expectClose(quantile(law, 0.99), 2, 1e-14);
    expect(lognormalFromMedian(2, 2)).toEqual({ kind: 'constant', value: 2 });
  });

  it('pareto to its mean and shape', () => {
    expect(paretoFromMean(3, 1.5)).toEqual({ kind: 'pareto', shape: 1.5, scale: 1 });
  });

  it('erlang to its mean and stages', () => {
    const law = erlang(6, 4);
    expectClose(mean(law), 6);
    expectClose(cvOf(law), 0.5);
  });

  it('an empirical law to observations in any order, joining equal ones', () => {
    expect(empirical([3, 1, 3, 2])).toEqual({
      kind: 'empirical',
      values: [1, 2, 3],
      weights: [0.25, 0.25, 0.5],
    });
  });

  it('an empirical law to weighted values, leaving out those of weight 0', () => {
    expect(empirical([9, 1, 5], [1, 3, 0])).toEqual({
      kind: 'empirical',
      values: [1, 9],
      weights: [0.75, 0.25],
    });
  });
});

describe('scaling a law', () => {
  it.each(Object.entries(laws))('%s: mean and quantiles are multiplied', (_, law) => {
    const doubled = scaled(law, 2.5);
    expectClose(mean(doubled), 2.5 * mean(law), 1e-12);
    expectClose(variance(doubled), 6.25 * variance(law), 1e-10);
    for (const p of [0.01, 0.5, 0.99]) expectClose(quantile(doubled, p), 2.5 * quantile(law, p), 1e-12);
  });

  it('by 0 gives the constant 0; by less is refused', () => {
    expect(scaled({ kind: 'exponential', mean: 1 }, 0)).toEqual({ kind: 'constant', value: 0 });
    expect(() => scaled({ kind: 'exponential', mean: 1 }, -1)).toThrow(
      'scaled: factor: expected a finite number of 0 or more, got -1',
    );
  });
});

describe('what cannot be fitted is refused by name', () => {
  const refusals: [string, () => unknown, string][] = [
    ['no mean', () => lognormalFromMean(0, 1), 'lognormal: mean: expected a finite number above 0, got 0'],
    ['a negative cv', () => gammaFromMean(1, -1), 'gamma: cv: expected a finite number of 0 or more, got -1'],
    ['NaN', () => weibullFromMean(Number.NaN, 1), 'weibull: mean: expected a finite number above 0, got NaN'],
    [
      'an extreme cv',
      () => weibullFromMean(1, 1e9),
      'weibull: cv: expected 0, or a number from 1e-6 to 1e6, got 1000000000',
    ],
    [
      'p99 below the median',
      () => lognormalFromMedian(2, 1),
      'lognormal: p99: expected a finite number of 2 (the median) or more, got 1',
    ],
    [
      'a Pareto law without a mean',
      () => paretoFromMean(1, 1),
      'pareto: shape: expected a number above 1, since the mean is infinite otherwise, got 1',
    ],
    [
      'a small hyperexponential cv',
      () => hyperexponentialFromMean(1, 0.9),
      'hyperexponential: cv: expected a number from 1 on (below 1, use gamma or erlang), got 0.9',
    ],
    ['half a stage', () => erlang(1, 1.5), 'erlang: stages: expected a whole number from 1 on, got 1.5'],
    ['no observations', () => empirical([]), 'empirical: values: expected at least one, got none'],
    [
      'an infinite observation',
      () => empirical([1, Infinity]),
      'empirical: values[1]: expected a finite number, got Infinity',
    ],
    [
      'weights that do not match',
      () => empirical([1, 2], [1]),
      'empirical: weights: expected 2, one for each value, got 1',
    ],
    [
      'weights that are all 0',
      () => normalised([0, 0], 'mixture'),
      'mixture: weights: expected a finite sum above 0, got 0',
    ],
    [
      'a negative weight',
      () => normalised([1, -1], 'mixture'),
      'mixture: weights[1]: expected a finite number of 0 or more, got -1',
    ],
  ];

  it.each(refusals)('%s', (_, call, message) => {
    expect(call).toThrow(RangeError);
    expect(call).toThrow(message);
  });
});
