import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateBounds } from '../../../src/workload/rate/rate-bounds.js';
import { rateCursor } from '../../../src/workload/rate/rate-cursor.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';
import { definedRate, MONDAY, seasonal, streams } from './rates.js';

const DAY = 86_400;

/** Windows as [from, until, low, high] up to `horizon`. */
function windows(rate: RateSpecification, horizon: number): (readonly [number, number, number, number])[] {
  const cursor = rateCursor(rate, streams('windows'));
  const found: (readonly [number, number, number, number])[] = [];
  for (let from = 0; from < horizon; from = cursor.until) {
    cursor.advance(from);
    found.push([from, cursor.until, cursor.low, cursor.high]);
  }
  return found;
}

const perSecond = fc.double({ min: 0, max: 100, noNaN: true });
const seconds = fc.double({ min: 0, max: 3 * DAY, noNaN: true });
const amplitude = fc.double({ min: 0, max: 1, noNaN: true });

const seasonalRates = fc
  .record({
    base_per_second: perSecond,
    daily: amplitude,
    weekly: amplitude,
    peak_hour: fc.double({ min: 0, max: 24, noNaN: true }),
    peak_day: fc.double({ min: 0, max: 7, noNaN: true }),
    weekdays: fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 7, maxLength: 7 }),
    start_epoch_seconds: fc.integer({ min: MONDAY, max: MONDAY + 30 * DAY }),
  })
  .map((change): RateSpecification => seasonal(change));

const rampRates = fc
  .record({
    from_per_second: perSecond,
    to_per_second: perSecond,
    start_seconds: seconds,
    over_seconds: seconds,
  })
  .map((ramp): RateSpecification => ({ kind: 'ramp', ...ramp }));

const spikeRates = fc
  .record({
    base_per_second: perSecond,
    spikes: fc.array(fc.record({ at_seconds: seconds, for_seconds: seconds, per_second: perSecond })),
  })
  .map((spikes): RateSpecification => ({ kind: 'spikes', ...spikes }));

const stepRates = fc.array(fc.record({ at_seconds: seconds, per_second: perSecond })).map(
  (steps): RateSpecification => ({
    kind: 'steps',
    steps: steps.sort((a, b) => a.at_seconds - b.at_seconds),
  }),
);

const simpleRates = fc.oneof(seasonalRates, rampRates, spikeRates, stepRates);
const compositeRates = fc
  .record({
    kind: fc.constantFrom('sum' as const, 'product' as const),
    parts: fc.array(simpleRates, { minLength: 1, maxLength: 3 }),
  })
  .map((composite): RateSpecification => composite);
const anyRate = fc.oneof(
  simpleRates,
  compositeRates,
  compositeRates.map((inner): RateSpecification => ({ kind: 'sum', parts: [inner, seasonal()] })),
);

