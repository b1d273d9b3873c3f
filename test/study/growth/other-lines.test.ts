import { describe, expect, it } from 'vitest';
import { billOf } from '../../../src/cost/bill/bill.js';
import { RunRecord } from '../../../src/cost/bill/run-record.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { monthBill } from '../../../src/study/growth/other-lines.js';
import { compileSource } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

/** Never suspended, with evenly spaced queries: a month of it is slightly more than four weeks. */
const STEADY = {
  start: '2026-01-01',
  computes: [
    {
      name: 'primary',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds: -1,
    },
  ],
  load: [{ name: 'web', compute: 'primary', rate: '20/h', process: 'regular', query: { cpu: '50ms' } }],
  data: {
    logical_size_bytes: '40GB',
    growth: '2GB/month',
    written: '500MB/d',
    history_retention_seconds: '7d',
    egress_per_query: '10MB',
    private_share: 0.1,
    snapshots: { manual: 1, every: '1d', keep: 3 },
    branches: { count: 30, written: '10MB/d', age: '14d' },
  },
};

const PLAN = {
  months: 2,
  growth: parseGrowth('0%'),
  objectives: [],
  replications: 2,
  confidence: 0.95,
  tolerance: 0.01,
  exact: false,
};

describe('the other lines of a forecast bill', () => {
  it('are those of neap bill for the same calendar month, each to the cent', async () => {
    const { months, total } = await forecast(quickSource(STEADY), PLAN);
    const whole = await compileSource(quickSource({ ...STEADY, duration: '31d' }));
    const record = new RunRecord(whole);
    const { invoices } = billOf(whole, simulate(whole, { observer: record }), record, { period: 'run' });
    const [invoice] = invoices;
    const billed = invoice!.lines.filter(
      ({ metric, quantity }) => metric !== 'compute_unit_seconds' && quantity > 0,
    );
    expect(months[0]!.other_lines!.map(({ metric, amount_usd }) => [metric, amount_usd])).toEqual(
      billed.map(({ metric, amount_usd }) => [metric, amount_usd]),
    );
    expect(billed).toHaveLength(7);
    expect(months[0]!.bill_usd).toBe(invoice!.total_usd);
    expect(months[0]!.other_usd).toBeGreaterThan(20);
    // Storage has grown in the meantime.
    expect(months[1]!.other_lines![0]!.quantity / months[0]!.other_lines![0]!.quantity).toBeGreaterThan(
      0.9 * (28 / 31),
    );
    expect(total.bill_usd).toBeCloseTo(months[0]!.bill_usd! + months[1]!.bill_usd!, 9);
  });

  it('grow with the load only for data that is sent', async () => {
    const [still, growing, between] = await Promise.all(
      ['0%', '50%/month', '0%..50%/month'].map((growth) =>
        forecast(quickSource(STEADY), { ...PLAN, growth: parseGrowth(growth), tolerance: 0.1 }),
      ),
    );
    const of = (made: typeof still, metric: string) =>
      made!.months[1]!.other_lines!.find((line) => line.metric === metric)!.quantity;
    expect(of(growing, 'root_branch_bytes_month')).toBe(of(still, 'root_branch_bytes_month'));
    const sent = of(growing, 'public_network_transfer_bytes') / of(still, 'public_network_transfer_bytes');
    expect(sent / growing!.months[1]!.load_factor).toBeCloseTo(1, 3);
    // The ends of a range equal the forecasts at each of them.
    for (const [index, month] of between!.months.entries()) {
      expect(month.low_growth_bill_usd).toBe(still!.months[index]!.bill_usd);
      expect(month.high_growth_bill_usd).toBe(growing!.months[index]!.bill_usd);
    }
    expect(between!.total.high_growth_bill_usd).toBe(growing!.total.bill_usd);
    expect(between!.total.low_growth_cost_usd).toBeCloseTo(still!.total.cost_usd.mean, 9);
    expect(still!.total.low_growth_bill_usd).toBeUndefined();
  });

  it('are left out if the scenario does not define them, and if the plan has no such invoice', async () => {
    const { data: _, ...silent } = STEADY;
    const nothing = await forecast(quickSource(silent), { ...PLAN, months: 1 });
    expect(nothing.months[0]).not.toHaveProperty('bill_usd');
    expect(nothing.total).not.toHaveProperty('bill_usd');
    const old = await forecast(quickSource({ ...STEADY, start: '2025-01-01' }), { ...PLAN, months: 1 });
    expect(old.months[0]).not.toHaveProperty('bill_usd');
    expect(old.warnings.join()).toContain('only compute time is forecast');
  });

  it('count towards the minimum of a plan that has one', async () => {
    const cheap = { ...STEADY, start: '2025-09-01', data: { logical_size_bytes: '1GB' } };
    const idle = [{ ...STEADY.computes[0], suspend_timeout_seconds: 300 }];
    const { months } = await forecast(quickSource({ ...cheap, computes: idle, load: [] }), {
      ...PLAN,
      months: 1,
    });
    expect(months[0]!.other_usd).toBeGreaterThan(0.3);
    expect(months[0]!.bill_usd).toBe(5);
  });

  it('are rounded half up to the cent, as on an invoice, despite binary fractions', () => {
    const awake = { cu_hours: 0.25 * 730, usd_per_cu_hour: 0.106, cost_usd: 0.25 * 730 * 0.106 };
    expect(awake.cost_usd.toFixed(2)).toBe('19.34');
    expect(monthBill(awake, []).bill_usd).toBe(19.35);
  });
});
