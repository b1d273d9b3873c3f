import { describe, expect, it } from 'vitest';
import { runFigures } from '../../../src/figures/run-figures.js';
import { capacity } from '../../../src/study/growth/capacity.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { computeOf, quickSource } from '../quick-scenario.js';
import {
  boundAt,
  caseSource,
  everyAnswer,
  forecasted,
  meanOf,
  planned,
  runsOf,
  sweptFigures,
} from './every-command.js';

describe('a bound that is met exactly', () => {
  /** A week of a compute that is always active; even a thousand times its load is small. */
  const query = { cpu: { exponential: { mean: '200ms' } } };
  const source = quickSource({
    start: '2026-01-05',
    duration: '7d',
    computes: [computeOf(0.25, 0.25, -1)],
    load: [{ name: 'web', compute: 'primary', rate: '2/h', query }],
  });
  const vary = ['timeout=5m,never'];

  it.each(['wake_probability <= 0', 'delayed_probability <= 0%', 'success_rate >= 100%'])(
    'is met by every command: %s',
    async (text) => {
      const constraint = parseConstraint(text);
      const { today, present } = await everyAnswer({ source, vary, constraint });
      const { events } = await forecasted(source, { objectives: [constraint] });
      expect([today.feasible, present.met, events[0]!.date]).toEqual([true, true, null]);
    },
  );

  it.each([
    [1, true],
    [1 - 1e-15, false],
  ])('is met to the last digit: %d times the exact cost, %s', async (times, met) => {
    const cost = meanOf(await runsOf(source), 'cost_usd');
    const constraint = parseConstraint(`cost_usd <= ${times * cost}`);
    const { today, present } = await everyAnswer({ source, vary, constraint });
    expect([today.feasible, present.met]).toEqual([met, met]);
  });
});

it.each([
  ['1ms', null],
  ['1h', 'timeout=5m'],
])(
  'a plan with a single setting is judged as a sweep judges it: p99 at most %s',
  async (bound, recommended) => {
    const source = await caseSource('tiny');
    const constraints = [parseConstraint(`latency_p99 <= ${bound}`)];
    const { recommendation, candidates } = await planned(source, { vary: ['timeout=5m'], constraints });
    expect([recommendation, candidates.length]).toEqual([recommended, 1]);
    const { figures, settings, replications } = candidates[0]!;
    expect(figures).toEqual(await sweptFigures(source, settings, replications));
  },
);

it('without growth, each month costs the daily cost of a run at the present load', async () => {
  const source = await caseSource('tiny', ['duration=7d', 'start=2026-02-02']);
  const { months } = await forecasted(source);
  // February has four weeks, with the same days as the run.
  expect(months[0]!.cu_hours.mean).toBeCloseTo(4 * meanOf(await runsOf(source), 'cu_hours'), 6);
  const { growth, recommendation } = await planned(source, { vary: ['timeout=5m,15m'], growth: [1] });
  expect(growth[0]!.candidate).toBe(recommendation);
});

it.each([1, 1.5e4, 5e4])(
  'a budget of %d queries leaves figures of complete runs, or none',
  async (queries) => {
    const source = await caseSource('tiny');
    const constraints = [parseConstraint('wake_probability <= 30%')];
    const budget = { queries, replications: 5 };
    const { candidates } = await planned(source, { vary: ['timeout=60s,5m,15m,1h'], constraints, budget });
    expect(candidates.filter(({ replications }) => replications > 0)).not.toEqual([]);
    for (const { settings, replications, figures } of candidates)
      expect(figures).toEqual(replications === 0 ? {} : await sweptFigures(source, settings, replications));
  },
);

it.each([0.8, 1.25])(
  'a fleet meets a bound of %s times its p99, or misses it, in every command',
  async (times) => {
    const { name: _, ...template } = computeOf(0.25);
    const source = quickSource({
      start: '2026-01-05',
      computes: { name: 'tenant', count: 4, template },
      load: [
        { name: 'app', compute: 'tenant', rate: '30/h', query: { cpu: { exponential: { mean: '100ms' } } } },
      ],
    });
    const runs = await runsOf(source);
    const constraint = boundAt(times, 'latency_p99', meanOf(runs, 'latency_p99'));
    const { today, swept, present } = await everyAnswer({ source, vary: ['timeout=5m,15m'], constraint });
    expect(today.figures.cost_usd!.mean).toBe(swept.cost_usd!.mean);
    expect(swept.cost_usd!.mean).toBeCloseTo(meanOf(runs.slice(0, today.replications), 'cost_usd'), 9);
    expect(present.figures[0]!.mean).toBeCloseTo(meanOf(runs, 'latency_p99'), 9);
    expect([today.constraints[0]!.met, present.met]).toEqual([times > 1, times > 1]);
  },
);

describe('hybrid fidelity', () => {
  it('decides no reported figure: figures of a plan with little room come from exact runs', async () => {
    const source = await caseSource('app', ['duration=12h', 'start=2026-01-05T08:00:00Z']);
    const exact = await runVariant(await compileVariant(source));
    const { fidelity, candidates } = await planned(source, {
      vary: ['min=0.25,0.5', 'max=1,2,4', 'timeout=5m'],
      constraints: [parseConstraint('latency_p99 <= 400ms')],
      budget: { queries: (9 / 2) * exact.observations.events_fired, replications: 2 },
    });
    expect(fidelity).toBe('hybrid');
    for (const { settings, replications, figures, today } of candidates) {
      if (replications === 0) continue;
      if (today) expect(figures.latency_p99!.mean).toBeGreaterThan(0);
      expect(figures).toEqual(await sweptFigures(source, settings, replications));
    }
  });

  it('of a sparse load is the exact run, in a run and in a capacity search', async () => {
    const source = await caseSource('tiny');
    const variant = await compileVariant(source);
    const exact = runFigures(await runVariant(variant, { fidelity: 'exact' }));
    expect(runFigures(await runVariant(variant, { fidelity: 'hybrid' }))).toEqual(exact);
    const objectives = [boundAt(1.5, 'latency_p99', exact.latency_p99!)];
    const plan = { objectives, replications: 1, confidence: 0.95, tolerance: 0.2 };
    const { levels } = await capacity(source, plan);
    expect(levels.find(({ factor }) => factor === 1)!.figures[0]!.mean).toBe(exact.latency_p99);
  });
});
