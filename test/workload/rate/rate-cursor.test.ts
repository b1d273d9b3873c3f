import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { rateBounds } from '../../../src/workload/rate/rate-bounds.js';
import { rateCursor } from '../../../src/workload/rate/rate-cursor.js';
import type { RateSpecification } from '../../../src/workload/rate/rate-specification.js';
import { definedRate, MONDAY, rateOf, seasonal, streams } from './rates.js';

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
            const value = cursor.at(time);
            if (!(Math.abs(value - defined) <= 1e-9 * (1 + defined)))
              expect.fail(`${value} at ${time} in place of ${defined}`);
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

test('windows of smooth shapes have bounds within a tenth of each other, except near 0', () => {
  const ramp = { from_per_second: 100, to_per_second: 1000, start_seconds: 10, over_seconds: 600 };
  for (const rate of [
    seasonal({ weekdays: [1, 1, 1, 1, 1, 1, 1] }),
    seasonal({ daily: 0.95, weekdays: [1, 2, 0.5, 1, 1, 1, 3] }),
    { kind: 'ramp', ...ramp } as const,
  ]) {
    const found = windows(rate, 14 * DAY);
    expect(Math.max(...found.map(([, , low, high]) => high / low))).toBeLessThan(1.1);
    expect(found.length).toBeLessThan(14 * 1000);
  }
});

interface Row {
  readonly rule: string;
  readonly rate: RateSpecification;
  readonly horizon: number;
  readonly windows: ReturnType<typeof windows>;
  readonly refused?: string;
}
const ROWS: readonly Row[] = parse(readFileSync(new URL('windows.yaml', import.meta.url), 'utf8'));

test.each(ROWS.map((row) => [row.rule, row] as const))('%s', (_, row) => {
  const rate = rateOf(row.rate);
  if (row.refused !== undefined) expect(() => rateCursor(rate, streams('refused'))).toThrow(row.refused);
  else expect(windows(rate, row.horizon)).toEqual(row.windows);
});
