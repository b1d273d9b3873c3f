import fc from 'fast-check';
import { mean, sampleVariance } from 'simple-statistics';
import { expect, it } from 'vitest';
import { addToWindow, greatest, type WindowMaximum } from '../../src/compute/policy/size/window-maximum.js';
import { normalQuantile } from '../../src/kernel/functions/normal.js';
import { binomialCumulative, binomialQuantile } from '../../src/statistics/binomial.js';
import { concentrationOf } from '../../src/statistics/concentration.js';
import { countBelow } from '../../src/statistics/count-below.js';
import { ExactSum } from '../../src/statistics/exact-sum.js';
import { adjustPValues } from '../../src/statistics/holm.js';
import {
  continueHoltWinters,
  forecastHoltWinters,
  type HoltWinters,
  initializeHoltWinters,
} from '../../src/statistics/holt-winters.js';
import { sampleMoments } from '../../src/statistics/sample-moments.js';
import { studentTCumulative, studentTQuantile } from '../../src/statistics/student-t.js';
import { TimeWeighted } from '../../src/statistics/time-weighted.js';
import { expectClose } from '../vectors/closeness.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** A power of two. */
const two = (exponent: number): number =>
  exponent < 0 ? 1 / two(-exponent) : Number(1n << BigInt(exponent));

function sumOf(values: readonly number[]): number {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum.value;
}

it('sample moments agree with simple-statistics', () => {
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

it('an exact sum of fractions of two is the sum of whole numbers, rounded', () => {
  const dyadic = fc.array(fc.tuple(fc.bigInt({ min: -(1n << 52n), max: 1n << 52n }), fc.nat({ max: 60 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(dyadic, (terms) => {
      // Each term is n / 2^k: over 2^60 the sum is a whole number, which BigInt rounds to the nearest double.
      const exact = terms.reduce((sum, [n, k]) => sum + (n << BigInt(60 - k)), 0n);
      expect(sumOf(terms.map(([n, k]) => Number(n) / two(k)))).toBe(Number(exact) / two(60) + 0);
    }),
    { seed: 3, numRuns: 300 },
  );
});

it('an exact sum depends neither on the order nor on how it is divided', () => {
  const number = fc.oneof(
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    fc.double({ min: -1e-9, max: 1e-9, noNaN: true }),
    fc.constantFrom(1e100, -1e100, 0.1, two(53), 1),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 40 }), fc.nat({ max: 40 }), (values, cut) => {
      const [left, right] = [new ExactSum(), new ExactSum()];
      for (const [index, value] of values.entries()) (index < cut ? left : right).add(value);
      right.merge(left);
      expect(right.value).toBe(sumOf(values));
      expect(sumOf(values.toReversed())).toBe(sumOf(values));
      expect(sumOf(right.partials)).toBe(sumOf(values));
    }),
    { seed: 5, numRuns: 300 },
  );
});

it('a count of the values below a limit agrees with counting one by one', () => {
  fc.assert(
    fc.property(
      fc.float64Array({ noNaN: true, maxLength: 40 }),
      fc.double({ noNaN: true }),
      (values, limit) => {
        const ascending = values.toSorted();
        expect(countBelow(ascending, limit)).toBe(ascending.filter((value) => value < limit).length);
      },
    ),
    { seed: 11 },
  );
});

it('p values adjusted by Holm keep their order, are not smaller, and stay within 1', () => {
  fc.assert(
    fc.property(fc.array(share, { maxLength: 20 }), (values) => {
      const adjusted = adjustPValues(values);
      for (const [i, value] of values.entries()) {
        expect(adjusted[i]).toBeGreaterThanOrEqual(value);
        expect(adjusted[i]).toBeLessThanOrEqual(1);
        for (const [j, other] of values.entries()) {
          if (value < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
        }
      }
    }),
  );
});

it('a concentration depends on neither order nor unit, and the larger share has the larger part', () => {
  const values = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(values, (list) => {
      const one = concentrationOf(list);
      expect(concentrationOf(list.toReversed().map((value) => 8 * value))).toEqual(one);
      if (one === undefined) return;
      expect(one.top_10_percent).toBeGreaterThanOrEqual(one.top_1_percent);
      expect(one.top_1_percent).toBeGreaterThan(0.0099);
      expect(one.gini).toBeGreaterThanOrEqual(0);
      expect(one.gini).toBeLessThan(1);
    }),
    { seed: 6, numRuns: 300 },
  );
});

it('quantiles of a binomial law are the smallest that reach a probability', () => {
  for (const [n, p] of [
    [7, 0.2],
    [100, 0.99],
    [1000, 0.5],
    [1_000_000, 0.999],
  ] as const) {
    for (const probability of [0.001, 0.025, 0.5, 0.975, 0.9999]) {
      const k = binomialQuantile(probability, n, p);
      expect(binomialCumulative(k, n, p)).toBeGreaterThanOrEqual(probability);
      expect(binomialCumulative(k - 1, n, p)).toBeLessThan(probability);
    }
  }
});

it("quantiles of Student's t distribution are the inverse of its cumulative probability, even in the extreme tail", () => {
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
  for (const df of [1.5, 3, 10, 9999])
    expectClose(studentTCumulative(studentTQuantile(1e-290, df), df), 1e-290, 1e-9);
});

it("quantiles of Student's t distribution are symmetric, and approach the normal law with the degrees of freedom", () => {
  for (const df of [1, 2, 2.5, 7, 1e5]) {
    expect(studentTQuantile(0.5, df)).toBe(0);
    for (const p of [1 / 1024, 1 / 8, 3 / 8])
      expect(studentTQuantile(p, df)).toBe(-studentTQuantile(1 - p, df));
  }
  const quantiles = [1, 2, 5, 30, 1000, 49_999, 50_001, 1e7].map((df) => studentTQuantile(0.99, df));
  expect(quantiles).toEqual(quantiles.toSorted((a, b) => b - a));
  expect(studentTQuantile(0.99, Number.POSITIVE_INFINITY)).toBe(normalQuantile(0.99));
});

it('the integral of a level is the sum over its steps, cut anywhere', () => {
  const steps = fc.array(fc.tuple(fc.nat(1000), fc.nat(64)), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(steps, fc.nat(49), (list, cut) => {
      const [whole, parts] = [new TimeWeighted(0, 0), new TimeWeighted(0, 0)];
      let [time, sum, before] = [0, 0, 0];
      for (const [index, [lasting, level]] of list.entries()) {
        whole.change(time, level);
        parts.change(time, level);
        if (index === cut) {
          before = parts.integral(time);
          parts.restart(time);
        }
        time += lasting;
        sum += lasting * level;
      }
      expect(whole.integral(time)).toBe(sum);
      expect(before + parts.integral(time)).toBe(sum);
    }),
    { seed: 1 },
  );
});

it('the maximum of a moving window is that of the values in it, and 0 if it is empty', () => {
  const step = fc.record({ wait: fc.nat(4), value: fc.nat(20) });
  expect(greatest([])).toBe(0);
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 12 }),
      (steps, window) => {
        let at = 0;
        let maximum: WindowMaximum = [];
        const seen: { at: number; value: number }[] = [];
        for (const { wait, value } of steps) {
          at += wait;
          seen.push({ at, value });
          const before = structuredClone(maximum);
          const next = addToWindow(maximum, at, value, window);
          expect(maximum).toEqual(before);
          maximum = next;
          const inside = seen.filter((each) => each.at > at - window).map((each) => each.value);
          expect(greatest(maximum)).toBe(Math.max(...inside));
          expect(maximum.length).toBeLessThanOrEqual(window);
        }
      },
    ),
    { seed: 81, numRuns: 300 },
  );
});

