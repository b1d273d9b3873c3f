import { expect, it } from 'vitest';
import { NOT_MEASURED } from '../../../src/figures/run-figures.js';
import { capacityReport } from '../../../src/study/growth/capacity-report.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import type { LevelRun, LoadLevel } from '../../../src/study/replicate/load-levels.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';
import { IDLE } from '../replicate/idle-use.js';

/** Wakes get rarer as the load gets denser: half a wake per query at low loads. */
function level(factor: number): LoadLevel {
  const figures = {
    ...NOT_MEASURED,
    queries_arrived: 7200 * factor,
    latency_p99: 100 * factor,
    cu_hours: factor,
    wake_probability: 0.5 / factor,
  };
  const run: LevelRun = {
    figures,
    resources: { ...IDLE, size: 1, cpu: factor / 4 },
    weekday_use: undefined,
    left_out: 0,
  };
  return { factor, fidelity: 'exact', runs: [run, run] };
}

const { scenario } = await compileVariant(quickSource({ start: '2026-01-01', duration: '1h' }));
const LEVELS = [0.5, 1, 2, 3, 4, 8].map(level);
const estimate = (factor: number) => ({ factor, low: 0.9 * factor, high: 1.1 * factor });

type Found = Parameters<typeof capacityReport>[0];

/** Reports loads from two to three times the present one. */
function report(
  limits: readonly string[],
  growth: string | undefined = undefined,
  over: Partial<Found> = {},
) {
  const objectives = limits.map((text) => parseConstraint(text));
  const plan = { objectives, replications: 2, confidence: 0.95, tolerance: 0.02 };
  return capacityReport({
    scenario,
    plan: growth === undefined ? plan : { ...plan, growth: parseGrowth(growth) },
    least: estimate(2),
    load: estimate(3),
    verdict: 'range',
    why: null,
    present: LEVELS[1]!,
    reached: LEVELS[3],
    levels: LEVELS,
    tried: LEVELS,
    ...over,
  });
}

const BOTH = ['latency_p99 <= 300ms', 'wake_probability <= 25%'];

it('a capacity has the ends of its loads, their queries per second, and the objective that breaks at each', () => {
  const { levels, objectives, binds, ...found } = report(BOTH);
  expect(found).toMatchObject({
    queries_per_second: 2,
    queries_per_second_at_capacity: 6,
    queries_per_second_at_least: 4,
    first: BOTH[0],
    first_below: BOTH[1],
  });
  expect(binds[0]).toMatchObject({ resource: 'cpu', pressure: 0.75 });
  expect(levels.map(({ met }) => met)).toEqual([false, false, true, true, false, false]);
  expect(levels[2]!.figures.map((figure) => figure!.mean)).toEqual([200, 0.25]);
  const [at_present, at_capacity] = [{ mean: 100 }, { mean: 300 }];
  expect(objectives).toMatchObject([
    { factor: 3, least_factor: null, met: true, at_present, at_capacity },
    { factor: null, least_factor: 2, met: false },
  ]);
});

it('an objective that does not break first has the load at which it breaks alone, on a straight line', () => {
  const { objectives } = report(['latency_p99 <= 300ms', 'latency_p99 <= 700ms'], undefined, { least: null });
  expect(objectives.map(({ factor }) => factor)).toEqual([3, expect.closeTo(7, 9)]);
});

it('a capacity without any load has the ends of each objective from single runs', () => {
  const nothing = { load: null, least: null, reached: undefined, levels: [] };
  const { first, binds, objectives } = report(BOTH, undefined, nothing);
  expect([first, binds]).toEqual([null, []]);
  expect(objectives).toMatchObject([
    { factor: expect.closeTo(3, 9), least_factor: null, at_capacity: null },
    { factor: null, least_factor: expect.closeTo(2, 9) },
  ]);
});

it('a capacity names no bottleneck if the excess is in the amount paid for', () => {
  expect(report(['latency_p99 <= 1s', 'cu_hours <= 3'])).toMatchObject({ first: 'cu_hours <= 3', binds: [] });
});

it.each<readonly [string, Partial<Found>, object]>([
  // By a factor of two per month from one to four: three times the load in log2 3 months.
  [
    '0%..300%/month',
    {},
    { date: '2026-02-17', earliest: '2026-01-23', latest: null, met_from: '2026-02-01' },
  ],
  ['100%/month', { least: null }, { met_from: null }],
  ['100%/month', { least: estimate(1) }, { met_from: null }],
  ['100%/month', { load: null }, { date: null, earliest: null, latest: null }],
])('a growth of %s reaches the loads on a date, earlier and later for its ends: %j', (growth, over, date) => {
  expect(report(BOTH, growth, over).date).toMatchObject({ growth, ...date });
});
