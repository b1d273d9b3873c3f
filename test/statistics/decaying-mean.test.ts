import { expect, test } from 'vitest';
import { decayedMean, meanOf, NO_SAMPLES } from '../../src/statistics/decaying-mean.js';

test('a half-life halves what was: by hand', () => {
  // 6 with a weight of 2, a half-life later 1 with 1, two half-lives later 4 with 3.
  const one = decayedMean(NO_SAMPLES, 6, 2, 0);
  const two = decayedMean(one, 1, 1, 1);
  expect(meanOf(two)).toBeCloseTo((6 * 1 + 1 * 1) / 2, 12);
  const three = decayedMean(two, 4, 3, 2);
  expect(meanOf(three)).toBeCloseTo((6 * 0.25 + 1 * 0.25 + 4 * 3) / 3.5, 12);
});

test('is 0 without samples', () => expect(meanOf(NO_SAMPLES)).toBe(0));
