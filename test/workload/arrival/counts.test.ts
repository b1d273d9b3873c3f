import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import { streams } from '../rate/rates.js';
import { KOLMOGOROV99, kolmogorov } from './statistics.js';

interface Case {
  readonly counts: readonly number[];
  readonly starts?: readonly number[];
  readonly width?: number;
  readonly placement?: 'uniform' | 'even';
  readonly horizon?: number;
}

function arrivals({ counts, starts, width = 60, placement = 'uniform', horizon }: Case): number[] {
  const source = arrivalSource(
    {
      kind: 'counts',
      starts_seconds: Float64Array.from(starts ?? counts.map((_, interval) => interval * width)),
      width_seconds: width,
      counts: Float64Array.from(counts),
      placement,
    },
    streams('counts'),
    horizon,
  );
  const times: number[] = [];
  for (let time = source.next(); time < Number.POSITIVE_INFINITY; time = source.next()) times.push(time);
  return times;
}

const perInterval = (times: readonly number[], intervals: number, width: number): number[] => {
  const found = new Array<number>(intervals).fill(0);
  for (const time of times) found[Math.floor(time / width)]! += 1;
  return found;
};

describe('arrivals from counts', () => {
  test.each(['uniform', 'even'] as const)('match the counts exactly, in ascending order: %s', (placement) => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 })),
        fc.integer({ min: 1, max: 3600 }),
        (counts, width) => {
          const times = arrivals({ counts, width, placement });
          expect(perInterval(times, counts.length, width)).toEqual(counts);
          expect(times).toEqual([...times].sort((a, b) => a - b));
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });

  test('keep their total when scaled by any factor, and the running total to within a half', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }),
        fc.double({ min: 0.01, max: 3, noNaN: true }),
        (counts, scale) => {
          const scaled = counts.map((count) => count * scale);
          const found = perInterval(arrivals({ counts: scaled }), counts.length, 60);
          let total = 0;
          let exact = 0;
          found.forEach((count, interval) => {
            total += count;
            exact += scaled[interval]!;
            expect(Math.abs(total - exact)).toBeLessThanOrEqual(0.5);
          });
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });
});

test('even placement puts arrivals in the middle of equal parts', () => {
  expect(arrivals({ counts: [1, 0, 2], placement: 'even' })).toEqual([30, 135, 165]);
});

test('uniform placement gives uniform positions, and uniform parts between arrivals', () => {
  const n = 200;
  const intervals = 300;
  const times = arrivals({ counts: new Array<number>(intervals).fill(n), width: 1 });
  expect(
    kolmogorov(
      times.map((time) => time % 1),
      (x) => x,
    ),
  ).toBeLessThan(KOLMOGOROV99);
  // The least of n uniforms has P(X > x) = (1 − x)^n.
  const least = times.filter((_, index) => index % n === 0).map((time) => time % 1);
  expect(kolmogorov(least, (x) => 1 - Math.exp(n * Math.log(1 - x)))).toBeLessThan(KOLMOGOROV99);
  // The same applies to the gap between any two neighbors.
  const inner = times
    .filter((_, index) => index % n === 100)
    .map((time, interval) => time - times[interval * n + 99]!);
  expect(kolmogorov(inner, (x) => 1 - Math.exp(n * Math.log(1 - x)))).toBeLessThan(KOLMOGOROV99);
});

test('missing intervals have no arrivals; an interval that overlaps the next one ends there', () => {
  expect(arrivals({ counts: [2, 1, 2], starts: [0, 300, 340], placement: 'even' })).toEqual([
    15, 45, 320, 355, 385,
  ]);
});

test('counts before the start, and from the horizon on, are left out', () => {
  const counts = [2, 2, 2, 2];
  expect(arrivals({ counts, starts: [-90, -30, 30, 90], placement: 'even', horizon: 105 })).toEqual([
    15, 45, 75,
  ]);
  const kept = arrivals({ counts: [100_000, 1000], starts: [-90, -30], width: 60 });
  expect(Math.abs(kept.length - 500)).toBeLessThan(2.576 * Math.sqrt(250));
  expect(kept.every((time) => time >= 0 && time < 30)).toBe(true);
});

test('counts that break their contract are refused with a message', () => {
  expect(() => arrivals({ counts: [1, -1] })).toThrow(/0 or more, got -1 at 60 s/);
  expect(() => arrivals({ counts: [1, 1], starts: [60, 60] })).toThrow(/ascend/);
  expect(() => arrivals({ counts: [1], width: 0 })).toThrow(/width_seconds/);
});