it('a Holt-Winters forecast of a line and a season is exact, whatever the smoothing', () => {
  const figure = fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 100);
  const series = fc.record({
    level: figure,
    trend: figure,
    season: fc.array(figure, { minLength: 1, maxLength: 12 }),
    more: fc.nat(40),
    ahead: fc.integer({ min: 1, max: 30 }),
    smoothing: fc.record({ level: share, trend: share, season: share }),
  });
  fc.assert(
    fc.property(series, ({ level, trend, season, more, ahead, smoothing }) => {
      const value = (at: number) => level + trend * at + season[at % season.length]!;
      const begun = 2 * season.length;
      let model = initializeHoltWinters(Array.from({ length: begun }, (_, at) => value(at)));
      for (let at = begun; at < begun + more; at++) model = continueHoltWinters(model, value(at), smoothing);
      expect(forecastHoltWinters(model, ahead)).toBeCloseTo(value(begun + more - 1 + ahead), 6);
    }),
    { seed: 71, numRuns: 300 },
  );
});

it('Holt-Winters smoothing without trend and season is simple exponential smoothing', () => {
  const values = [3, 8, 1, 9, 4, 4, 7, 2];
  const alpha = 0.4;
  const begun: HoltWinters = { level: 5, trend: 0, seasonals: Float64Array.of(0), place: 0 };
  const model = values.reduce(
    (before, value) => continueHoltWinters(before, value, { level: alpha, trend: 0, season: 0 }),
    begun,
  );
  const expected = values.reduce((level, value) => alpha * value + (1 - alpha) * level, 5);
  expect(forecastHoltWinters(model, 1)).toBeCloseTo(expected, 12);
});
