import { describe, expect, it } from 'vitest';
import { cappedEvents } from '../../../src/study/growth/capped-events.js';
import type { ForecastGround } from '../../../src/study/growth/forecast-months.js';
import type { ForecastEvent } from '../../../src/study/growth/forecast-result.js';
import type { StretchUse } from '../../../src/study/growth/month-caps.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';
import { tableOf } from '../../table.js';

const START = Date.UTC(2026, 0, 1) / 1000;

type Bill = (growth: number, replication: number, month: number) => object;

/**
 * The hours end after 27 days of January, 25 of February and so on. A month costs 10 dollars, rising by one per month. If
 * the load grows by a half per month, all dates are a month earlier; if it shrinks, a month later.
 */
const ending: Bill = (growth, _, month) => {
  const at = month + Math.sign(growth - 1);
  return { cu_hours: 100, cost_usd: 10 + at, used_up: at <= 0 ? undefined : 29 - 2 * at };
};

/** The event of an objective, which load levels miss on these dates. */
function event(
  text: string,
  dates: Partial<Pick<ForecastEvent, 'date' | 'earliest' | 'latest'>> = {},
  over: object = {},
): ForecastEvent {
  const { date = null, earliest = date, latest = date } = dates;
  const plain = { kind: 'objective', load_factor: null, evidence: null } as const;
  const ground = {
    start_epoch_seconds: START,
    caps: [[{ name: 'hours of the free plan', limit: 100, used: (use: StretchUse) => use.cu_hours }]],
    months: monthsFrom(START, 4),
    growth: { low: 1, middle: 1, high: 1 },
    replications: 2,
    confidence: 0.95,
    bill: ending,
    ...over,
  } as unknown as ForecastGround;
  const asked = text === 'max_connections' ? 'success_rate >= 99%' : text;
  return cappedEvents(
    [{ what: text, ...plain, date, earliest, latest }],
    [parseConstraint(asked)],
    ground,
  )[0]!;
}

/** One of two replications uses up the hours of January at once. */
const either: Bill = (_, replication, month) => ({
  cu_hours: 100,
  cost_usd: 10 + 2 * replication,
  used_up: month === 0 && replication === 1 ? 0 : undefined,
});

interface Row {
  readonly rule: string;
  readonly objective: string;
  readonly levels?: string;
  readonly caps?: 'none';
  readonly start?: string;
  readonly bill?: 'either';
  readonly date: string | null;
}

describe('an objective under a cap on the hours of a month', () => {
  const rows = tableOf<Row>(import.meta.url, 'capped-events.yaml');
  it.each(rows.map((row) => [row.rule, row] as const))('%s', (_, row) => {
    const over = {
      ...(row.caps && { caps: [] }),
      ...(row.start !== undefined && { start_epoch_seconds: Date.parse(row.start) / 1000 }),
      ...(row.bill && { bill: either }),
    };
    expect(event(row.objective, { date: row.levels ?? null }, over).date).toBe(row.date);
  });

  it('has a range of dates from the range of growth, each the earlier one of levels and caps', () => {
    const growth = { low: 0.5, middle: 1, high: 1.5 };
    const dates = { date: '2026-02-28', earliest: '2026-01-28', latest: '2026-03-28', load_factor: 1 };
    expect(event('success_rate >= 99%', {}, { growth })).toMatchObject(dates);
    const early = { date: '2026-03-01', earliest: '2026-01-05', latest: null };
    expect(event('success_rate >= 99%', early, { growth })).toMatchObject({
      date: '2026-02-28',
      earliest: '2026-01-05',
      latest: '2026-03-28',
    });
    const later = event('cost_usd_per_month <= 11.9', {}, { growth: { low: 1.5, middle: 1.5, high: 1.5 } });
    expect(later).toMatchObject({
      date: '2026-02-01',
      earliest: '2026-02-01',
      latest: '2026-02-01',
      // The mean of the month.
      load_factor: expect.closeTo((1.5 * 0.5) / Math.log(1.5), 3),
    });
  });

  it.each([
    ['cost_usd_per_month <= 11.1', '2026-03-01', '2026-02-01'],
    ['cost_usd_per_month >= 11.1', '2026-01-01', '2026-01-01'],
  ])('may be missed earlier because the mean cost is uncertain: %s', (text, date, earliest) => {
    // Half of the interval of two is 12.7 times half of their difference.
    const bill: Bill = (_, replication, month) => ({
      cu_hours: 100,
      cost_usd: 10 + month + 0.02 * replication,
      used_up: undefined,
    });
    const found = event(text, {}, { bill, caps: [[], [], [], []] });
    expect(found).toMatchObject({ date, earliest, latest: date });
  });
});
