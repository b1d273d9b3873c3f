import { expect, it } from 'vitest';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { pairedDifference } from '../../src/statistics/paired-difference.js';
import { studentTCumulative } from '../../src/statistics/student-t.js';
import { expectClose } from '../vectors/closeness.js';

it('is the mean of the differences with its t interval and test', () => {
  const base = [10, 20, 30, 40];
  const other = [12, 21, 33, 44];
  const found = pairedDifference(base, other, 0.95);
  const { mean, half_width } = meanInterval([2, 1, 3, 4], 0.95);
  expect([found.mean, found.half_width, found.n]).toEqual([mean, half_width, 4]);
  const t = 2.5 / Math.sqrt(5 / 3 / 4);
  expectClose(found.p_value, 2 * studentTCumulative(-t, 3));
});

it('is much surer than that of the same values unpaired where pairs vary together', () => {
  const base = [10, 20, 30, 40, 50];
  const found = pairedDifference(base, [11, 21.1, 31, 41.1, 51], 0.95);
  expect(found.unpaired_half_width / found.half_width).toBeGreaterThan(100);
});

it('unpaired is Welch: with equal variances 2 (n − 1) degrees of freedom', () => {
  const found = pairedDifference([1, 2, 3], [4, 5, 6], 0.95);
  // t(4) at 0.975 is 2.7764; the standard error is √(1/3 + 1/3).
  expectClose(found.unpaired_half_width, 2.7764451051977987 * Math.sqrt(2 / 3));
  expect(found.p_value).toBe(0);
});

it('that is none in every pair is none', () => {
  expect(pairedDifference([1, 2], [1, 2], 0.95)).toMatchObject({ mean: 0, half_width: 0, p_value: 1 });
});

it('needs two pairs', () => {
  expect(() => pairedDifference([1], [2], 0.95)).toThrow('expected two or more pairs');
  expect(() => pairedDifference([1, 2], [2], 0.95)).toThrow(RangeError);
});
