import { describe, expect, it } from 'vitest';
import { runFigures } from '../../src/figures/run-figures.js';
import { summarise } from '../../src/report/figures/summary.js';
import { sweep } from '../../src/study/compare/sweep.js';
import { capacity } from '../../src/study/growth/capacity.js';
import { forecast } from '../../src/study/growth/forecast.js';
import type { Forecast, ForecastPlan } from '../../src/study/growth/forecast-result.js';
import { parseGrowth } from '../../src/study/growth/load-growth.js';
import { plan } from '../../src/study/plan/plan.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';
import { compileVariant } from '../../src/study/runs/scenario-source.js';
import { runVariant } from '../../src/study/runs/variant.js';
import { planQuestion } from './plan-question.js';
import { quickSource } from './quick-scenario.js';

const PLAN: ForecastPlan = {
  months: 1,
  growth: parseGrowth('0%'),
  objectives: [],
  replications: 2,
  confidence: 0.95,
  tolerance: 0.01,
  exact: false,
};

/** A compute of a quarter CU that never sleeps: what a month costs is known to the cent. */
const AWAKE = [
  {
    name: 'primary',
    autoscaling_limit_min_cu: 0.25,
    autoscaling_limit_max_cu: 0.25,
    suspend_timeout_seconds: -1,
  },
];

const cents = (usd: number): number => Math.round(100 * usd);

describe('the same month', () => {
  // The price of a CU-hour changes on the 14th of August and on the 12th of December 2025.
  it.each([
    ['2025-08', 'scale', 31],
    ['2025-09', 'launch', 30],
    ['2025-12', 'scale', 31],
    ['2026-01', 'launch', 31],
  ])('%s costs the same to the cent by run, sweep and forecast (%s)', async (month, plan, days) => {
    const start = `${month}-01`;
    const source = quickSource({ computes: AWAKE, plan, start, duration: `${days}d` });
    const variant = await compileVariant(source);
    const run = await runVariant(variant);
    const summary = summarise(variant.scenario, run.observations);
    const expected = cents(run.cost.cost_usd);
    expect(cents(summary.total.cost_usd)).toBe(expected);
    expect(summary.cost_by_month.map((one) => [one.month, cents(one.cost_usd)])).toEqual([[month, expected]]);
    const swept = await sweep(source, {
      axes: [{ path: 'max', values: ['0.25'] }],
      replications: 1,
      confidence: 0.95,
    });
    expect(cents(swept.rows[0]!.figures.cost_usd!.mean)).toBe(expected);
    const quick = await forecast(source, PLAN);
    const exact = await forecast(source, { ...PLAN, exact: true });
    const bill = (made: Forecast): number => cents(made.months[0]!.cost_usd.mean);
    expect([bill(quick), bill(exact)]).toEqual([expected, expected]);
  });

  it('runs out of free hours on the same day by run and by forecast', async () => {
    const load = [{ name: 'web', compute: 'primary', rate: '60/h', query: { cpu: '100ms' } }];
    const source = quickSource({ load, plan: 'free', start: '2026-01-01', duration: '31d' });
    const { observations } = await runVariant(await compileVariant(source));
    const lasted = observations.duration_seconds - observations.quota_exhausted_seconds;
    const day = new Date(Date.UTC(2026, 0, 1) + 1000 * lasted).toISOString().slice(0, 10);
    const exact = await forecast(source, { ...PLAN, exact: true });
    expect(exact.months[0]!.hours_used_up).toBe(day);
    expect(exact.months[0]!.cu_hours.mean).toBeCloseTo(100, 6);
  });
});

describe('the same settings under the same load', () => {
  const load = [
    { name: 'web', compute: 'primary', rate: '2/s', query: { cpu: { lognormal: { mean: '60ms', cv: 2 } } } },
  ];
  const source = quickSource({ load, start: '2026-01-05', duration: '2h' });

  // Within a fifth of the figure on one side and on the other.
  it.each([0.8, 1.2])('meet a bound of %s times their p99, or not, by every command', async (share) => {
    const variant = await compileVariant(source);
    const runs = [0, 1].map((replication) => runVariant(variant, { replication }));
    const p99s = (await Promise.all(runs)).map((run) => runFigures(run).latency_p99!);
    const p99 = (p99s[0]! + p99s[1]!) / 2;
    const constraint = parseConstraint(`latency_p99 <= ${(share * p99).toFixed(3)}ms`);
    const swept = await sweep(source, {
      axes: [{ path: 'timeout', values: ['5m', '15m'] }],
      replications: 2,
      confidence: 0.95,
    });
    expect(swept.rows[0]!.figures.latency_p99!.mean).toBeCloseTo(p99, 9);
    const asked = { constraints: [constraint], safety: 0.5, budget: { queries: 5e6, replications: 2 } };
    const planned = await plan(source, planQuestion(['timeout=5m,15m'], [], asked));
    const candidate = planned.candidates.find(({ today }) => today)!;
    expect(candidate.replications).toBe(2);
    expect(candidate.figures.latency_p99!.mean).toBeCloseTo(p99, 9);
    const carried = await capacity(source, {
      objectives: [constraint],
      replications: 2,
      confidence: 0.95,
      tolerance: 0.1,
    });
    const present = carried.levels.find(({ factor }) => factor === 1)!;
    expect(present.figures[0]!.mean).toBeCloseTo(p99, 9);
    expect([candidate.feasible, present.met]).toEqual([share > 1, share > 1]);
  });
});
