import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import { empirical } from '../../src/kernel/distribution-fit.js';
import { cumulative } from '../../src/kernel/distribution-function.js';
import { mean, variance } from '../../src/kernel/distribution-moments.js';
import { quantile } from '../../src/kernel/quantile.js';
import { expectClose } from '../vectors/closeness.js';
import { laws, withJumps } from './laws.js';

const named = Object.entries(laws);
const smooth = named.filter(([name]) => !withJumps.has(name));

describe('mean and variance', () => {
  const cases: [string, Distribution, number, number][] = [
    ['constant', { kind: 'constant', value: 4 }, 4, 0],
    ['uniform', { kind: 'uniform', min: 1, max: 4 }, 2.5, 0.75],
    ['exponential', { kind: 'exponential', mean: 3 }, 3, 9],
    ['lognormal', { kind: 'lognormal', mu: 0, sigma: 1 }, Math.sqrt(Math.E), (Math.E - 1) * Math.E],
    ['pareto', { kind: 'pareto', shape: 3, scale: 2 }, 3, 3],
    // E[X] = 2 ln 2 and E[X²] = 2 for density 2 / x² on [1, 2].
    [
      'bounded pareto',
      { kind: 'bounded_pareto', shape: 1, min: 1, max: 2 },
      2 * Math.LN2,
      2 - 4 * Math.LN2 * Math.LN2,
    ],
    ['weibull of shape 2', { kind: 'weibull', shape: 2, scale: 1 }, Math.sqrt(Math.PI) / 2, 1 - Math.PI / 4],
    ['weibull of shape ½', { kind: 'weibull', shape: 0.5, scale: 1 }, 2, 20],
    ['gamma', { kind: 'gamma', shape: 2.5, scale: 2 }, 5, 10],
    ['hyperexponential', { kind: 'hyperexponential', weights: [0.9, 0.1], means: [0.1, 9.1] }, 1, 15.58],
    ['empirical', { kind: 'empirical', values: [0, 10], weights: [0.8, 0.2] }, 2, 16],
    [
      'mixture',
      {
        kind: 'mixture',
        weights: [0.5, 0.5],
        parts: [
          { kind: 'constant', value: 0 },
          { kind: 'exponential', mean: 2 },
        ],
      },
      1,
      3,
    ],
  ];

  it.each(cases)('%s', (_, law, expectedMean, expectedVariance) => {
    expectClose(mean(law), expectedMean, 1e-13);
    expectClose(variance(law), expectedVariance, 1e-12);
  });

  it('are infinite where a Pareto tail is too heavy, also inside a mixture', () => {
    const heavy: Distribution = { kind: 'pareto', shape: 1, scale: 1 };
    const heavier: Distribution = { kind: 'pareto', shape: 2, scale: 1 };
    const one: Distribution = { kind: 'constant', value: 1 };
    expect([mean(heavy), variance(heavy)]).toEqual([Infinity, Infinity]);
    expect([mean(heavier), variance(heavier)]).toEqual([2, Infinity]);
    expect(variance({ kind: 'mixture', weights: [0.9, 0.1], parts: [one, heavy] })).toBe(Infinity);
    expect(mean({ kind: 'mixture', weights: [1, 0], parts: [one, heavy] })).toBe(1);
  });

  it.each(named)('of %s are the integrals of its quantile function', (name, law) => {
    // Midpoint rule on ∫ Q(p) dp, the ends taken ever finer: p = e^(−t) and 1 − e^(−t).
    let first = 0;
    let second = 0;
    const steps = 1500;
    const width = 36 / steps;
    for (let index = 0; index < steps; index++) {
      const p = Math.exp(-(index + 0.5) * width) / 2;
      for (const x of [quantile(law, p), quantile(law, 1 - p)]) {
        first += x * p * width;
        second += x * x * p * width;
      }
    }
    expectClose(first, mean(law), withJumps.has(name) ? 0.01 : 0.003);
    expectClose(second, variance(law) + mean(law) * mean(law), 0.02);
  });
});

describe('distribution function and quantile', () => {
  it.each(smooth)('of %s undo each other', (_, law) => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (p) => {
        expect(Math.abs(cumulative(law, quantile(law, p)) - p)).toBeLessThan(1e-12);
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it.each(named)('of %s: the quantile is the least value that reaches p', (_, law) => {
    for (const p of [0.001, 0.05, 0.3, 0.5, 0.72, 0.9, 0.999]) {
      const x = quantile(law, p);
      expect(cumulative(law, x)).toBeGreaterThan(p - 1e-12);
      expect(cumulative(law, x * (1 - 1e-9))).toBeLessThanOrEqual(p + 1e-12);
    }
  });

  it.each(named)('of %s rise from 0 to 1 over the support', (_, law) => {
    const low = quantile(law, 0);
    const high = quantile(law, 1);
    expect(low).toBeLessThanOrEqual(high);
    expect(cumulative(law, high)).toBe(1);
    expect(cumulative(law, Number.NEGATIVE_INFINITY)).toBe(0);
    let before = low;
    for (let index = 1; index < 200; index++) {
      const x = quantile(law, index / 200);
      expect(x).toBeGreaterThanOrEqual(before);
      before = x;
    }
    expect(before).toBeLessThanOrEqual(high);
  });

  it('name the ends of the support', () => {
    const ends = (name: string): number[] => [quantile(laws[name]!, 0), quantile(laws[name]!, 1)];
    expect(ends('uniform')).toEqual([3, 6]);
    expect(ends('exponential')).toEqual([0, Infinity]);
    expect(ends('bounded pareto')).toEqual([1, 500]);
    expect(ends('empirical by weight')).toEqual([10, 40]);
    expect(ends('mixture of mixtures')).toEqual([0, Infinity]);
  });

  it('give the usual percentiles of observations: the value that many of them do not exceed', () => {
    const law = empirical([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const tenths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(tenths.map((tenth) => quantile(law, tenth / 10))).toEqual(tenths);
    expect(quantile(law, 0.91)).toBe(10);
    expect(cumulative(law, 3.5)).toBeCloseTo(0.3, 15);
  });

  it('refuse what is not a probability', () => {
    expect(() => quantile(laws['uniform']!, 1.1)).toThrow(
      'quantile: expected a probability from 0 to 1, got 1.1',
    );
  });
});