describe('every shape', () => {
  test('has its defined value, and is within its bounds, at random times in consecutive windows', () => {
    fc.assert(
      fc.property(anyRate, fc.array(fc.double({ min: 0, max: 0.999, noNaN: true })), (rate, shares) => {
        const cursor = rateCursor(rate, streams('bounds'));
        const { least, most } = rateBounds(rate);
        let index = 0;
        for (let from = 0; from < 7 * DAY; from = cursor.until) {
          cursor.advance(from);
          expect(cursor.until).toBeGreaterThan(from);
          for (const share of [0, shares[index++ % (shares.length + 1)] ?? 0.5]) {
            const time = from + (Math.min(cursor.until, from + DAY) - from) * share;
            const value = cursor.at(time);
            if (value < cursor.low || value > cursor.high) expect.fail(`${value} at ${time}`);
            if (value < least * (1 - 1e-12) || value > most * (1 + 1e-12))
              expect.fail(`${value} is not from ${least} to ${most}`);
          }
        }
      }),
      { seed: 1, numRuns: 80 },
    );
  });

  test('has its defined value', () => {
    fc.assert(
      fc.property(
        anyRate,
        fc.array(fc.double({ min: 0, max: 3 * DAY, noNaN: true }), { minLength: 5 }),
        (rate, times) => {
          const cursor = rateCursor(rate, streams('value'));
          for (const time of times.map((t) => Math.floor(t) + 0.25).sort((a, b) => a - b)) {
            cursor.advance(time);
            const defined = definedRate(rate, time);
            expect(Math.abs(cursor.at(time) - defined)).toBeLessThanOrEqual(1e-9 * (1 + defined));
          }
        },
      ),
      { seed: 2, numRuns: 200 },
    );
  });

  test('that is random stays within its limits', () => {
    const mmpp: RateSpecification = {
      kind: 'mmpp',
      states: [10, 1].map((per_second) => ({ per_second, mean_seconds: 300 })),
    };
    const drift = (sigma: number): RateSpecification => ({
      kind: 'log_ou',
      mean_per_second: 3,
      sigma,
      correlation_seconds: 600,
      step_seconds: 60,
    });
    expect(rateBounds(mmpp)).toEqual({ least: 1, most: 10 });
    expect(rateBounds(drift(1))).toEqual({ least: 0, most: Number.POSITIVE_INFINITY });
    expect(rateBounds(drift(0))).toEqual({ least: 3, most: 3 });
    const nothing: RateSpecification = { kind: 'constant', per_second: 0 };
    expect(rateBounds({ kind: 'product', parts: [drift(1), nothing] })).toEqual({ least: 0, most: 0 });
    expect(rateBounds({ kind: 'sum', parts: [mmpp, drift(0)] })).toEqual({ least: 4, most: 13 });
  });

  test('keeps its random path however often it is advanced', () => {
    const random: RateSpecification = {
      kind: 'product',
      parts: [
        seasonal(),
        { kind: 'log_ou', mean_per_second: 1, sigma: 0.6, correlation_seconds: 600, step_seconds: 60 },
        {
          kind: 'sum',
          parts: [
            { kind: 'mmpp', states: [10, 1, 0].map((r) => ({ per_second: r, mean_seconds: 300 })) },
            { kind: 'constant', per_second: 1 },
          ],
        },
      ],
    };
    const often = rateCursor(random, streams('path'));
    const seldom = rateCursor(random, streams('path'));
    for (let time = 0; time < DAY; time += 7) {
      often.advance(time);
      if (time % 1001 !== 0) continue;
      seldom.advance(time);
      expect(seldom.at(time)).toBe(often.at(time));
    }
  });
});

describe('windows of a rate', () => {
  test('last forever for a constant rate', () => {
    expect(windows({ kind: 'constant', per_second: 3 }, 10)).toEqual([[0, Number.POSITIVE_INFINITY, 3, 3]]);
  });

  test('have bounds within a tenth of each other for smooth shapes, except near 0', () => {
    for (const rate of [
      seasonal({ weekdays: [1, 1, 1, 1, 1, 1, 1] }),
      seasonal({ daily: 0.95, weekdays: [1, 2, 0.5, 1, 1, 1, 3] }),
      {
        kind: 'ramp',
        from_per_second: 100,
        to_per_second: 1000,
        start_seconds: 10,
        over_seconds: 600,
      } as const,
    ]) {
      const found = windows(rate, 14 * DAY);
      expect(Math.max(...found.map(([, , low, high]) => high / low))).toBeLessThan(1.1);
      expect(found.length).toBeLessThan(14 * 1000);
    }
  });

  test('last forever for a steady seasonal rate, and a day for one that depends on weekdays only', () => {
    const weekdays = [2, 2, 2, 2, 2, 2, 2];
    expect(windows(seasonal({ daily: 0, weekly: 0, weekdays }), 1)).toEqual([
      [0, Number.POSITIVE_INFINITY, 2, 2],
    ]);
    expect(windows(seasonal({ daily: 0, weekly: 0, start_epoch_seconds: MONDAY + 3600 }), 5 * DAY)).toEqual(
      [1, 1, 1, 1, 1, 0.5].map((level, day) => [
        day === 0 ? 0 : day * DAY - 3600,
        (day + 1) * DAY - 3600,
        level,
        level,
      ]),
    );
  });

  test('end at the next step that changes the rate', () => {
    const steps = [
      { at_seconds: 10, per_second: 5 },
      { at_seconds: 20, per_second: 5 },
      { at_seconds: 30, per_second: 1 },
      { at_seconds: 30, per_second: 2 },
    ];
    expect(windows({ kind: 'steps', steps }, 100)).toEqual([
      [0, 10, 0, 0],
      [10, 30, 5, 5],
      [30, Number.POSITIVE_INFINITY, 2, 2],
    ]);
  });

  test('of a recorded series are its intervals, 0 between them, and later ones override earlier ones', () => {
    const series = (starts: number[], rates: number[]): RateSpecification => ({
      kind: 'series',
      starts_seconds: Float64Array.from(starts),
      width_seconds: 60,
      per_second: Float64Array.from(rates),
    });
    expect(windows(series([0, 60, 180, 200], [1, 2, 3, 4]), 1000)).toEqual([
      [0, 60, 1, 1],
      [60, 120, 2, 2],
      [120, 180, 0, 0],
      [180, 200, 3, 3],
      [200, 260, 4, 4],
      [260, Number.POSITIVE_INFINITY, 0, 0],
    ]);
    expect(windows(series([0, 60 + 1e-9], [1, 1]), 1000)).toHaveLength(2);
  });

  test('of a product with a factor of 0 last until that factor changes', () => {
    const night: RateSpecification = { kind: 'steps', steps: [{ at_seconds: 30_000, per_second: 2 }] };
    expect(windows({ kind: 'product', parts: [seasonal(), night] }, 30_000)).toEqual([[0, 30_000, 0, 0]]);
  });

  test('of shapes that are always 0 are a single one', () => {
    const zero: RateSpecification = { kind: 'constant', per_second: 0 };
    for (const rate of [
      seasonal({ base_per_second: 0 }),
      { kind: 'product', parts: [seasonal(), zero] } as const,
      { kind: 'steps', steps: [] } as const,
      { kind: 'spikes', base_per_second: 0, spikes: [] } as const,
      { kind: 'mmpp', states: [{ per_second: 0, mean_seconds: 1 }] } as const,
      { kind: 'log_ou', mean_per_second: 0, sigma: 1, correlation_seconds: 1, step_seconds: 1 } as const,
      { kind: 'cron', schedule: '* * * * *', for_seconds: 5, per_second: 0, start_epoch_seconds: 0 } as const,
    ]) {
      expect(windows(rate, 1e9)).toEqual([[0, Number.POSITIVE_INFINITY, 0, 0]]);
    }
  });
});

