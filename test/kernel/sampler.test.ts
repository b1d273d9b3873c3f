import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import { cumulative } from '../../src/kernel/distribution-function.js';
import { mean, variance } from '../../src/kernel/distribution-moments.js';
import { scaled } from '../../src/kernel/distribution-scale.js';
import { quantile } from '../../src/kernel/quantile.js';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { type Draw, sampler } from '../../src/kernel/sampler.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { expectClose } from '../vectors/closeness.js';
import { laws, withJumps } from './laws.js';

const named = Object.entries(laws);
const random = named.filter(([name]) => name !== 'constant');
const smooth = named.filter(([name]) => !withJumps.has(name));

const take = (draw: Draw, count: number): number[] => Array.from({ length: count }, draw);

/** A stream that counts the uniforms taken from it. */
class CountingStream extends RandomStream {
  taken = 0;

  override uniform(): number {
    this.taken += 1;
    return super.uniform();
  }
}

/** Means of `batches` equal batches of `size` draws: few enough numbers for a t interval. */
function batched(draw: Draw, batches: number, size: number, figure: (x: number) => number): number[] {
  return Array.from({ length: batches }, () => {
    let sum = 0;
    for (let index = 0; index < size; index++) sum += figure(draw());
    return sum / size;
  });
}

/** Batches of this size make the half-width of a 99 % interval over 50 of them at most 1 % of the mean. */
function batchSize(law: Distribution): number {
  const cv = Math.sqrt(variance(law)) / mean(law);
  return Math.ceil((2.68 * cv * 2.68 * cv) / 0.0001 / 50) + 1;
}

/** Whether the 99 % interval of a sample's mean covers `expected`. */
function meanIsCovered(draw: Draw, size: number, expected: number): boolean {
  const interval = meanInterval(
    batched(draw, 50, size, (x) => x),
    0.99,
  );
  return Math.abs(interval.mean - expected) <= interval.half_width;
}

describe('a sampler', () => {
  it.each(random)('a sampler of %s has the mean of its law', (name, law) => {
    expect(meanIsCovered(sampler(law, new RandomStream(`mean of ${name}`)), batchSize(law), mean(law))).toBe(
      true,
    );
  });

  it.each(random)('a sampler of %s that is 2 percent off would fail the test of its mean', (name, law) => {
    const off = sampler(scaled(law, 1.02), new RandomStream(`mean of ${name}`));
    expect(meanIsCovered(off, batchSize(law), mean(law))).toBe(false);
  });

  it.each(random)('a sampler of %s has the variance of its law', (name, law) => {
    const draw = sampler(law, new RandomStream(`variance of ${name}`));
    const centre = mean(law);
    const interval = meanInterval(
      batched(draw, 50, 4000, (x) => (x - centre) * (x - centre)),
      0.99,
    );
    expect(Math.abs(interval.mean - variance(law))).toBeLessThanOrEqual(interval.half_width);
  });

  it.each(smooth)(
    'a sampler of %s follows its distribution function: Kolmogorov and Smirnov at 99 percent',
    (name, law) => {
      const count = 20_000;
      const sample = Float64Array.from(
        take(sampler(law, new RandomStream(`shape of ${name}`)), count),
      ).sort();
      let distance = 0;
      sample.forEach((x, index) => {
        const p = cumulative(law, x);
        distance = Math.max(distance, p - index / count, (index + 1) / count - p);
      });
      expect(distance * Math.sqrt(count)).toBeLessThan(1.628);
    },
  );

  it('a sampler of observations draws each in proportion to its weight: chi-square at 99 %', () => {
    const law: Distribution = {
      kind: 'empirical',
      values: [1, 2, 3, 4, 5],
      weights: [0.4, 0.3, 0.2, 0.06, 0.04],
    };
    const count = 100_000;
    const hits = [0, 0, 0, 0, 0];
    for (const x of take(sampler(law, new RandomStream('frequencies')), count)) hits[x - 1]! += 1;
    const statistic = law.weights.reduce((sum, weight, index) => {
      const excess = hits[index]! - weight * count;
      return sum + (excess * excess) / (weight * count);
    }, 0);
    expect(statistic).toBeLessThan(13.277);
  });

  it('a sampler never draws an observation of weight 0', () => {
    const law: Distribution = { kind: 'empirical', values: [1, 2, 3, 4], weights: [0, 0.5, 0.5, 0] };
    const seen = new Set(take(sampler(law, new RandomStream('weight 0')), 10_000));
    expect([...seen].sort()).toEqual([2, 3]);
  });

  it('a sampler of a mixture with a rare part stays finite and draws that part with its weight', () => {
    const law: Distribution = {
      kind: 'mixture',
      weights: [1 - 1e-4, 1e-4],
      parts: [
        { kind: 'constant', value: 0 },
        { kind: 'exponential', mean: 1e6 },
      ],
    };
    const seldom = take(sampler(law, new RandomStream('seldom')), 500_000).filter((x) => x > 0);
    expect(seldom.every(Number.isFinite)).toBe(true);
    // 50 expected; a Poisson count lies within 32 and 69 in 99 % of cases.
    expect(seldom.length).toBeGreaterThanOrEqual(32);
    expect(seldom.length).toBeLessThanOrEqual(69);
  });
});

describe('sampling by inversion', () => {
  const direct = random.filter(([, law]) => !['gamma', 'hyperexponential', 'mixture'].includes(law.kind));

  it.each(direct)('sampling %s by inversion gives the quantiles of the stream', (_, law) => {
    const draw = sampler(law, new RandomStream('inversion'));
    const uniforms = new RandomStream('inversion');
    for (let index = 0; index < 200; index++) expectClose(draw(), quantile(law, uniforms.uniform()), 1e-14);
  });

  it('a variate takes one uniform, a constant none, and a gamma variate at least two', () => {
    // Lognormal variates are made some at a time: the count is exact at a multiple of that.
    const uniformsFor = (law: Distribution): number => {
      const stream = new CountingStream('count');
      take(sampler(law, stream), 1024);
      return stream.taken;
    };
    expect(uniformsFor(laws['constant']!)).toBe(0);
    for (const [, law] of direct) expect(uniformsFor(law)).toBe(1024);
    expect(uniformsFor(laws['hyperexponential']!)).toBe(1024);
    expect(uniformsFor(laws['mixture of mixtures']!)).toBe(1024);
    expect(uniformsFor(laws['gamma of shape above 1']!)).toBeGreaterThanOrEqual(2048);
  });
});
