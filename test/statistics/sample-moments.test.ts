import fc from 'fast-check';
import { mean, sampleVariance } from 'simple-statistics';
import { expect, it } from 'vitest';
import { sampleMoments } from '../../src/statistics/sample-moments.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

it('N1: of ten replications', () => {
  const { expected, inputs } = theoryCase('N1');
  const { mean: average, variance } = sampleMoments(inputs['means'] as number[]);
  expectClose(average, expected['mean']!);
  expectClose(Math.sqrt(variance), expected['sd']!);
});

it('agree with simple-statistics', () => {
  const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 50 });
  fc.assert(
    fc.property(values, (sample) => {
      const moments = sampleMoments(sample);
      expect(Math.abs(moments.mean - mean(sample))).toBeLessThan(1e-9);
      expect(Math.abs(moments.variance - sampleVariance(sample))).toBeLessThan(1e-6);
    }),
    { seed: 1 },
  );
});

it('are 0 for an empty sample', () => {
  expect(sampleMoments([])).toEqual({ mean: 0, variance: 0 });
  expect(sampleMoments([7])).toEqual({ mean: 7, variance: 0 });
});
