import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../src/kernel/normal.js';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { meanInterval, proportionInterval } from '../../src/statistics/confidence-interval.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

describe('the interval of a mean', () => {
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
    const { low, high } = proportionInterval(covered, trials, 0.99);
    expect(low).toBeLessThan(0.9);
    expect(high).toBeGreaterThan(0.9);
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
});

describe('the interval of a proportion', () => {
  it('is Wilson’s', () => {
    // z² = 3.8414588 for 95 %: centre (0.5 + z²/20) / (1 + z²/10), here with 2 of 10.
    const { proportion, low, high } = proportionInterval(2, 10, 0.95);
    expect(proportion).toBe(0.2);
    expect(low).toBeCloseTo(0.05668, 5);
    expect(high).toBeCloseTo(0.50984, 5);
  });

  it('is sensible at the ends', () => {
    const none = proportionInterval(0, 20, 0.95);
    const all = proportionInterval(20, 20, 0.95);
    expect(none.low).toBe(0);
    expect(none.high).toBeCloseTo(0.16113, 5);
    expect(all.high).toBe(1);
    expectClose(all.low, 1 - none.high, 1e-14);
  });

  it('refuses impossible counts', () => {
    expect(() => proportionInterval(0, 0, 0.95)).toThrow(
      'proportion interval: trials: expected 1 or more, got 0',
    );
    expect(() => proportionInterval(11, 10, 0.95)).toThrow(
      'proportion interval: successes: expected a number from 0 to 10 (the trials), got 11',
    );
  });
});
