import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/study/growth/forecast.js';
import type { ForecastPlan } from '../../../src/study/growth/forecast-result.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
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
const job = (name: string, schedule: string, cpu: string) => ({
  name,
  compute: 'primary',
  process: { cron: { schedule } },
  query: { cpu },
});

/** A compute of a quarter CU that never suspends. */
const AWAKE = { computes: [computeOf(0.25, 0.25, -1)] };

describe('a forecast', () => {
  it('of a compute that never suspends consists of its hours, month by month, all of them fixed', async () => {
    const { months, total } = await forecasted({ ...AWAKE, start: '2028-01-15' });
    expect(months.map(({ month, days }) => [month, days])).toEqual([
      ['2028-01', 31],
      ['2028-02', 29],
      ['2028-03', 31],
    ]);
    for (const { days, cost_usd, fixed_usd, growing_usd } of months) {
      // Except the seconds of its creation.
      expect(cost_usd.mean / (days * 24 * 0.25 * 0.222)).toBeCloseTo(1, 4);
      expect(fixed_usd / cost_usd.mean).toBeCloseTo(1, 4);
      expect(Math.abs(growing_usd)).toBeLessThan(0.001);
    }
    const sum = months.reduce((all, { cost_usd }) => all + cost_usd.mean, 0);
    expect(total.cost_usd.mean).toBeCloseTo(sum, 9);
  });

  it('uses the prices of each date, and the hours of a plan without further hours', async () => {
    const { months } = await forecasted({ ...AWAKE, start: '2025-11-01' }, { months: 2 });
    const hours = 24 * 0.25;
    // Two days at 0.26 USD, their share of a minimum of 5 USD being less; the rest of the month at 0.222.
    expect(months[0]!.cost_usd.mean / (hours * (2 * 0.26 + 28 * 0.222))).toBeCloseTo(1, 3);
    expect(months[1]!.cost_usd.mean / (hours * 31 * 0.222)).toBeCloseTo(1, 3);
    const busy = { plan: 'free', load: loadOf({ rate: '60/h', query: { cpu: '100ms' } }) };
    const free = await forecasted(busy, { months: 1 });
    // 100 hours of a quarter CU are almost seventeen days.
    expect(free.months[0]).toMatchObject({
      cu_hours: { mean: expect.closeTo(100, 6) },
      hours_used_up: expect.stringMatching(/^2026-01-1[78]$/),
      cost_usd: { mean: 0 },
    });
  });

  it('accounts for the weekdays of each month', async () => {
    const { months } = await forecasted({ load: [job('jobs', '30 8-17 * * MON-FRI', '1s')] }, { months: 2 });
    // January 2026 has 22 days from Monday to Friday, February 20; the load does not grow.
    expect(months[1]!.cu_hours.mean / months[0]!.cu_hours.mean).toBeCloseTo(20 / 22, 3);
    expect(months[0]!.growing_usd).toBe(0);
  });

  it('has no growing part if all of the load is scheduled, to the last digit', async () => {
    const load = [job('weekly', '0 3 * * MON', '1h'), job('monthly', '0 12 31 * *', '10h')];
    const scenario = { start: '2027-12-20', duration: '7d', computes: [computeOf(1)], load };
    const { months, total } = await forecasted(scenario, { months: 5, replications: 3 });
    expect([...months, total].map(({ growing_usd }) => growing_usd)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each([false, true])('counts a job on a day of the month once per month, exact: %s', async (exact) => {
    const load = [job('close', '0 3 7 * *', '2h'), job('daily', '0 15 * * *', '30m')];
    const scenario = { start: '2026-01-05', duration: '7d', load };
    const { months, warnings } = await forecasted(scenario, { replications: 3, exact });
    // On a quarter CU each takes four times its CPU time, and then five minutes until the compute suspends.
    const hours = (days: number) => 0.25 * (days * (2 + 1 / 12) + (8 + 1 / 12));
    for (const [month, days] of [31, 28, 31].entries()) {
      expect(months[month]!.cu_hours.mean / hours(days)).toBeCloseTo(1, 3);
      expect(months[month]!.growing_usd).toBe(0);
    }
    expect(warnings.join('\n')).toMatch(exact ? /^$/ : /every month is taken to be like 2026-01.*: close;/);
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

  it('repeats a scenario with a fixed timeline, and reports this', async () => {
    const rate = { base: '10/h', spikes: [{ at: '2h', for: '1h', rate: '100/h' }] };
    const { warnings } = await forecasted({ load: loadOf({ rate, query: { cpu: '100ms' } }) }, { months: 1 });
    expect(warnings[0]).toContain('again and again');
  });
});
