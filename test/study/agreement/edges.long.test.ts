import { describe, expect, it } from 'vitest';
import { runFigures } from '../../../src/figures/run-figures.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { capacity } from '../../../src/study/growth/capacity.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { quickSource } from '../quick-scenario.js';
import { caseSource, everyAnswer, FORECAST, meanOf, planned, runsOf } from './every-command.js';

/** A week of a compute that is always active; even a thousand times its load is small. */
const AWAKE = {
  name: 'awake',
  start: '2026-01-05',
  duration: '7d',
  computes: [
    {
      name: 'primary',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds: -1,
    },
  ],
  load: [
    { name: 'web', compute: 'primary', rate: '2/h', query: { cpu: { exponential: { mean: '200ms' } } } },
  ],
};

/** A few databases with the same template. */
const FLEET = {
  name: 'few',
  start: '2026-01-05',
  computes: {
    name: 'tenant',
    count: 4,
    template: {
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 0.25,
      suspend_timeout_seconds: 300,
    },
  },
  load: [
    { name: 'app', compute: 'tenant', rate: '30/h', query: { cpu: { exponential: { mean: '100ms' } } } },
  ],
};

describe('a bound that is met exactly', () => {
  it.each(['wake_probability <= 0', 'delayed_probability <= 0%', 'success_rate >= 100%'])(
    'is met by every command: %s',
    async (text) => {
      const source = quickSource(AWAKE);
      const constraint = parseConstraint(text);
      const { today, carried } = await everyAnswer({ source, vary: ['timeout=5m,never'], constraint });
      const { events } = await forecast(source, { ...FORECAST, objectives: [constraint] });
      const present = carried.levels.find(({ factor }) => factor === 1)!;
      expect([today.feasible, present.met, events[0]!.date]).toEqual([true, true, null]);
    },
  );

  it('the exact cost meets a bound to the last digit, and misses the next lower one', async () => {
    const source = quickSource(AWAKE);
    const cost = meanOf(await runsOf(source), 'cost_usd');
    for (const [bound, met] of [
      [cost, true],
      [cost * (1 - 1e-15), false],
    ] as const) {
      const constraint = parseConstraint(`cost_usd <= ${bound}`);
      const { today, carried } = await everyAnswer({ source, vary: ['timeout=5m,never'], constraint });
      const present = carried.levels.find(({ factor }) => factor === 1)!;
      expect([today.feasible, present.met]).toEqual([met, met]);
    }
  });
});

describe('a plan with a single setting', () => {
  it.each(['1ms', '1h'])('is judged as a sweep judges it: latency_p99 at most %s', async (bound) => {
    const source = await caseSource('tiny', []);
    const constraints = [parseConstraint(`latency_p99 <= ${bound}`)];
    const { recommendation, candidates } = await planned(source, { vary: ['timeout=5m'], constraints });
    const [only] = candidates;
    expect(candidates).toHaveLength(1);
    const { rows } = await sweep(source, {
      axes: [{ path: 'timeout', values: ['5m'] }],
      replications: only!.replications,
      confidence: 0.95,
    });
    expect(only!.figures).toEqual(rows[0]!.figures);
    expect(recommendation).toBe(bound === '1h' ? 'timeout=5m' : null);
  });
});

describe('no growth', () => {
  it('makes each month cost what a run at the present load costs per day', async () => {
    const source = await caseSource('tiny', ['duration=7d', 'start=2026-02-02']);
    const runs = await runsOf(source);
    const { months } = await forecast(source, FORECAST);
    // February has four weeks, with the same days as the run.
    expect(months[0]!.cu_hours.mean).toBeCloseTo(4 * meanOf(runs, 'cu_hours'), 6);
    const vary = ['timeout=5m,15m'];
    const { growth } = await planned(source, { vary, growth: [1] });
    const { recommendation, candidates } = await planned(source, { vary });
    expect(growth[0]!.candidate).toBe(recommendation);
    expect(candidates.find(({ name }) => name === recommendation)!.fate).toBe('recommended');
  });
});

