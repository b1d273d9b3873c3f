import { expect, it } from 'vitest';
import { mser5 } from '../../src/statistics/mser.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

it('N5: cuts a decaying start where the rest is surest', () => {
  const { expected } = theoryCase('N5');
  const series = Array.from({ length: 100 }, (_, i) => 10 * Math.exp(-i / 8) + 2 + 0.3 * Math.sin(1.7 * i));
  const { truncate, at_limit } = mser5(series);
  expect(truncate).toBe(expected['truncate_obs']);
  // The marginal standard error squared of the batch means that are left, which no other cut makes smaller.
  const means = Array.from({ length: 20 }, (_, batch) => mean(series.slice(5 * batch, 5 * batch + 5)));
  const left = means.slice(truncate / 5);
  const squares = left.map((value) => value - mean(left)).map((off) => off * off);
  expectClose(mean(squares) / left.length, expected['statistic']!);
  expectClose(mean(series.slice(truncate)), expected['mean_after']!);
  expect(at_limit).toBe(false);
  expectClose(mean(series), expected['mean_all']!);
});

it('cuts nothing from a series that is stationary from the start', () => {
  expect(mser5(Array.from({ length: 60 }, () => 3)).truncate).toBe(0);
  const alternating = Array.from({ length: 200 }, (_, i) => (i % 10 < 5 ? 1 : 2));
  expect(mser5(alternating).truncate).toBe(0);
});

it('says when a series never settles', () => {
  expect(mser5(Array.from({ length: 100 }, (_, i) => i)).at_limit).toBe(true);
});

it('leaves out what does not fill a batch at the end', () => {
  const series = Array.from({ length: 50 }, (_, i) => Math.sin(i));
  expect(mser5([...series, 1e6, 1e6])).toEqual(mser5(series));
});

it('asks for two batches', () => {
  expect(() => mser5([1, 2, 3, 4, 5, 6, 7, 8, 9])).toThrow(
    'MSER-5: series: expected at least 10 observations',
  );
});
