import { expect, test } from 'vitest';
import {
  addGap,
  countIn,
  emptyHistogram,
  sumIn,
} from '../../../../src/compute/policy/suspend/gap-histogram.js';

const gaps = [
  [1, 10],
  [1, 12],
  [2, 30],
  [1, 14],
  [1, 16],
  [0, 1],
] as const;

test('gaps are counted and summed per bin, including the last bin of a row', () => {
  let histogram = emptyHistogram(3);
  const counts: number[][] = [];
  const sums: number[][] = [];
  for (const [bin, gap] of gaps) {
    histogram = addGap(histogram, bin, gap);
    counts.push([0, 1, 2].map((each) => countIn(histogram, each)));
    sums.push([0, 1, 2].map((each) => sumIn(histogram, each)));
  }
  expect(counts).toEqual([
    [0, 1, 0],
    [0, 2, 0],
    [0, 2, 1],
    [0, 3, 1],
    [0, 4, 1],
    [1, 4, 1],
  ]);
  expect(sums.at(-1)).toEqual([1, 52, 30]);
  expect(sums[2]).toEqual([0, 22, 30]);
  expect(histogram.observed).toBe(6);
});

test('a histogram is immutable, and is not copied for gaps in the same bin', () => {
  const first = addGap(emptyHistogram(3), 1, 10);
  const second = addGap(first, 1, 12);
  expect(second.counts).toBe(first.counts);
  expect(second.sums).toBe(first.sums);
  expect([countIn(first, 1), countIn(second, 1), first.observed]).toEqual([1, 2, 1]);
  const third = addGap(second, 0, 5);
  expect(third.counts).not.toBe(second.counts);
  expect([countIn(second, 0), countIn(third, 1)]).toEqual([0, 2]);
});
