import { describe, expect, it } from 'vitest';
import { sizesReached } from '../../../src/cost/bill/caps.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { sizeEvents, spendingEvents } from '../../../src/study/growth/capped-events.js';
import { billOfDays } from '../../../src/study/growth/forecast-months.js';
import type { ForecastMonth } from '../../../src/study/growth/forecast-result.js';
import { CappedMonth, monthCaps, type StretchUse } from '../../../src/study/growth/month-caps.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const GB = 1e9;
const START = Date.UTC(2026, 0, 1) / 1000;

/** One and a half CU on two computes all day, with a thousand queries. */
const USE: StretchUse = { days: 1, cu_hours: 36, active_hours: 48, queries: 1000 };

/** A project with 10 GB that grow by 1 GB per day. */
function scenarioOf(
  quota: Scenario['quota'],
  plan = 'launch',
  data: Partial<Scenario['data']> = {},
): Scenario {
  return {
    plan: { name: plan, as_of: undefined },
    quota,
    data: {
      egress_bytes_per_query: 1e6,
      replicated_bytes_per_second: 0,
      written_bytes_per_second: GB / DAY,
      logical_size_bytes: 10 * GB,
      growth_bytes_per_second: GB / DAY,
      branches: 0,
      branch_age_seconds: 0,
      branch_written_bytes_per_second: 0,
      ...data,
    },
    computes: [{ branch: 'main' }],
    start_epoch_seconds: START,
  } as unknown as Scenario;
}

describe('a month', () => {
  it.each<readonly [Scenario['quota'], string | undefined, number, string | undefined]>([
    [{}, undefined, 31, undefined],
    [{}, 'free', 100 / 36, 'hours of the free plan'],
    [{ compute_time_seconds: 90 * HOUR }, undefined, 2.5, 'compute_time_seconds'],
    [{ active_time_seconds: 120 * HOUR }, undefined, 2.5, 'active_time_seconds'],
    [{ data_transfer_bytes: 4.5 * GB }, undefined, 4.5, 'data_transfer_bytes'],
    [{ written_data_bytes: 20.25 * GB }, undefined, 20.25, 'written_data_bytes'],
    [{ written_data_bytes: 9 * GB, data_transfer_bytes: 7 * GB }, undefined, 7, 'data_transfer_bytes'],
    [{ active_time_seconds: 120 * HOUR }, 'free', 2.5, 'active_time_seconds'],
    [{ written_data_bytes: 31 * GB }, undefined, 31, undefined],
    [{ compute_time_seconds: 31 * 36 * HOUR }, undefined, 31, undefined],
    [{ logical_size_bytes: 1 }, undefined, 31, undefined],
  ])('under %j (plan %s) lasts %d days: %s', (quota, plan, days, cap) => {
    const month = new CappedMonth(monthCaps(scenarioOf(quota, plan), '2026-01'));
    let lasted = 0;
    for (let day = 0; day < 31; day++) lasted += month.add(USE);
    expect(lasted).toBeCloseTo(days, 9);
    expect(month.cap).toBe(cap);
  });

  it('is billed up to the day on which it ends, with that share of its queries', () => {
    const scenario = scenarioOf({ active_time_seconds: 120 * HOUR });
    const caps = [monthCaps(scenario, '2026-01')];
    expect(billOfDays(scenario.plan, caps, monthsFrom(START, 1), () => USE)(1, 0, 0)).toMatchObject({
      used_up: 2,
      cap: 'active_time_seconds',
      cu_hours: expect.closeTo(90, 9),
      cost_usd: expect.closeTo(90 * 0.106, 9),
      served: expect.closeTo(2.5 / 31, 9),
    });
  });
});

describe('data', () => {
  const still = { growth_bytes_per_second: 0 };
  it.each([
    ['15 GB after five days', 15, {}, 5 * DAY],
    ['its size at once', 10, {}, 0],
    ['less at once', 9, {}, 0],
    ['no more if it does not grow', 10, still, null],
    ['less at once even if it does not grow', 9, still, 0],
  ])('exceeds %s', (_, limit, data, seconds) => {
    const scenario = scenarioOf({ logical_size_bytes: limit * GB }, 'launch', data);
    const { at_seconds } = sizesReached(scenario, 365 * DAY).at(-1)!;
    if (seconds === null) expect(at_seconds).toBeNull();
    else expect(at_seconds).toBeCloseTo(seconds, 6);
  });

  const slow = { logical_size_bytes: 0.4 * GB, growth_bytes_per_second: (0.1 * GB) / (30 * DAY) };
  const branches = { branches: 1, branch_age_seconds: DAY, branch_written_bytes_per_second: GB };
  it.each([
    ['0.5 GB until September 2026', START, slow, 0.5 * GB, 30 * DAY],
    ['1 GB from October', Date.UTC(2026, 9, 1) / 1000, slow, GB, 180 * DAY],
    ['including branches', START, { ...slow, ...branches }, 0.5 * GB, 0],
  ])('of a free project is limited to %s', (_, start_epoch_seconds, data, limit, seconds) => {
    const scenario = { ...scenarioOf({}, 'free', data), start_epoch_seconds };
    expect(sizesReached(scenario, 365 * DAY)[0]).toMatchObject({
      allowance: { limit, of: 'plan' },
      at_seconds: expect.closeTo(seconds, -1),
    });
  });

  it.each([
    [50, '2026-02-10'],
    [500, null],
  ])('reaches a quota of %d GB on a day of the forecast: %s', (size, date) => {
    const growth = { low: 1, middle: 1, high: 1 };
    const ground = { start_epoch_seconds: START, months: monthsFrom(START, 2), growth };
    const [event] = sizeEvents(scenarioOf({ logical_size_bytes: size * GB }), ground);
    expect(event).toMatchObject({ kind: 'limit', date });
    expect(sizeEvents(scenarioOf({}), ground)).toEqual([]);
  });
});

describe('a spending limit', () => {
  /** The cost of a month, and of its whole bill if that is known. */
  const month = (usd: number, bill_usd?: number) => ({
    load_factor: 1,
    cost_usd: { mean: usd },
    cost_low_usd: usd - 10,
    cost_high_usd: usd + 10,
    ...(bill_usd !== undefined && { other_usd: bill_usd - usd, bill_usd }),
  });

  it.each([
    [[month(40), month(56)], { date: '2026-02-26', earliest: '2026-01-31', latest: null }],
    [[month(40, 62), month(40)], { date: '2026-01-26', earliest: '2026-01-22' }],
    [[month(30), month(39)], { date: null, earliest: null }],
  ])('is reached on the day on which that amount is spent: %j', (months, expected) => {
    const ground = { months: monthsFrom(START, 2) };
    const billed = months as unknown as ForecastMonth[];
    expect(spendingEvents({ spending_limit_cents: 5000 }, ground, billed)[0]).toMatchObject(expected);
  });
});
