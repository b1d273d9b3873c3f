import { describe, expect, it } from 'vitest';
import { capsOf, exhaustionsOf, pricedPeriod, runningTime } from '../../../src/cost/bill/caps.js';
import type { Invoice } from '../../../src/cost/bill/invoice.js';
import type { QuotaSpecification, Scenario } from '../../../src/scenario/scenario.js';
import { DAY, exampleBill, exampleRun, exampleScenario, HOUR, NO_DATA, recordOf } from './example-bill.js';

const FREE = { name: 'free', as_of: undefined };
const GB = 1e9;

/** A month uses 365 CU-hours and 182.5 active hours, sends 73 GB, and writes and grows by 30.4 GB. */
const DATA = {
  ...NO_DATA,
  logical_size_bytes: 20 * GB,
  growth_bytes_per_second: GB / DAY,
  written_bytes_per_second: GB / DAY,
  egress_bytes_per_query: 1e6,
  replicated_bytes_per_second: 0,
};

const capsFor = (over: Partial<Scenario>, run = exampleRun(), total_usd = 0) =>
  capsOf(exampleScenario({ data: DATA, ...over }), run, { total_usd } as Invoice);

describe('caps', () => {
  it.each<[keyof QuotaSpecification, number, number, number | null]>([
    ['compute_time_seconds', 73 * HOUR, 365 * HOUR, 146],
    ['compute_time_seconds', 365 * HOUR, 365 * HOUR, null],
    ['compute_time_seconds', 400 * HOUR, 365 * HOUR, null],
    ['active_time_seconds', 73 * HOUR, 182.5 * HOUR, 292],
    ['data_transfer_bytes', 10 * GB, 73 * GB, 100],
    ['written_data_bytes', 10 * GB, (730 / 24) * GB, 240],
  ])('%s of %d: a month at the mean rate uses %d of it', (name, limit, used, after) => {
    const [cap, ...more] = capsFor({ quota: { [name]: limit } });
    expect(more).toEqual([]);
    expect(cap).toMatchObject({ name, limit, effect: 'suspends' });
    expect(cap!.used_per_month / used).toBeCloseTo(1, 12);
    if (after === null) expect([cap!.binds_after_hours, cap!.outage_hours]).toEqual([null, 0]);
    else {
      expect(cap!.binds_after_hours).toBeCloseTo(after, 9);
      expect(cap!.outage_hours).toBeCloseTo(730 - after, 9);
    }
  });

  it.each([
    ['is reached as the data grows, and stops writes, not computes', GB / DAY, 24 * GB, 96],
    ['was reached before', GB / DAY, 20 * GB, 0],
    ['was passed before', 0, 19 * GB, 0],
    ['is never reached by data that does not grow', 0, 24 * GB, null],
  ])('logical_size_bytes %s', (_, growth_bytes_per_second, logical_size_bytes, after) => {
    const caps = capsFor({ data: { ...DATA, growth_bytes_per_second }, quota: { logical_size_bytes } });
    expect(caps).toHaveLength(1);
    expect(caps[0]).toMatchObject({ name: 'logical_size_bytes', limit: logical_size_bytes });
    expect(caps[0]).toMatchObject({ effect: 'stops writes', outage_hours: 0 });
    expect(caps[0]!.used_per_month).toBeCloseTo(20 * GB + growth_bytes_per_second * 730 * HOUR, 0);
    expect(caps[0]!.binds_after_hours === null).toBe(after === null);
    if (after !== null) expect(caps[0]!.binds_after_hours).toBeCloseTo(after, 9);
  });

  it('a spending limit sends emails and suspends nothing', () => {
    const [cap, ...more] = capsFor({ spending_limit_cents: 5000 }, exampleRun(), 73);
    expect(more).toEqual([]);
    expect(cap).toEqual({
      name: 'spending_limit_cents',
      limit: 5000,
      used_per_month: 7300,
      binds_after_hours: 500,
      effect: 'alerts',
      outage_hours: 0,
    });
    expect(runningTime(exampleScenario({ spending_limit_cents: 1 }), exampleRun()).month_hours).toBe(730);
  });

  it('the hours of a plan are a cap, before those of the scenario', () => {
    const caps = capsFor({ plan: FREE, quota: { compute_time_seconds: 73 * HOUR } });
    expect(caps.map(({ name, limit, effect }) => [name, limit, effect])).toEqual([
      ['hours of the free plan', 100, 'suspends'],
      ['transfer of the free plan', 5e9, 'suspends'],
      ['storage of the free plan', 0.5e9, 'stops writes'],
      ['compute_time_seconds', 73 * HOUR, 'suspends'],
    ]);
    expect(caps[0]!.used_per_month).toBe(365);
    expect(caps[0]!.binds_after_hours).toBeCloseTo(200, 9);
    expect(capsFor({})).toEqual([]);
    expect(capsFor({ plan: { name: 'free', as_of: '2020-01-01' } })).toEqual([]);
  });

  it('a cap is projected from the rate of all computes before any quota was exhausted', () => {
    const half = exampleRun([{}, {}], { quota_exhausted_seconds: 5 * DAY });
    const [cap] = capsFor({ quota: { compute_time_seconds: 365 * HOUR } }, half);
    expect(cap!.used_per_month).toBe(4 * 365 * HOUR);
    expect(cap!.binds_after_hours).toBe(182.5);
    const none = exampleRun([{}], { quota_exhausted_seconds: 10 * DAY });
    expect(capsFor({ quota: { compute_time_seconds: HOUR } }, none)[0]!.used_per_month).toBe(0);
  });
});

