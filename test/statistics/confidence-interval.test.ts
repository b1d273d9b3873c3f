import { expect, it } from 'vitest';
import { normalQuantile } from '../../src/kernel/normal.js';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { binomialQuantile } from '../../src/statistics/binomial.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

it('N1: of ten replications', () => {
  const { expected, inputs } = theoryCase('N1');
  const interval = meanInterval(inputs['means'] as number[], inputs['conf'] as number);
  expectClose(interval.mean, expected['mean']!);
  expectClose(interval.half_width, expected['half_width']!);
  expectClose(interval.half_width / interval.mean, expected['rel_half_width']!);
  expect([interval.n, interval.confidence]).toEqual([10, 0.95]);
});

it('N7: says how many replications a pilot asks for', () => {
  const { expected } = theoryCase('N7');
  const root = (normalQuantile(0.975) * 0.27) / (0.01 * 2.1);
  expect(Math.ceil(root * root)).toBe(expected['n_normal']);
});

it('covers the true mean as often as it promises', () => {
  const draw = sampler({ kind: 'uniform', min: 0, max: 2 }, new RandomStream('coverage'));
  const trials = 4000;
  let covered = 0;
  for (let trial = 0; trial < trials; trial++) {
    const interval = meanInterval(Array.from({ length: 12 }, draw), 0.9);
    if (Math.abs(interval.mean - 1) <= interval.half_width) covered += 1;
  }
  expect(covered).toBeGreaterThanOrEqual(binomialQuantile(0.005, trials, 0.9));
  expect(covered).toBeLessThanOrEqual(binomialQuantile(0.995, trials, 0.9));
});

it('is exact about values far from 0', () => {
  const interval = meanInterval([1e9 + 1, 1e9 + 2, 1e9 + 3], 0.95);
  expect(interval.mean).toBe(1e9 + 2);
  // With 2 degrees of freedom t has the closed form 0.95 / √(2 · 0.975 · 0.025).
  expectClose(interval.half_width, 0.95 / Math.sqrt(0.04875) / Math.sqrt(3), 1e-12);
});

it('of one value is endless; of equal values it is nothing', () => {
  expect(meanInterval([5], 0.95)).toEqual({ mean: 5, half_width: Infinity, confidence: 0.95, n: 1 });
  expect(meanInterval([2, 2, 2], 0.95).half_width).toBe(0);
});

it('of nothing, or with a confidence that is none, is refused', () => {
  expect(() => meanInterval([], 0.95)).toThrow('mean interval: values: expected at least one, got none');
  expect(() => meanInterval([1, 2], 95)).toThrow('strictly between 0 and 1, such as 0.95, got 95');
});