test('the last of overlapping spikes in the list counts, and the base between spikes', () => {
  const spikes = [
    { at_seconds: 10, for_seconds: 20, per_second: 50 },
    { at_seconds: 0, for_seconds: 15, per_second: 7 },
    { at_seconds: 40, for_seconds: 5, per_second: 0 },
  ];
  expect(windows({ kind: 'spikes', base_per_second: 1, spikes }, 100)).toEqual([
    [0, 15, 7, 7],
    [15, 30, 50, 50],
    [30, 40, 1, 1],
    [40, 45, 0, 0],
    [45, Number.POSITIVE_INFINITY, 1, 1],
  ]);
});

test('a ramp without length is a step', () => {
  const ramp = {
    kind: 'ramp',
    from_per_second: 1,
    to_per_second: 9,
    start_seconds: 5,
    over_seconds: 0,
  } as const;
  expect(windows(ramp, 10)).toEqual([
    [0, 5, 1, 1],
    [5, Number.POSITIVE_INFINITY, 9, 9],
  ]);
});

test('a cron rate lasts after each firing, is prolonged by the next, and may have started before the start', () => {
  const cron = (schedule: string, lasts: number): RateSpecification => ({
    kind: 'cron',
    schedule,
    for_seconds: lasts,
    per_second: 4,
    start_epoch_seconds: MONDAY,
  });
  expect(windows(cron('0,30 * * * *', 600), 3600)).toEqual([
    [0, 600, 4, 4],
    [600, 1800, 0, 0],
    [1800, 2400, 4, 4],
    [2400, 3600, 0, 0],
  ]);
  expect(windows(cron('* * * * *', 90), 180)).toEqual([
    [0, 60, 4, 4],
    [60, 120, 4, 4],
    [120, 180, 4, 4],
  ]);
  expect(windows(cron('50 23 * * *', 1200), DAY)).toEqual([
    [0, 600, 4, 4],
    [600, DAY - 600, 0, 0],
    [DAY - 600, DAY + 600, 4, 4],
  ]);
});

test('rate specifications that break their contract are refused with a message', () => {
  const streamFor = streams('refused');
  expect(() => rateCursor({ kind: 'mmpp', states: [] }, streamFor)).toThrow(/at least one state/);
  expect(() => rateCursor(seasonal({ weekdays: [1] }), streamFor)).toThrow(/seven weekdays/);
  expect(() =>
    rateCursor(
      { kind: 'log_ou', mean_per_second: 1, sigma: 1, correlation_seconds: 1, step_seconds: 0 },
      streamFor,
    ),
  ).toThrow(/step_seconds/);
});
