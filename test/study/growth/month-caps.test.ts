import { describe, expect, it } from 'vitest';
import { sizesReached } from '../../../src/cost/bill/caps.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { sizeEvents, spendingEvents } from '../../../src/study/growth/capped-events.js';
import { billOfDays } from '../../../src/study/growth/forecast-months.js';
import type { ForecastMonth } from '../../../src/study/growth/forecast-result.js';
import { CappedMonth, monthCaps, type StretchUse } from '../../../src/study/growth/month-caps.js';
import type { MonthDays } from '../../../src/study/runs/calendar-days.js';
import { monthsFrom } from '../../../src/study/runs/calendar-days.js';

const HOUR = 3600;
const GB = 1e9;

/** One and a half CU on two computes all day, with a thousand queries. */
const DAY: StretchUse = { days: 1, cu_hours: 36, active_hours: 48, queries: 1000 };

function scenarioOf(quota: Scenario['quota'], plan = 'launch') {
  const data = {
    egress_bytes_per_query: 1e6,
    replicated_bytes_per_second: 0,
    written_bytes_per_second: GB / 86_400,
  } as Scenario['data'];
  return { plan: { name: plan, as_of: undefined }, quota, data } as Pick<Scenario, 'plan' | 'quota' | 'data'>;
}

/** Days until a cap is reached, and the name of the cap. */
function lasts(quota: Scenario['quota'], plan?: string): readonly [number, string | undefined] {
  const month = new CappedMonth(monthCaps(scenarioOf(quota, plan), '2026-01'));
  let days = 0;
  for (let day = 0; day < 31; day++) days += month.add(DAY);
  return [days, month.cap];
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
    const [lasted, name] = lasts(quota, plan);
    expect(lasted).toBeCloseTo(days, 9);
    expect(name).toBe(cap);
  });

  it('is billed up to the day on which it ends, with that share of its queries', () => {
    const months: readonly MonthDays[] = monthsFrom(Date.UTC(2026, 0, 1) / 1000, 1);
    const { plan, ...rest } = scenarioOf({ active_time_seconds: 120 * HOUR });
    const bill = billOfDays(plan, [monthCaps({ plan, ...rest }, '2026-01')], months, () => DAY)(1, 0, 0);
    expect(bill).toMatchObject({ used_up: 2, cap: 'active_time_seconds' });
    expect(bill.cu_hours).toBeCloseTo(90, 9);
    expect(bill.cost_usd).toBeCloseTo(90 * 0.106, 9);
    expect(bill.served).toBeCloseTo(2.5 / 31, 9);
  });
});

describe('data', () => {
  const START = Date.UTC(2026, 0, 1) / 1000;
  const YEAR = 365 * 86_400;
  const growing = {
    logical_size_bytes: 10 * GB,
    growth_bytes_per_second: GB / 86_400,
    branches: 0,
    branch_age_seconds: 0,
    branch_written_bytes_per_second: 0,
  };

  function scenario(
    quota: Scenario['quota'],
    data: Partial<Scenario['data']> = {},
    plan = 'launch',
  ): Scenario {
    return {
      plan: { name: plan, as_of: undefined },
      quota,
      data: { ...growing, ...data },
      computes: [{ branch: 'main' }],
      start_epoch_seconds: START,
    } as unknown as Scenario;
  }

  const reached = (one: Scenario): number | null => sizesReached(one, YEAR).at(-1)!.at_seconds;

  it.each([
    [15, 5 * 86_400],
    [10, 0],
    [9, 0],
  ])('exceeds %d GB after %s seconds', (limit, seconds) => {
    expect(reached(scenario({ logical_size_bytes: limit * GB }))).toBeCloseTo(seconds, 6);
  });

  it('that does not grow stays at its limit', () => {
    const still = { growth_bytes_per_second: 0 };
    expect(reached(scenario({ logical_size_bytes: 10 * GB }, still))).toBeNull();
    expect(reached(scenario({ logical_size_bytes: 9 * GB }, still))).toBe(0);
  });

  it('of a free project is limited to 0.5 GB until September 2026 and 1 GB from October, including branches', () => {
    const slow = { logical_size_bytes: 0.4 * GB, growth_bytes_per_second: (0.1 * GB) / (30 * 86_400) };
    expect(sizesReached(scenario({}, slow, 'free'), YEAR)[0]).toMatchObject({
      allowance: { limit: 0.5 * GB, of: 'plan' },
      at_seconds: expect.closeTo(30 * 86_400, -1),
    });
    const late = { ...scenario({}, slow, 'free'), start_epoch_seconds: Date.UTC(2026, 9, 1) / 1000 };
    expect(sizesReached(late, YEAR)[0]).toMatchObject({
      allowance: { limit: GB },
      at_seconds: expect.closeTo(180 * 86_400, -1),
    });
    const branches = {
      ...slow,
      branches: 1,
      branch_age_seconds: 86_400,
      branch_written_bytes_per_second: GB,
    };
    expect(sizesReached(scenario({}, branches, 'free'), YEAR)[0]!.at_seconds).toBe(0);
  });

  it('reaches its quota on a day of the forecast', () => {
    const ground = {
      start_epoch_seconds: START,
      months: monthsFrom(START, 2),
      growth: { low: 1, middle: 1, high: 1 },
    };
    const on = (logical_size_bytes: number) => sizeEvents(scenario({ logical_size_bytes }), ground)[0];
    expect(on(50 * GB)).toMatchObject({ kind: 'limit', date: '2026-02-10' });
    expect(on(500 * GB)).toMatchObject({ date: null, load_factor: null });
    expect(
      sizeEvents(scenario({}), { ...ground, months: monthsFrom(Date.UTC(2026, 9, 1) / 1000, 2) }),
    ).toEqual([]);
  });
});

describe('a spending limit', () => {
  const start = Date.UTC(2026, 0, 1) / 1000;
  const months = monthsFrom(start, 2);
  const month = (usd: number, bill_usd?: number) => ({
    load_factor: 1,
    cost_usd: { mean: usd },
    cost_low_usd: usd - 10,
    cost_high_usd: usd + 10,
    ...(bill_usd === undefined ? {} : { other_usd: bill_usd - usd, bill_usd }),
  });
  const on = (spending_limit_cents: number, ...billed: ReturnType<typeof month>[]) =>
    spendingEvents({ spending_limit_cents }, { months }, billed as unknown as ForecastMonth[])[0];

  it('is reached on the day on which that amount is spent, based on the whole bill if it is known', () => {
    expect(on(5000, month(40), month(56))).toMatchObject({
      date: '2026-02-26',
      earliest: '2026-01-31',
      latest: null,
    });
    expect(on(5000, month(40, 62), month(40))).toMatchObject({ date: '2026-01-26', earliest: '2026-01-22' });
    expect(on(5000, month(30), month(39))).toMatchObject({ date: null, earliest: null });
  });
});
