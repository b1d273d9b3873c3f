import { describe, expect, it } from 'vitest';
import { forecast } from '../../../src/study/growth/forecast.js';
import type { Forecast, ForecastPlan } from '../../../src/study/growth/forecast-result.js';
import { afterMonths, dayText, monthsBetween, parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { quickSource } from '../quick-scenario.js';

function plan(over: Partial<ForecastPlan> = {}): ForecastPlan {
  return {
    months: 3,
    growth: parseGrowth('0%'),
    objectives: [],
    replications: 4,
    confidence: 0.95,
    tolerance: 0.01,
    exact: false,
    ...over,
  };
}

/** Without a growing load: a compute of a quarter CU that never suspends. */
const AWAKE = {
  computes: [
    {
      name: 'primary',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds: -1,
    },
  ],
};

/** A quarter of a vCPU that is busy for two ninths of the time: four and a half times the load would saturate it. */
const GROWING = {
  ...AWAKE,
  load: [{ name: 'web', compute: 'primary', rate: '5/h', query: { cpu: { exponential: { mean: '40s' } } } }],
};

const total = ({ months }: Forecast): number => months.reduce((sum, { cost_usd }) => sum + cost_usd.mean, 0);

describe('a forecast', () => {
  it('of a compute that never suspends consists of its hours, month by month, all of them fixed', async () => {
    const made = await forecast(quickSource({ ...AWAKE, start: '2028-01-15' }), plan());
    expect(made.months.map(({ month, days }) => [month, days])).toEqual([
      ['2028-01', 31],
      ['2028-02', 29],
      ['2028-03', 31],
    ]);
    for (const { days, cost_usd, fixed_usd, growing_usd } of made.months) {
      // Except the seconds in which it was created.
      expect(cost_usd.mean / (days * 24 * 0.25 * 0.222)).toBeCloseTo(1, 4);
      expect(fixed_usd / cost_usd.mean).toBeCloseTo(1, 4);
      expect(Math.abs(growing_usd)).toBeLessThan(0.001);
    }
    expect(made.total.cost_usd.mean).toBeCloseTo(total(made), 9);
  });

  it('uses the prices of each date, and the hours of a plan without further hours', async () => {
    const old = await forecast(quickSource({ ...AWAKE, start: '2025-11-01' }), plan({ months: 2 }));
    const hours = 24 * 0.25;
    // Two days at 0.26 USD, their share of a minimum of 5 USD being less; the rest of the month at 0.222.
    const november = hours * (2 * 0.26 + 28 * 0.222);
    expect(old.months[0]!.cost_usd.mean / november).toBeCloseTo(1, 3);
    expect(old.months[1]!.cost_usd.mean / (hours * 31 * 0.222)).toBeCloseTo(1, 3);
    const busy = { load: [{ name: 'cron', compute: 'primary', rate: '60/h', query: { cpu: '100ms' } }] };
    const free = await forecast(quickSource({ ...busy, plan: 'free' }), plan({ months: 1 }));
    expect(free.months[0]!.cu_hours.mean).toBeCloseTo(100, 6);
    // 100 hours of a quarter CU are almost seventeen days.
    expect(free.months[0]!.hours_used_up).toMatch(/^2026-01-1[78]$/);
    expect(free.months[0]!.cost_usd.mean).toBe(0);
  });

  it('accounts for the weekdays of each month', async () => {
    const workdays = {
      load: [
        {
          name: 'jobs',
          compute: 'primary',
          process: { cron: { schedule: '30 8-17 * * MON-FRI' } },
          query: { cpu: '1s' },
        },
      ],
    };
    const made = await forecast(quickSource(workdays), plan({ months: 2 }));
    // January 2026 has 22 days from Monday to Friday, February 20; the load does not grow.
    expect(made.months[1]!.cu_hours.mean / made.months[0]!.cu_hours.mean).toBeCloseTo(20 / 22, 3);
    expect(made.months[0]!.growing_usd).toBe(0);
  });

  it('has no growing part if all of the load is scheduled, to the last digit', async () => {
    const [primary] = AWAKE.computes;
    const computes = [
      { ...primary, autoscaling_limit_max_cu: 1, autoscaling_limit_min_cu: 1, suspend_timeout_seconds: 300 },
    ];
    const load = [
      { name: 'weekly', process: { cron: { schedule: '0 3 * * MON' } }, query: { cpu: '1h' } },
      { name: 'monthly', process: { cron: { schedule: '0 12 31 * *' } }, query: { cpu: '10h' } },
    ].map((job) => ({ ...job, compute: 'primary' }));
    const source = quickSource({ start: '2027-12-20', duration: '7d', computes, load });
    const { months, total: all } = await forecast(source, plan({ months: 5, replications: 3 }));
    expect([...months, all].map(({ growing_usd }) => growing_usd)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each([false, true])('counts a job on a day of the month once per month, exact: %s', async (exact) => {
    const job = (name: string, schedule: string, cpu: string) => ({
      name,
      compute: 'primary',
      process: { cron: { schedule } },
      query: { cpu },
    });
    const jobs = {
      start: '2026-01-05',
      duration: '7d',
      computes: [{ ...AWAKE.computes[0], suspend_timeout_seconds: 300 }],
      load: [job('close', '0 3 7 * *', '2h'), job('daily', '0 15 * * *', '30m')],
    };
    const made = await forecast(quickSource(jobs), plan({ replications: 3, exact }));
    // On a quarter CU each takes four times its CPU time, and then five minutes until the compute suspends.
    const hours = (days: number) => 0.25 * (days * (2 + 1 / 12) + (8 + 1 / 12));
    const cu_hours = made.months.map((month) => month.cu_hours.mean);
    for (const [month, days] of [31, 28, 31].entries()) {
      expect(cu_hours[month]! / hours(days)).toBeCloseTo(1, 3);
      expect(made.months[month]!.growing_usd).toBe(0);
    }
    expect(made.total.growing_usd).toBe(0);
    expect(made.warnings.join('\n')).toMatch(
      exact ? /^$/ : /every month is taken to be like 2026-01.*: close;/,
    );
  });

  it('grows with the load, and interpolation between few levels is as good as simulating whole months', async () => {
    const growth = parseGrowth('20%/month');
    const quick = await forecast(quickSource(), plan({ growth, replications: 3 }));
    const exact = await forecast(quickSource(), plan({ growth, replications: 3, exact: true }));
    expect(quick.months.map(({ load_factor }) => load_factor)).toEqual(
      quick.months.map(({ load_factor }) => load_factor).toSorted((a, b) => a - b),
    );
    expect(quick.method.interpolation!.error).toBeLessThanOrEqual(0.01);
    expect(quick.method.interpolation!.checks).toBeGreaterThan(0);
    expect(quick.method.runs).toBeLessThan(exact.method.runs + 30);
    const [a, b] = [quick.total.cost_usd, exact.total.cost_usd];
    expect(Math.abs(a.mean - b.mean)).toBeLessThan(a.half_width + b.half_width);
    for (const [index, month] of quick.months.entries()) {
      expect(exact.months[index]!.cost_usd.mean).toBeGreaterThan(month.cost_low_usd);
      expect(exact.months[index]!.cost_usd.mean).toBeLessThan(month.cost_high_usd);
    }
  });

  it('reports the day on which an objective is missed, with a range from the lowest and highest growth', async () => {
    const objectives = [parseConstraint('latency_mean <= 10min'), parseConstraint('success_rate >= 1%')];
    const growth = parseGrowth('20%..40%/month');
    const made = await forecast(quickSource(GROWING), plan({ months: 12, growth, objectives }));
    const [latency, success] = made.events;
    expect(latency!.date).not.toBeNull();
    expect(latency!.earliest! < latency!.date!).toBe(true);
    expect(latency!.latest === null || latency!.latest > latency!.date!).toBe(true);
    expect(success).toMatchObject({ date: null });
    expect(made.events.map(({ what }) => what)).toContain('max_connections');
    // At either end of the range, the monthly costs are the bounds of the range.
    for (const { low_growth_cost_usd, cost_usd, high_growth_cost_usd } of made.months) {
      expect(low_growth_cost_usd).toBeLessThanOrEqual(cost_usd.mean);
      expect(high_growth_cost_usd).toBeGreaterThanOrEqual(cost_usd.mean);
    }
    const ends = made.months.map(({ high_growth_cost_usd }) => high_growth_cost_usd!);
    expect(made.total.high_growth_cost_usd).toBeCloseTo(
      ends.reduce((sum, each) => sum + each, 0),
      9,
    );
  });

  it('repeats a scenario with a fixed timeline, and reports this', async () => {
    const flash = {
      load: [
        {
          name: 'web',
          compute: 'primary',
          rate: { base: '10/h', spikes: [{ at: '2h', for: '1h', rate: '100/h' }] },
          query: { cpu: '100ms' },
        },
      ],
    };
    const made = await forecast(quickSource(flash), plan({ months: 1 }));
    expect(made.warnings[0]).toContain('again and again');
  });
});

describe('the growth rate', () => {
  it.each([
    ['8%/month', 1.08, 1.08],
    ['8%/month', 1.08, 1.08],
    ['-2%/month', 0.98, 0.98],
    ['5%..10%/month', 1.05, 1.1],
    ['2x/year', 1.0594630943592953, 1.0594630943592953],
    ['1.5x/month', 1.5, 1.5],
    ['100%/month', 2, 2],
  ])('%s', (text, low, high) => {
    const growth = parseGrowth(text);
    expect(growth.low).toBeCloseTo(low, 12);
    expect(growth.high).toBeCloseTo(high, 12);
  });

  it.each(['8', '8%/week', '10%..5%', 'x', '', '-100%'])('refuses %j', (text) => {
    expect(() => parseGrowth(text)).toThrow(/--growth/);
  });

  it('counts calendar months', () => {
    const january = Date.UTC(2026, 0, 31) / 1000;
    expect(dayText(afterMonths(january, 1))).toBe('2026-02-28');
    expect(dayText(afterMonths(january, 2))).toBe('2026-03-31');
    for (const months of [0, 0.5, 1.25, 7.9]) {
      expect(monthsBetween(january, afterMonths(january, months))).toBeCloseTo(months, 9);
    }
  });
});
