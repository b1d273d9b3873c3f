import { expect, test } from 'vitest';
import { Histogram } from '../../src/statistics/histogram.js';
import { shareReached } from '../../src/statistics/share-reached.js';

const reached = new Histogram();
for (const value of [1, 2, 3, 4]) reached.add(value);

test('is a quantile of the whole population, those included that never did', () => {
  expect(shareReached(reached, 0.5, 4)).toBeCloseTo(2, 1);
  expect(shareReached(reached, 0.5, 5)).toBeCloseTo(3, 1);
  expect(shareReached(reached, 0.5, 8)).toBe(4);
  expect(shareReached(reached, 1, 4)).toBe(4);
});

test('is undefined if too few have, or the population is empty', () => {
  expect(shareReached(reached, 0.99, 5)).toBeUndefined();
  expect(shareReached(new Histogram(), 0.5, 0)).toBeUndefined();
});