describe('the time for which computes run', () => {
  const quota = { compute_time_seconds: 73 * HOUR, active_time_seconds: 36.5 * HOUR };

  it('the running time of computes ends with the first cap that suspends', () => {
    const run = exampleRun([{}], { quota_exhausted_seconds: DAY });
    const running = runningTime(
      exampleScenario({ data: DATA, quota: { ...quota, logical_size_bytes: 1 } }),
      run,
    );
    expect(running.run_seconds).toBe(9 * DAY);
    // 36.5 of 202.8 hours a month.
    expect(running.month_hours).toBeCloseTo(0.9 * 146, 9);
  });

  it('a cap affects the price if it was reached in the run or binds within a month', () => {
    const start_epoch_seconds = Date.UTC(2026, 5, 1) / 1000;
    const whole = { start_epoch_seconds, duration_seconds: 10 * DAY };
    expect(pricedPeriod(exampleScenario(), exampleRun())).toEqual(whole);
    const lasting = { quota: { compute_time_seconds: 365 * HOUR } };
    expect(pricedPeriod(exampleScenario(lasting), exampleRun())).toEqual(whole);
    expect(pricedPeriod(exampleScenario({ quota }), exampleRun())).toEqual({
      ...whole,
      running_time: { run_seconds: 10 * DAY, month_hours: 146 },
    });
    const met = exampleRun([{ cu_seconds: HOUR }], { quota_exhausted_seconds: DAY });
    expect(pricedPeriod(exampleScenario(), met)).toEqual({
      ...whole,
      running_time: { run_seconds: 9 * DAY, month_hours: 730 },
    });
  });

  it('a month is charged for at most its cap', () => {
    const bill = exampleBill({ quota: { compute_time_seconds: 73 * HOUR } });
    expect(bill.running_hours).toBe(146);
    expect(bill.month.lines[0]!.quantity).toBeCloseTo(73, 9);
    expect(bill.queries_per_month).toBeCloseTo(73_000 / 5, 6);
  });

  it('the time at which a quota was exhausted is reported once for all computes', () => {
    const scenario = exampleScenario();
    const reason = 'the quota of compute time is used up';
    const exhausted = { decision: 'quota_exhausted', cu_before: 1, cu_after: 0, reason } as const;
    const record = recordOf(scenario, [
      { ...exhausted, time_seconds: 3599.9996 },
      { ...exhausted, time_seconds: 3599.9996, compute: 'compute-1' },
      { ...exhausted, decision: 'suspend', time_seconds: 5000 },
      { ...exhausted, time_seconds: 2 * DAY + 0.4 },
    ]);
    expect(exhaustionsOf(scenario, record)).toEqual([
      { at: '2026-06-01T01:00:00Z', reason },
      { at: '2026-06-03T00:00:00Z', reason },
    ]);
    // What is used up as the run ends has lasted.
    const shorter = { ...scenario, duration_seconds: 2 * DAY + 0.4 };
    expect(exhaustionsOf(shorter, record)).toHaveLength(1);
  });
});
