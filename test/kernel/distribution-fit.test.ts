import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import {
  empirical,
  gammaFromMean,
  hyperexponentialFromMean,
  lognormalFromMean,
  weibullFromMean,
} from '../../src/kernel/distribution-fit.js';
import { mean, variance } from '../../src/kernel/distribution-moments.js';
import { scaled } from '../../src/kernel/distribution-scale.js';
import { quantile } from '../../src/kernel/quantile.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';
import { laws } from './laws.js';

const cvOf = (law: Distribution): number => Math.sqrt(variance(law)) / mean(law);

describe('laws of the theory file', () => {
  it('K1: a lognormal law is fitted to its mean and coefficient of variation', () => {
    const { expected } = theoryCase('K1');
    const law = lognormalFromMean(0.5, 1.5);
    if (law.kind !== 'lognormal') throw new Error(`expected a lognormal law, got ${law.kind}`);
    expectClose(law.mu, expected['ln_mu']!);
    expectClose(law.sigma, expected['ln_sigma']!);
    expectClose(quantile(law, 0.5), expected['p50']!);
    expectClose(quantile(law, 0.99), expected['p99']!);
  });

  it('K3: a Weibull law is fitted to its mean and standard deviation', () => {
    const { expected } = theoryCase('K3');
    const law = weibullFromMean(1.25, 3.66 / 1.25);
    if (law.kind !== 'weibull') throw new Error(`expected a Weibull law, got ${law.kind}`);
    expectClose(law.shape, expected['shape']!);
    expectClose(law.scale, expected['scale']!);
    expectClose(quantile(law, 0.5), expected['median']!);
  });

  it('K5: the masses of a b-model are an empirical law', () => {
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

  it.each(fits)(
    'a %s law has the mean and coefficient of variation that it is fitted to',
    (_, construct, least, most) => {
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
    },
  );
});

it.each(Object.entries(laws))('scaling the law %s multiplies its mean and quantiles', (_, law) => {
  const doubled = scaled(law, 2.5);
  expectClose(mean(doubled), 2.5 * mean(law), 1e-12);
  expectClose(variance(doubled), 6.25 * variance(law), 1e-10);
  for (const p of [0.01, 0.5, 0.99]) expectClose(quantile(doubled, p), 2.5 * quantile(law, p), 1e-12);
});
