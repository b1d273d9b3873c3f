import { describe, expect, it } from 'vitest';
import { cappedEvents } from '../../../src/study/growth/capped-events.js';
import type { ForecastGround } from '../../../src/study/growth/forecast-months.js';
import type { ForecastEvent } from '../../../src/study/growth/forecast-result.js';
import type { StretchUse } from '../../../src/study/growth/month-caps.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';

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

type Row = [string, text: string, date: string | null, expected: string | null, over?: object];

describe('an objective under a cap on the hours of a month', () => {
  it.each([
    // The day on which the hours end, in the first month that leaves too little.
    ['success is missed when the hours end', 'success_rate >= 99%', null, '2026-02-28'],
    ['availability is missed when too little is left', 'availability_time >= 90%', null, '2026-03-26'],
    ['little success is enough', 'success_rate >= 50%', null, null],
    ['a load level misses it earlier', 'success_rate >= 99%', '2026-01-11', '2026-01-11'],
    ['a load level misses it later', 'success_rate >= 99%', '2026-04-11', '2026-02-28'],
    ['a monthly cost is the billed amount', 'cost_usd_per_month <= 11.5', '2026-01-11', '2026-03-01'],
    ['a monthly cost that no bill reaches', 'cost_usd_per_month <= 15', '2026-01-11', null],
    ['latencies follow the load levels', 'latency_p99 <= 1s', '2026-03-03', '2026-03-03'],
    ['limits follow the load levels', 'max_connections', '2026-01-11', '2026-01-11'],
    ['no cap, no end', 'success_rate >= 99%', null, null, { caps: [] }],
    [
      'the first month begins with the forecast',
      'cost_usd_per_month <= 9',
      null,
      '2026-01-11',
      { start_epoch_seconds: START + 10 * 86_400 },
    ],
    [
      'the mean of the replications counts',
      'cost_usd_per_month <= 10.9',
      null,
      '2026-01-01',
      { bill: either },
    ],
    ['the mean of the replications is enough', 'cost_usd_per_month <= 11', null, null, { bill: either }],
    // Half of the month is served, for an average day in its middle.
    ['half of a month is served', 'availability_time >= 50%', null, null, { bill: either }],
    ['more than half is not', 'availability_time >= 51%', null, '2026-01-17', { bill: either }],
  ] satisfies Row[])('%s: %s', (...[, text, date, expected, over]: Row) => {
    expect(event(text, { date }, over).date).toBe(expected);
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
