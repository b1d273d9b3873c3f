import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  begunHoltWinters,
  continuedHoltWinters,
  forecastHoltWinters,
  type HoltWinters,
} from '../../src/statistics/holt-winters.js';

const SMOOTHING = { level: 0.3, trend: 0.1, season: 0.2 };

function learnt(values: readonly number[], length: number, smoothing = SMOOTHING): HoltWinters {
  return values
    .slice(2 * length)
    .reduce<HoltWinters>(
      (model, value) => continuedHoltWinters(model, value, smoothing),
      begunHoltWinters(values.slice(0, 2 * length)),
    );
}

const figure = fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 100);
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('a series that is a line and a season', () => {
  const series = fc.record({
    level: figure,
    trend: figure,
    season: fc.array(figure, { minLength: 1, maxLength: 12 }),
    more: fc.nat(40),
    ahead: fc.integer({ min: 1, max: 30 }),
    smoothing: fc.record({ level: share, trend: share, season: share }),
  });

  test('is forecast exactly, whatever the smoothing', () => {
    fc.assert(
      fc.property(series, ({ level, trend, season, more, ahead, smoothing }) => {
        const value = (at: number) => level + trend * at + season[at % season.length]!;
        const count = 2 * season.length + more;
        const model = learnt(
          Array.from({ length: count }, (_, at) => value(at)),
          season.length,
          smoothing,
        );
        expect(forecastHoltWinters(model, ahead)).toBeCloseTo(value(count - 1 + ahead), 6);
      }),
      { seed: 71, numRuns: 300 },
    );
  });
});

test('of a constant is that constant', () => {
  const model = learnt(
    Array.from({ length: 30 }, () => 7),
    5,
  );
  expect([1, 2, 9].map((ahead) => forecastHoltWinters(model, ahead))).toEqual([7, 7, 7]);
});

test('begins with the means of two seasons: by hand', () => {
  // Means 20 and 28, so a trend of 8 over four places; the seasonals are what is left of 17, 19, 21, 23 and of 25 … 31.
  const model = begunHoltWinters([10, 24, 30, 16, 20, 30, 40, 22]);
  expect(model.trend).toBe(2);
  expect(model.level).toBe(28 + 2 * 1.5);
  expect([...model.seasonals]).toEqual([-6, 4, 10, -8]);
  expect(forecastHoltWinters(model, 1)).toBe(33 - 6);
  expect(forecastHoltWinters(model, 6)).toBe(31 + 12 + 4);
});

test('one step by hand', () => {
  const before = { level: 10, trend: 2, seasonals: Float64Array.of(-1, 1), place: 1 };
  const after = continuedHoltWinters(before, 17, { level: 0.5, trend: 0.25, season: 0.5 });
  // Level .5·(17 − 1) + .5·12 = 14; trend .25·4 + .75·2 = 2.5; season .5·(17 − 12) + .5·1 = 3.
  expect(after).toEqual({ level: 14, trend: 2.5, seasonals: Float64Array.of(-1, 3), place: 0 });
  expect(before.seasonals[1]).toBe(1);
});

test('without trend and season it is simple exponential smoothing: weights α(1 − α)^k', () => {
  const values = [3, 8, 1, 9, 4, 4, 7, 2];
  const alpha = 0.4;
  const begun: HoltWinters = { level: 5, trend: 0, seasonals: Float64Array.of(0), place: 0 };
  const model = values.reduce(
    (before, value) => continuedHoltWinters(before, value, { level: alpha, trend: 0, season: 0 }),
    begun,
  );
  let weight = alpha;
  let mean = 0;
  for (const value of values.toReversed()) {
    mean += weight * value;
    weight *= 1 - alpha;
  }
  expect(forecastHoltWinters(model, 1)).toBeCloseTo(mean + (weight / alpha) * 5, 12);
});

test.each([[[]], [[1]], [[1, 2, 3]]])('refuses %j: no two seasons', (values) => {
  expect(() => begunHoltWinters(values)).toThrow('expected the values of two seasons');
});
