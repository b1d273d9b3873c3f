import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalQuantile } from '../../src/kernel/normal.js';
import { studentTCumulative, studentTQuantile } from '../../src/statistics/student-t.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

it.each([
  [0.975, 1, 12.706204736174705],
  [0.995, 2, 9.924843200918293],
  [0.9, 3, 1.6377443536962102],
  [0.975, 3.5, 2.94008863798273],
  [0.975, 9, 2.2621571627982053],
  [0.55, 9, 0.12925293215183098],
  [0.995, 29, 2.7563859036706053],
  [0.975, 100, 1.9839715185235522],
  [0.9999, 1000, 3.732851604575368],
  [0.995, 1e6, 2.5758342201053344],
])('t(%d, %d) = %d', (p, df, expected) => {
  expectClose(studentTQuantile(p, df), expected, 1e-13);
});

it('N1: t of ten replications', () => {
  expectClose(studentTQuantile(0.975, 9), theoryCase('N1').expected['t']!);
});

it('agree with the printed table at 95 %, two-sided', () => {
  const table: [number, number][] = [
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [10, 2.228],
    [20, 2.086],
    [30, 2.042],
    [60, 2.0],
    [120, 1.98],
  ];
  for (const [df, t] of table) expect(studentTQuantile(0.975, df)).toBeCloseTo(t, 3);
});

it('are undone by the distribution function', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 3000, noNaN: true }),
      fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }),
      (df, p) => {
        expectClose(studentTCumulative(studentTQuantile(p, df), df), p, 1e-11);
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

it('are symmetric about 0', () => {
  for (const df of [1, 2, 2.5, 7, 1e5]) {
    expect(studentTQuantile(0.5, df)).toBe(0);
    for (const p of [1 / 1024, 1 / 8, 3 / 8])
      expect(studentTQuantile(p, df)).toBe(-studentTQuantile(1 - p, df));
  }
});

it('come down to the normal law as the degrees of freedom grow', () => {
  const quantiles = [1, 2, 5, 30, 1000, 49_999, 50_001, 1e7].map((df) => studentTQuantile(0.99, df));
  expect(quantiles).toEqual(quantiles.toSorted((a, b) => b - a));
  expect(studentTQuantile(0.99, Number.POSITIVE_INFINITY)).toBe(normalQuantile(0.99));
});

it('reach into the extreme tail and to its end', () => {
  for (const df of [1.5, 3, 10, 9999]) {
    expectClose(studentTCumulative(studentTQuantile(1e-290, df), df), 1e-290, 1e-9);
  }
  expect([studentTQuantile(0, 5), studentTQuantile(1, 5)]).toEqual([-Infinity, Infinity]);
});

it('refuse a number that is not a probability, and too few degrees of freedom', () => {
  expect(() => studentTQuantile(1.2, 5)).toThrow('student t: p: expected a probability from 0 to 1, got 1.2');
  expect(() => studentTQuantile(0.9, 0)).toThrow(
    'student t: df: expected 1 degree of freedom or more, got 0',
  );
});