describe('a budget', () => {
  it.each([1, 1.5e4, 5e4])('of %d queries leaves figures of complete runs, or none', async (queries) => {
    const source = await caseSource('tiny', []);
    const constraints = [parseConstraint('wake_probability <= 30%')];
    const vary = ['timeout=60s,5m,15m,1h'];
    const { candidates } = await planned(source, { vary, constraints, budget: { queries, replications: 5 } });
    expect(candidates.filter(({ replications }) => replications > 0)).not.toEqual([]);
    for (const { settings, replications, figures } of candidates) {
      if (replications === 0) {
        expect(figures).toEqual({});
        continue;
      }
      const axes = [{ path: 'timeout', values: [settings['timeout']!] }];
      const { rows } = await sweep(source, { axes, replications, confidence: 0.95 });
      expect(figures).toEqual(rows[0]!.figures);
    }
  });
});

describe('a fleet', () => {
  it.each([0.8, 1.25])('meets a bound of %s times its p99, or misses it, in every command', async (times) => {
    const source = quickSource(FLEET);
    const runs = await runsOf(source);
    const constraint = parseConstraint(
      `latency_p99 <= ${(times * meanOf(runs, 'latency_p99')).toFixed(4)}ms`,
    );
    const { today, swept, carried } = await everyAnswer({ source, vary: ['timeout=5m,15m'], constraint });
    const present = carried.levels.find(({ factor }) => factor === 1)!;
    expect(today.figures.cost_usd!.mean).toBe(swept.cost_usd!.mean);
    expect(swept.cost_usd!.mean).toBeCloseTo(meanOf(runs.slice(0, today.replications), 'cost_usd'), 9);
    expect(present.figures[0]!.mean).toBeCloseTo(meanOf(runs, 'latency_p99'), 9);
    expect([today.constraints[0]!.met, present.met]).toEqual([times > 1, times > 1]);
  });
});

describe('hybrid fidelity', () => {
  it('decides no reported figure: figures of a plan with little room come from exact runs', async () => {
    const source = await caseSource('app', ['duration=12h', 'start=2026-01-05T08:00:00Z']);
    const exact = await runVariant(await compileVariant(source));
    const queries = (9 / 2) * exact.observations.events_fired;
    const constraints = [parseConstraint('latency_p99 <= 400ms')];
    const result = await planned(source, {
      vary: ['min=0.25,0.5', 'max=1,2,4', 'timeout=5m'],
      constraints,
      budget: { queries, replications: 2 },
    });
    expect(result.fidelity).toBe('hybrid');
    for (const { settings, replications, figures, today } of result.candidates) {
      if (replications === 0) continue;
      if (today) expect(figures.latency_p99!.mean).toBeGreaterThan(0);
      const axes = Object.entries(settings).map(([path, value]) => ({ path, values: [value] }));
      const { rows } = await sweep(source, { axes, replications, confidence: 0.95 });
      expect(figures).toEqual(rows[0]!.figures);
    }
  });

  it('of a sparse load is the exact run, in a run and in a capacity search', async () => {
    const source = await caseSource('tiny', []);
    const variant = await compileVariant(source);
    const [exact, hybrid] = await Promise.all(
      (['exact', 'hybrid'] as const).map(async (fidelity) =>
        runFigures(await runVariant(variant, { fidelity })),
      ),
    );
    expect(hybrid).toEqual(exact);
    const objectives = [parseConstraint(`latency_p99 <= ${(1.5 * exact!.latency_p99!).toFixed(4)}ms`)];
    const { levels } = await capacity(source, {
      objectives,
      replications: 1,
      confidence: 0.95,
      tolerance: 0.2,
    });
    expect(levels.find(({ factor }) => factor === 1)!.figures[0]!.mean).toBe(exact!.latency_p99);
  });
});
