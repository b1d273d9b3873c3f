import { describe, expect, it } from 'vitest';
import { monthsFrom } from '../../../src/planner/growth/calendar-days.js';
import { cappedEvents } from '../../../src/planner/growth/capped-events.js';
import type { ForecastGround } from '../../../src/planner/growth/forecast-months.js';
import type { ForecastEvent } from '../../../src/planner/growth/forecast-result.js';
import type { StretchUse } from '../../../src/planner/growth/month-caps.js';
import { parseConstraint } from '../../../src/planner/replicate/constraint.js';

const START = Date.UTC(2026, 0, 1) / 1000;

/** The hours end after 27 days of January, 25 of February and so on; a month costs 10 dollars, and one more each. */
function ground(isCapped = true): ForecastGround {
  const months = monthsFrom(START, 4);
  return {
    start_epoch_seconds: START,
    caps: isCapped
      ? [{ name: 'hours of the free plan', limit: 100, used: (use: StretchUse) => use.cu_hours }]
      : [],
    months,
    growth: { low: 1, middle: 1, high: 1 },
    replications: 2,
    bill: (_: number, __: number, month: number) => ({
      cu_hours: 100,
      cost_usd: 10 + month,
      used_up: month === 0 ? undefined : 29 - 2 * month,
    }),
  } as unknown as ForecastGround;
}

function eventOn(text: string, date: string | null = null): ForecastEvent {
  return { what: text, kind: 'objective', load_factor: null, date, earliest: date, latest: date };
}

const seen = (text: string, date: string | null = null, isCapped?: boolean) =>
  cappedEvents([eventOn(text, date)], [parseConstraint(text)], ground(isCapped))[0]!.date;

describe('objectives under a cap on the hours of a month', () => {
  it('on what is answered are missed on the day the hours end, of the first month that leaves too little', () => {
    expect(seen('success_rate >= 99%')).toBe('2026-02-28');
    expect(seen('availability_time >= 90%')).toBe('2026-03-26');
    expect(seen('success_rate >= 50%')).toBeNull();
  });

  it('are missed sooner where a level of load shows it', () => {
    expect(seen('success_rate >= 99%', '2026-01-11')).toBe('2026-01-11');
    expect(seen('success_rate >= 99%', '2026-04-11')).toBe('2026-02-28');
  });

  it('on the cost of a month are about what is billed', () => {
    expect(seen('cost_usd_per_month <= 11.5', '2026-01-11')).toBe('2026-02-01');
    expect(seen('cost_usd_per_month <= 15', '2026-01-11')).toBeNull();
  });

  it('on latencies are as the levels show them, as is everything without a cap', () => {
    expect(seen('latency_p99 <= 1s', '2026-03-03')).toBe('2026-03-03');
    expect(seen('success_rate >= 99%', null, false)).toBeNull();
  });
});
