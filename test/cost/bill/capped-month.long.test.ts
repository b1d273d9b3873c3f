import { describe, expect, it } from 'vitest';
import { billOf } from '../../../src/cost/bill/bill.js';
import { RunRecord } from '../../../src/cost/bill/run-record.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { summarise } from '../../../src/study/run/summary.js';
import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';

/** One CU all the time on launch at $0.106: 300 CU-hours are used up after 12 days and a half, and cost $31.80. */
const ALWAYS_ON = {
  plan: 'launch',
  start: '2026-01-01',
  duration: '90d',
  computes: [
    {
      name: 'primary',
      autoscaling_limit_min_cu: 1,
      autoscaling_limit_max_cu: 1,
      suspend_timeout_seconds: -1,
      initial_state: 'active',
    },
  ],
  // Once the month is over the first client wakes it.
  load: [{ name: 'poll', compute: 'primary', rate: '6/h', process: 'regular', query: { cpu: '1ms' } }],
  quota: { compute_time_seconds: '300h' },
};

function sourceOf(over: Record<string, unknown> = {}): ScenarioSource {
  const text = JSON.stringify({ ...ALWAYS_ON, ...over });
  return { text, file: 'capped.json', directory: '.', set: [], seed: undefined };
}

async function ran(over: Record<string, unknown> = {}) {
  const variant = await compileVariant(sourceOf(over));
  const record = new RunRecord(variant.scenario);
  const run = await runVariant(variant, { observer: record });
  const bill = billOf(variant.scenario, run.observations, record, { period: 'month' });
  return { bill, run, summary: summarise(variant.scenario, run.observations) };
}

describe('a capped month', () => {
  it('a capped month has the use of a manual run in each calendar month, and ends at the same moment', async () => {
    const { bill, run } = await ran();
    expect(run.cost.by_month.map(({ month, cu_hours }) => [month, Math.round(cu_hours * 1e6) / 1e6])).toEqual(
      [
        ['2026-01', 300],
        ['2026-02', 300],
        ['2026-03', 300],
      ],
    );
    const days = bill.exhausted.map(({ at }) => at.slice(0, 13));
    expect(days).toEqual(['2026-01-13T12', '2026-02-13T12', '2026-03-13T12']);
  });

  it.each(['90d', '40d', '20d', '7d', '1d'])(
    'a capped month is billed the same by a run of %s',
    async (duration) => {
      const { bill, run, summary } = await ran({ duration });
      // A client comes ten minutes after the month has begun, at the latest.
      expect(Math.abs(bill.running_hours - 300)).toBeLessThan(0.2);
      expect(bill.month.lines[0]!.quantity).toBeCloseTo(300, 6);
      expect(bill.month.lines[0]!.amount_usd).toBe(31.8);
      expect(run.cost.cost_usd_per_month).toBeCloseTo(31.8, 6);
      expect(summary.total.cost_usd_per_month).toBeCloseTo(31.8, 6);
      expect(bill.caps[0]).toMatchObject({ name: 'compute_time_seconds', effect: 'suspends' });
      expect(bill.caps[0]!.outage_hours).toBeCloseTo(730 - bill.running_hours, 6);
    },
  );

  it.each([
    ['active_time_seconds', '300h'],
    ['data_transfer_bytes', '30GB'],
    ['written_data_bytes', '30GB'],
  ])('ends with whatever is used up first: %s', async (name, limit) => {
    // 100 MB an hour are written and sent.
    const over = {
      duration: '20d',
      data: { written: '100MB/h', egress_per_query: '100MB' },
      load: [{ name: 'hourly', compute: 'primary', rate: '1/h', process: 'regular', query: { cpu: '1ms' } }],
      quota: { [name]: limit },
    };
    const { bill, run } = await ran(over);
    // Bytes are checked every fifteen minutes, queries come by the hour.
    expect(Math.abs(bill.running_hours - 300)).toBeLessThan(1.3);
    expect(run.cost.cost_usd_per_month).toBeCloseTo(bill.running_hours * 0.106, 6);
  });

  it('a capped month has the same cost, outage and day in a forecast', async () => {
    const question = {
      months: 3,
      growth: parseGrowth('0%'),
      objectives: [],
      replications: 2,
      confidence: 0.95,
      tolerance: 0.01,
    };
    const quick = await forecast(sourceOf(), { ...question, exact: false });
    const exact = await forecast(sourceOf(), { ...question, exact: true });
    for (const made of [quick, exact]) {
      expect(made.months.map(({ hours_used_up }) => hours_used_up)).toEqual([
        '2026-01-13',
        '2026-02-13',
        '2026-03-13',
      ]);
      for (const { cost_usd, cu_hours } of made.months) {
        expect(cu_hours.mean).toBeCloseTo(300, 6);
        expect(cost_usd.mean).toBeCloseTo(31.8, 6);
      }
    }
  });

  it.each([
    ['active_time_seconds', '300h'],
    ['data_transfer_bytes', '30GB'],
    ['written_data_bytes', '30GB'],
  ])('ends on the same day in a forecast, whole months or not: %s', async (name, limit) => {
    const source = sourceOf({
      data: { written: '100MB/h', egress_per_query: '100MB' },
      load: [{ name: 'hourly', compute: 'primary', rate: '1/h', process: 'regular', query: { cpu: '1ms' } }],
      quota: { [name]: limit },
    });
    for (const exact of [false, true]) {
      const made = await forecast(source, {
        months: 2,
        growth: parseGrowth('0%'),
        objectives: [parseConstraint('success_rate >= 99%')],
        replications: 2,
        confidence: 0.95,
        tolerance: 0.01,
        exact,
      });
      expect(made.warnings).toEqual([]);
      expect(made.events[0]!.date).toBe('2026-01-13');
      for (const { hours_used_up, cap_used_up, cost_usd, served_share, days } of made.months) {
        expect(hours_used_up).toMatch(/-13$/);
        expect(cap_used_up).toBe(name);
        expect(cost_usd.mean / (300 * 0.106)).toBeCloseTo(1, 2);
        expect(served_share * days).toBeCloseTo(12.5, 0);
      }
    }
  });

  it('a month is whole if its cap is not reached', async () => {
    const { bill, run } = await ran({ duration: '7d', quota: { compute_time_seconds: '731h' } });
    expect(bill.running_hours).toBe(730);
    expect(run.cost.cost_usd_per_month).toBeCloseTo(730 * 0.106, 9);
    expect(bill.caps[0]!.binds_after_hours).toBeNull();
  });
});
