import { describe, expect, it } from 'vitest';
import { cappedEvents } from '../../../src/study/growth/capped-events.js';
import type { ForecastGround } from '../../../src/study/growth/forecast-months.js';
import type { ForecastEvent } from '../../../src/study/growth/forecast-result.js';
import type { StretchUse } from '../../../src/study/growth/month-caps.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';

const START = Date.UTC(2026, 0, 1) / 1000;

/**
 * The hours end after 27 days of January, 25 of February and so on. A month costs 10 dollars, rising by one per month. If
 * the load grows by a half per month, all dates are a month earlier; if it shrinks, a month later.
 */
function ground(over: Partial<ForecastGround> = {}): ForecastGround {
  return {
    start_epoch_seconds: START,
    caps: [[{ name: 'hours of the free plan', limit: 100, used: (use: StretchUse) => use.cu_hours }]],
    months: monthsFrom(START, 4),
    growth: { low: 1, middle: 1, high: 1 },
    replications: 2,
    confidence: 0.95,
    bill: (growth: number, _: number, month: number) => {
      const at = month + Math.sign(growth - 1);
      return { cu_hours: 100, cost_usd: 10 + at, used_up: at <= 0 ? undefined : 29 - 2 * at };
    },
    ...over,
  } as unknown as ForecastGround;
}

function eventOn(text: string, date: string | null = null): ForecastEvent {
  return {
    what: text,
    kind: 'objective',
    load_factor: null,
    date,
    earliest: date,
    latest: date,
    evidence: null,
  };
}

const event = (text: string, date: string | null = null, over?: Partial<ForecastGround>) =>
  cappedEvents([eventOn(text, date)], [parseConstraint(text)], ground(over))[0]!;
const seen = (...asked: Parameters<typeof event>) => event(...asked).date;

describe('objectives under a cap on the hours of a month', () => {
  it('for success are missed on the day the hours end, in the first month that leaves too little', () => {
    expect(seen('success_rate >= 99%')).toBe('2026-02-28');
    expect(seen('availability_time >= 90%')).toBe('2026-03-26');
    expect(seen('success_rate >= 50%')).toBeNull();
  });

  it('are missed earlier if a load level misses them', () => {
    expect(seen('success_rate >= 99%', '2026-01-11')).toBe('2026-01-11');
    expect(seen('success_rate >= 99%', '2026-04-11')).toBe('2026-02-28');
  });

  it('for the monthly cost apply to the billed amount', () => {
    expect(seen('cost_usd_per_month <= 11.5', '2026-01-11')).toBe('2026-03-01');
    expect(seen('cost_usd_per_month <= 15', '2026-01-11')).toBeNull();
  });

  it('for latencies follow the load levels, as does everything without a cap', () => {
    expect(seen('latency_p99 <= 1s', '2026-03-03')).toBe('2026-03-03');
    expect(seen('success_rate >= 99%', null, { caps: [] })).toBeNull();
  });

  it('have a range of dates from the range of growth, and the load on their date', () => {
    const growth = { low: 0.5, middle: 1, high: 1.5 };
    expect(event('success_rate >= 99%', null, { growth })).toMatchObject({
      date: '2026-02-28',
      earliest: '2026-01-28',
      latest: '2026-03-28',
      load_factor: 1,
    });
    // Each end is the earlier date of levels and caps.
    const early = { ...eventOn('success_rate >= 99%', '2026-03-01'), earliest: '2026-01-05', latest: null };
    const [both] = cappedEvents([early], [parseConstraint('success_rate >= 99%')], ground({ growth }));
    expect(both).toMatchObject({ date: '2026-02-28', earliest: '2026-01-05', latest: '2026-03-28' });
    const grown = { low: 1.5, middle: 1.5, high: 1.5 };
    const later = event('cost_usd_per_month <= 11.9', null, { growth: grown });
    expect(later).toMatchObject({ date: '2026-02-01', earliest: '2026-02-01', latest: '2026-02-01' });
    // The mean of the month.
    expect(later.load_factor).toBeCloseTo((1.5 * 0.5) / Math.log(1.5), 3);
  });

  it('are not missed before the first day of the forecast in the first month', () => {
    const start_epoch_seconds = START + 10 * 86_400;
    expect(seen('cost_usd_per_month <= 9', null, { start_epoch_seconds })).toBe('2026-01-11');
  });

  it('are checked against the mean of the replications', () => {
    const bill = (_: number, replication: number, month: number) => ({
      cu_hours: 100,
      cost_usd: 10 + 2 * replication,
      used_up: month === 0 && replication === 1 ? 0 : undefined,
    });
    const either = { bill } as unknown as Partial<ForecastGround>;
    expect(seen('cost_usd_per_month <= 10.9', null, either)).toBe('2026-01-01');
    expect(seen('cost_usd_per_month <= 11', null, either)).toBeNull();
    // Half of the month is served, for an average day in its middle.
    expect(seen('availability_time >= 50%', null, either)).toBeNull();
    expect(seen('availability_time >= 51%', null, either)).toBe('2026-01-17');
  });

  it('for the monthly cost may be missed earlier because the mean is uncertain', () => {
    const bill = (_: number, replication: number, month: number) => ({
      cu_hours: 100,
      cost_usd: 10 + month + 0.02 * replication,
      used_up: undefined,
    });
    // Half of the interval of two is 12.7 times half of their difference.
    const over = { bill, caps: [[], [], [], []] } as unknown as Partial<ForecastGround>;
    expect(event('cost_usd_per_month <= 11.1', null, over)).toMatchObject({
      date: '2026-03-01',
      earliest: '2026-02-01',
      latest: '2026-03-01',
    });
    expect(event('cost_usd_per_month >= 11.1', null, over)).toMatchObject({
      date: '2026-01-01',
      earliest: '2026-01-01',
      latest: '2026-01-01',
    });
  });

  it('are not evaluated if they are not requested', () => {
    const other = eventOn('max_connections', '2026-01-11');
    expect(cappedEvents([other], [parseConstraint('success_rate >= 99%')], ground())).toEqual([other]);
  });
});
