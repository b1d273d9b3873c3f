import { expect, test } from 'vitest';
import { bModelSeries } from '../../../src/workload/rate/b-model.js';
import { streams } from './rates.js';

const stream = (seed: string) => streams(seed)('b-model');

test('a bias of 0.75 over 2^10 slots has the moments of theory (case K5)', () => {
  const series = bModelSeries(1e6, 0.75, 10, stream('K5'));
  const sum = series.reduce((total, value) => total + value, 0);
  const squares = series.reduce((total, value) => total + value * value, 0);
  const mean = sum / 1024;
  const entropy = series.reduce((total, value) => total - (value / sum) * Math.log2(value / sum), 0);
  expect(series).toHaveLength(1024);
  expect(sum).toBeCloseTo(1e6, 6);
  expect(Math.max(...series)).toBeCloseTo(56_313.5147095, 6);
  expect(Math.min(...series)).toBeCloseTo(0.953674316406, 10);
  expect(Math.max(...series) / mean).toBeCloseTo(57.6650390625, 9);
  expect(squares / 1024 / (mean * mean)).toBeCloseTo(9.31322574615, 9);
  expect(entropy / 10).toBeCloseTo(0.811278124459, 9);
});

test('either half may get the larger share, each as often', () => {
  const source = stream('halves');
  const n = 20_000;
  let left = 0;
  for (let split = 0; split < n; split++) if (bModelSeries(1, 0.7, 1, source)[0]! > 0.5) left += 1;
  expect(Math.abs(left / n - 0.5)).toBeLessThan(2.576 * Math.sqrt(0.25 / n));
});

test('a bias of a half is even, one of 1 puts all into one slot', () => {
  expect([...bModelSeries(8, 0.5, 3, stream('even'))]).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  expect([...bModelSeries(8, 1, 3, stream('one'))].sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 8]);
});

test('a bias or a number of levels out of range is refused', () => {
  expect(() => bModelSeries(1, 0.4, 3, stream('bias'))).toThrow(/bias from 0.5 to 1/);
  expect(() => bModelSeries(1, 0.6, 2.5, stream('levels'))).toThrow(/whole number of levels/);
});
