import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { billOf } from '../../../src/cost/bill/bill.js';
import { RunRecord } from '../../../src/cost/bill/run-record.js';
import { simulate } from '../../../src/simulation/simulation.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import type { ForecastPlan } from '../../../src/study/growth/forecast-result.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { compileSource } from '../../../src/study/runs/scenario-source.js';
import { computeOf, quickSource } from '../quick-scenario.js';

/** Never suspended, with evenly spaced queries: a month of it is slightly more than four weeks. */
const STEADY = {
  start: '2026-01-01',
  computes: [computeOf(0.25, 0.25, -1)],
  load: [{ name: 'web', compute: 'primary', rate: '20/h', process: 'regular', query: { cpu: '50ms' } }],
  data: parse(`
logical_size_bytes: 40GB
growth: 2GB/month
written: 500MB/d
history_retention_seconds: 7d
egress_per_query: 10MB
private_share: 0.1
snapshots: { manual: 1, every: 1d, keep: 3 }
branches: { count: 30, written: 10MB/d, age: 14d }
`),
};

/** Forecasts two months of it. */
function forecasted(scenario: object, growth = '0%', over: Partial<ForecastPlan> = {}) {
  return forecast(quickSource({ ...STEADY, ...scenario }), {
    months: 2,
    growth: parseGrowth(growth),
    objectives: [],
    replications: 2,
    confidence: 0.95,
    tolerance: 0.01,
    exact: false,
    ...over,
  });
}

describe('the other lines of a forecast bill', () => {
  it('are those of neap bill for the same calendar month, each to the cent', async () => {
    const { months, total } = await forecasted({});
    const whole = await compileSource(quickSource({ ...STEADY, duration: '31d' }));
    const record = new RunRecord(whole);
    const { invoices } = billOf(whole, simulate(whole, { observer: record }), record, { period: 'run' });
    const billed = invoices[0]!.lines
      .filter(({ metric, quantity }) => metric !== 'compute_unit_seconds' && quantity > 0)
      .map(({ metric, amount_usd }) => [metric, amount_usd]);
    const [first, second] = months;
    expect(first!.other_lines!.map(({ metric, amount_usd }) => [metric, amount_usd])).toEqual(billed);
    expect(billed).toHaveLength(7);
    expect(first!.bill_usd).toBe(invoices[0]!.total_usd);
    expect(first!.other_usd).toBeGreaterThan(20);
    // Storage has grown in the meantime.
    const stored = second!.other_lines![0]!.quantity / first!.other_lines![0]!.quantity;
    expect(stored).toBeGreaterThan(0.9 * (28 / 31));
    expect(total.bill_usd).toBeCloseTo(first!.bill_usd! + second!.bill_usd!, 9);
  });

  it('grow with the load only for data that is sent', async () => {
    const [still, growing, between] = await Promise.all(
      ['0%', '50%/month', '0%..50%/month'].map((growth) => forecasted({}, growth, { tolerance: 0.1 })),
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

  it.each([
    ['the scenario does not define them', { data: undefined }, ''],
    ['the plan had no such invoice', { start: '2025-01-01' }, 'only compute time is forecast'],
  ])('are left out if %s', async (_, over, warning) => {
    const { months, total, warnings } = await forecasted(over, '0%', { months: 1 });
    expect(months[0]).not.toHaveProperty('bill_usd');
    expect(total).not.toHaveProperty('bill_usd');
    expect(warnings.join()).toContain(warning);
  });

  it('count towards the minimum of a plan that has one', async () => {
    const cheap = { start: '2025-09-01', data: { logical_size_bytes: '1GB' } };
    const idle = { computes: [computeOf(0.25)], load: [] };
    const { months } = await forecasted({ ...cheap, ...idle }, '0%', { months: 1 });
    expect(months[0]!.other_usd).toBeGreaterThan(0.3);
    expect(months[0]!.bill_usd).toBe(5);
  });
});
