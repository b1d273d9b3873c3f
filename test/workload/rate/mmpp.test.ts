import { expect, test } from 'vitest';
import { rateCursor } from '../../../src/workload/rate/rate-cursor.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';
import { streams } from './rates.js';

const bursts: RateSpecification = {
  kind: 'mmpp',
  states: [
    { per_second: 50, mean_seconds: 10 },
    { per_second: 1, mean_seconds: 90 },
  ],
};

test('two MMPP states alternate, and each holds for an exponential time of its mean', () => {
  const cursor = rateCursor(bursts, streams('dwell'));
  cursor.advance(0);
  const stays: Record<number, number[]> = { 50: [], 1: [] };
  let before = cursor.low;
  for (let change = 0; change < 100_000; change++) {
    const from = cursor.until;
    cursor.advance(from);
    if (cursor.low !== 51 - before) expect.fail(`state ${before} did not end at ${from} s`);
    before = cursor.low;
    stays[before]!.push(cursor.until - from);
  }
  for (const [rate, mean] of [
    [50, 10],
    [1, 90],
  ] as const) {
    const observed = stays[rate]!;
    const n = observed.length;
    const average = observed.reduce((sum, stay) => sum + stay, 0) / n;
    expect(Math.abs(average / mean - 1)).toBeLessThan(2.576 / Math.sqrt(n));
    // For an exponential distribution the standard deviation equals the mean (its relative error is √(2 / n)).
    const variance = observed.reduce((sum, stay) => sum + (stay - average) * (stay - average), 0) / n;
    expect(Math.abs(Math.sqrt(variance) / mean - 1)).toBeLessThan(2.576 * Math.sqrt(2 / n));
  }
});

test('an MMPP starts in a state of the stationary distribution', () => {
  const states = [
    { per_second: 50, mean_seconds: 60 },
    { per_second: 1, mean_seconds: 20 },
  ];
  const n = 12_000;
  let high = 0;
  for (let replication = 0; replication < n; replication++) {
    const cursor = rateCursor({ kind: 'mmpp', states }, streams(`start ${replication}`));
    cursor.advance(0);
    if (cursor.low === 50) high += 1;
  }
  expect(Math.abs(high / n - 0.75)).toBeLessThan(2.576 * Math.sqrt((0.75 * 0.25) / n));
});

test('each of three MMPP states is followed by the two others equally often', () => {
  const states = [1, 2, 3].map((rate) => ({ per_second: rate, mean_seconds: rate }));
  const cursor = rateCursor({ kind: 'mmpp', states }, streams('three'));
  cursor.advance(0);
  const n = 100_000;
  const moves = new Map<string, number>();
  for (let change = 0; change < n; change++) {
    const from = cursor.low;
    cursor.advance(cursor.until);
    moves.set(`${from}${cursor.low}`, (moves.get(`${from}${cursor.low}`) ?? 0) + 1);
  }
  expect([...moves.keys()].sort()).toEqual(['12', '13', '21', '23', '31', '32']);
  for (const count of moves.values()) {
    expect(Math.abs(count / n - 1 / 6)).toBeLessThan(2.576 * Math.sqrt(5 / 36 / n));
  }
});
