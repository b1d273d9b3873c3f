import { describe, expect, it } from 'vitest';
import { factorOn, type MonthBill, usedUpOn } from '../../../src/study/growth/forecast-months.js';
import {
  afterMonths,
  dayText,
  grown,
  monthsBetween,
  parseGrowth,
  whenGrown,
} from '../../../src/study/growth/load-growth.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';
import { tableOf } from '../../table.js';

const at = (text: string) => Date.parse(text) / 1000;

type Growth = readonly [written: string, text: string, low?: number, high?: number];

it.each(tableOf<Growth>(import.meta.url, 'growth-option.yaml').map((row) => [row[0], row] as const))(
  'the growth %j is read, or refused, as in the table',
  (_, [written, text, low, high]) => {
    if (low === undefined || high === undefined) {
      expect(() => parseGrowth(written, '--rate')).toThrow(`--rate ${written}: error: ${text}`);
      return;
    }
    const growth = parseGrowth(written);
    expect(growth.text).toBe(text);
    expect(growth.low).toBeCloseTo(low, 12);
    expect(growth.high).toBeCloseTo(high, 12);
  },
);

describe('a load that grows', () => {
  const start = at('2026-01-31T06:00:00Z');

  it.each([
    [1.1 * 1.1, 1.1, '2026-03-31T06:00:00.000Z'],
    // Passed already.
    [1, 1.1, '2026-01-31T06:00:00.000Z'],
    [0.5, 0.9, '2026-01-31T06:00:00.000Z'],
    // Never reached.
    [2, 1, undefined],
    [2, 0.9, undefined],
  ])('multiplies by %d, with %d per month, at %s', (factor, growth, moment) => {
    const found = whenGrown(start, factor, growth);
    expect(found && new Date(Math.round(found) * 1000).toISOString()).toBe(moment);
  });

  it('grows by calendar months, even if the last has no such day', () => {
    expect(grown(1.1, 2)).toBeCloseTo(1.21, 12);
    expect(dayText(afterMonths(start, 2))).toBe('2026-03-31');
    expect(afterMonths(start, 1)).toBe(at('2026-02-28T06:00:00Z'));
    // Halfway through the 31 days from there.
    expect(afterMonths(start, 1.5)).toBe(at('2026-03-15T18:00:00Z'));
    expect(afterMonths(start, 13)).toBe(at('2027-02-28T06:00:00Z'));
    expect(monthsBetween(start, at('2026-03-31T05:59:59Z'))).toBeLessThan(2);
    for (const months of [0, 0.5, 1, 1.25, 7.9])
      expect(monthsBetween(start, afterMonths(start, months))).toBeCloseTo(months, 9);
  });

  it('is evaluated in the middle of each day, and does not grow before the start', () => {
    expect(factorOn(2, start, at('2026-01-30T00:00:00Z'))).toBe(1);
    expect(factorOn(2, at('2026-01-31T12:00:00Z'), at('2026-01-31T00:00:00Z'))).toBe(1);
    expect(factorOn(2, start, at('2026-02-27T18:00:00Z'))).toBeCloseTo(2, 12);
  });
});

describe('calendar months', () => {
  it('start with the month that contains a moment, and have their days and weekdays', () => {
    const months = monthsFrom(at('2027-12-31T23:59:59Z'), 3);
    expect(months.map(({ month, days }) => [month, days.length])).toEqual([
      ['2027-12', 31],
      ['2028-01', 31],
      ['2028-02', 29],
    ]);
    // 1 December 2027 is a Wednesday, 29 February 2028 a Tuesday.
    expect(months[0]!.days[0]).toEqual({ epoch_seconds: at('2027-12-01'), weekday: 2 });
    expect(months[2]!.days.at(-1)).toEqual({ epoch_seconds: at('2028-02-29'), weekday: 1 });
  });

  it.each([
    [[20, 3, 11], 11],
    [[20, undefined, 3, 11], 11],
    [[20, 3, undefined, undefined], undefined],
    [[undefined], undefined],
  ])(
    'have their hours exhausted on the median day if more than half of the replications run out: %j',
    (days, day) => {
      const bills = days.map((used_up): MonthBill => ({ cu_hours: 0, cost_usd: 0, used_up, served: 1 }));
      expect(usedUpOn(bills)).toBe(day);
    },
  );
});
