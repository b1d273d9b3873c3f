import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/study/growth/forecast.js';
import type { ForecastPlan } from '../../../src/study/growth/forecast-result.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { expectFigures } from '../../command-rows.js';
import { tableOf } from '../../table.js';
import { computeOf, quickSource } from '../quick-scenario.js';

/** Forecasts the quick scenario. */
function forecasted(scenario: object, over: Partial<ForecastPlan> & { readonly rate?: string } = {}) {
  const { rate = '0%', ...plan } = over;
  return forecast(quickSource(scenario), {
    months: 3,
    growth: parseGrowth(rate),
    objectives: [],
    replications: 4,
    confidence: 0.95,
    tolerance: 0.01,
    exact: false,
    ...plan,
  });
}

const loadOf = (over: object) => [{ name: 'web', compute: 'primary', ...over }];
/** A compute of a quarter CU that never suspends. */
const AWAKE = { computes: [computeOf(0.25, 0.25, -1)] };

interface Row {
  readonly rule: string;
  readonly over: object;
  readonly plan?: Partial<ForecastPlan>;
  readonly figures: Readonly<Record<string, unknown>>;
}

const ROWS = tableOf<Row>(import.meta.url, 'forecasts.yaml');
it.each(ROWS.map((row) => [row.rule, row] as const))('%s', async (_, { over, plan, figures }) => {
  expectFigures(await forecasted(over, plan), figures);
});

describe('a forecast', () => {
  it('accounts for the weekdays of each month', async () => {
    const jobs = { process: { cron: { schedule: '30 8-17 * * MON-FRI' } }, query: { cpu: '1s' } };
    const { months } = await forecasted({ load: loadOf(jobs) }, { months: 2 });
    // January 2026 has 22 days from Monday to Friday, February 20; the load does not grow.
    expect(months[1]!.cu_hours.mean / months[0]!.cu_hours.mean).toBeCloseTo(20 / 22, 3);
    expect(months[0]!.growing_usd).toBe(0);
  });

  it('grows with the load, and interpolation between few levels is as good as simulating whole months', async () => {
    const growing = { rate: '20%/month', replications: 3 };
    const quick = await forecasted({}, growing);
    const exact = await forecasted({}, { ...growing, exact: true });
    const factors = quick.months.map(({ load_factor }) => load_factor);
    expect(factors).toEqual(factors.toSorted((a, b) => a - b));
    expect(quick.method.interpolation!.error).toBeLessThanOrEqual(0.01);
    expect(quick.method.interpolation!.checks).toBeGreaterThan(0);
    expect(quick.method.runs).toBeLessThan(exact.method.runs + 30);
    const [a, b] = [quick.total.cost_usd, exact.total.cost_usd];
    expect(Math.abs(a.mean - b.mean)).toBeLessThan(a.half_width + b.half_width);
    for (const [index, { cost_low_usd, cost_high_usd }] of quick.months.entries()) {
      expect(exact.months[index]!.cost_usd.mean).toBeGreaterThan(cost_low_usd);
      expect(exact.months[index]!.cost_usd.mean).toBeLessThan(cost_high_usd);
    }
  });

  it('reports the day on which an objective is missed, with a range from the lowest and highest growth', async () => {
    // Busy for two ninths of the time: four and a half times the load would saturate it.
    const load = loadOf({ rate: '5/h', query: { cpu: { exponential: { mean: '40s' } } } });
    const { events, months, total } = await forecasted(
      { ...AWAKE, load },
      {
        months: 12,
        rate: '20%..40%/month',
        objectives: ['latency_mean <= 10min', 'success_rate >= 1%'].map((text) => parseConstraint(text)),
      },
    );
    const [latency, success] = events;
    expect(latency!.earliest! < latency!.date!).toBe(true);
    expect(latency!.latest === null || latency!.latest > latency!.date!).toBe(true);
    expect(success).toMatchObject({ date: null });
    expect(events.map(({ what }) => what)).toContain('max_connections');
    // At either end of the range, the monthly costs are the bounds of the range.
    for (const { low_growth_cost_usd, cost_usd, high_growth_cost_usd } of months) {
      expect(low_growth_cost_usd).toBeLessThanOrEqual(cost_usd.mean);
      expect(high_growth_cost_usd).toBeGreaterThanOrEqual(cost_usd.mean);
    }
    const highest = months.reduce((sum, each) => sum + each.high_growth_cost_usd!, 0);
    expect(total.high_growth_cost_usd).toBeCloseTo(highest, 9);
  });
});
