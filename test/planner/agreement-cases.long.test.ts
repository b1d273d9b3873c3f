import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type FigureName, type RunFigures, runFigures } from '../../src/figures/run-figures.js';
import { sweep } from '../../src/planner/compare/sweep.js';
import { capacity } from '../../src/planner/growth/capacity.js';
import { forecast } from '../../src/planner/growth/forecast.js';
import { parseGrowth } from '../../src/planner/growth/load-growth.js';
import { plan } from '../../src/planner/plan/plan.js';
import { type Constraint, parseConstraint } from '../../src/planner/replicate/constraint.js';
import { compileVariant, readSource, type ScenarioSource } from '../../src/planner/runs/scenario-source.js';
import { runVariant } from '../../src/planner/runs/variant.js';
import { sampleMoments } from '../../src/statistics/sample-moments.js';

const REPLICATIONS = 3;

/** Scenarios with their present settings among those that are varied, and a bound as a multiple of what they reach. */
const CASES = [
  { file: 'tiny', set: [], vary: ['timeout=5m,15m'], figure: 'latency_p99', times: 0.8 },
  { file: 'tiny', set: [], vary: ['timeout=5m,15m'], figure: 'latency_p99', times: 1.25 },
  { file: 'tiny', set: [], vary: ['timeout=5m,15m'], figure: 'wake_probability', times: 0.8 },
  { file: 's4-batch', set: ['duration=6h'], vary: ['max=2,4'], figure: 'latency_p99', times: 0.8 },
  {
    file: 's4-batch',
    set: ['duration=6h'],
    vary: ['timeout=60s,5m'],
    figure: 'delayed_probability',
    times: 1.25,
  },
  { file: 's5-cache', set: ['duration=1h'], vary: ['max=4,8'], figure: 'latency_p99', times: 1.25 },
] as const;

async function sourceOf(file: string, set: readonly string[]): Promise<ScenarioSource> {
  return readSource(fileURLToPath(new URL(`cases/${file}.yaml`, import.meta.url)), { set });
}

/** What single runs show, as `neap run --replications` does. */
async function runsOf(source: ScenarioSource): Promise<readonly RunFigures[]> {
  const variant = await compileVariant(source);
  const runs: RunFigures[] = [];
  for (let replication = 0; replication < REPLICATIONS; replication++) {
    runs.push(runFigures(await runVariant(variant, { replication })));
  }
  return runs;
}

function mean(runs: readonly RunFigures[], figure: FigureName): number {
  return sampleMoments(runs.map((run) => run[figure]!)).mean;
}

function bounded(figure: FigureName, value: number): Constraint {
  const bound = figure.startsWith('latency') ? `${value.toFixed(4)}ms` : `${(100 * value).toFixed(6)}%`;
  return parseConstraint(`${figure} <= ${bound}`);
}

/** What a plan says of today's settings. */
async function plannedToday(source: ScenarioSource, vary: readonly string[], constraint: Constraint) {
  const { candidates } = await plan(source, {
    objective: 'cost_usd',
    constraints: [constraint],
    slo: false,
    vary,
    compute: undefined,
    growth: [],
    sensitivity: false,
    confidence: 0.95,
    safety: 0.5,
    budget: { events: 1e8, replications: REPLICATIONS },
  });
  return candidates.find(({ today }) => today)!;
}

describe('a bound is met, or not, by run, sweep, plan and capacity alike', () => {
  it.each(CASES)('$file, $figure at $times times what it is', async ({ file, set, vary, figure, times }) => {
    const source = await sourceOf(file, set);
    const runs = await runsOf(source);
    const constraint = bounded(figure, times * mean(runs, figure));
    const met = times > 1;
    const axes = vary.map((text) => {
      const [path, values] = text.split('=') as [string, string];
      return { path, values: values.split(',') };
    });
    const today = await plannedToday(source, vary, constraint);
    const swept = await sweep(source, { axes, replications: today.replications, confidence: 0.95 });
    const row = swept.rows.find(({ settings }) =>
      Object.entries(settings).every(([path, value]) => today.settings[path] === value),
    )!;
    const carried = await capacity(source, {
      objectives: [constraint],
      replications: REPLICATIONS,
      confidence: 0.95,
      tolerance: 0.2,
    });
    const present = carried.levels.find(({ factor }) => factor === 1)!;
    expect(row.figures[figure]!.mean).toBeCloseTo(mean(runs.slice(0, today.replications), figure), 9);
    for (const name of ['cost_usd', figure] as const) {
      expect(today.figures[name]!.mean).toBe(row.figures[name]!.mean);
    }
    expect(present.figures[0]!.mean).toBeCloseTo(mean(runs, figure), 9);
    expect([today.feasible, present.met]).toEqual([met, met]);
    // What is met now is carried now, and what is missed is not, unless it says that an end is not known.
    const { least, load, why } = carried;
    const inside = (least?.factor ?? 0) <= 1 && (load?.factor ?? Number.POSITIVE_INFINITY) >= 1;
    if (!why?.includes('differ too much')) expect(inside).toBe(met);
  });
});

describe('a month', () => {
  it.each([
    ['tiny', []],
    ['s5-cache', ['load.olap.rate.base=0.004/s']],
  ])('of %s costs the same by run, sweep and forecast', async (file, set) => {
    const source = await sourceOf(file, [...set, 'start=2026-03-01', 'duration=31d']);
    const runs = await runsOf(source);
    const swept = await sweep(source, {
      axes: [{ path: 'timeout', values: ['5m'] }],
      replications: 1,
      confidence: 0.95,
    });
    const exact = await forecast(source, {
      months: 1,
      growth: parseGrowth('0%'),
      objectives: [],
      replications: REPLICATIONS,
      confidence: 0.95,
      tolerance: 0.01,
      exact: true,
    });
    expect(swept.rows[0]!.figures.cost_usd!.mean).toBeCloseTo(runs[0]!.cost_usd!, 9);
    expect(exact.months[0]!.cost_usd.mean).toBeCloseTo(mean(runs, 'cost_usd'), 6);
    expect(exact.months[0]!.cu_hours.mean).toBeCloseTo(mean(runs, 'cu_hours'), 6);
  });
});
