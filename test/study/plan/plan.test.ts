import { describe, expect, it } from 'vitest';
import { runFigures } from '../../../src/figures/run-figures.js';
import { planJson } from '../../../src/report/answers/plan/plan.js';
import { sampleMoments } from '../../../src/statistics/sample-moments.js';
import { sweep } from '../../../src/study/compare/sweep.js';
import { plan } from '../../../src/study/plan/plan.js';
import type { PlanQuestion } from '../../../src/study/plan/plan-work.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { planQuestion } from '../plan-question.js';
import { computeOf, sourceOf, quickSource as withSlo } from '../quick-scenario.js';

const quickSource: typeof withSlo = (over, set) => withSlo({ slo: {}, ...over }, set);

function question(over: Partial<PlanQuestion> = {}): PlanQuestion {
  return planQuestion(['timeout=60s,5m,15m,1h,never'], [], over);
}
const limits = (...texts: readonly string[]) => texts.map((text) => parseConstraint(text));

describe('a plan', () => {
  it('without constraints selects the cheapest candidate, and the others are more expensive', async () => {
    const { recommendation, candidates, work, today } = await plan(quickSource(), question());
    expect(recommendation).toBe('timeout=60s');
    expect(candidates.filter(({ fate }) => fate === 'kept')).toEqual([]);
    expect(work.share).toBeLessThan(1);
    // Both had the same arrivals, so the saving is known much more precisely than its size.
    expect(today!.candidate).toBe('timeout=5m');
    expect(today!.cost_usd_per_month!.mean).toBeLessThan(0);
    expect(today!.cost_usd_per_month!.half_width).toBeLessThan(-0.3 * today!.cost_usd_per_month!.mean);
  });

  it('reports a job that never fires in the run, unless that is known', async () => {
    const job = { process: { cron: { schedule: '0 3 1 * *', count: 30 } }, query: { cpu: '1ms' } };
    const load = [{ name: 'report', compute: 'primary', ...job }];
    const over = { start: '2026-01-05T00:00:00Z', duration: '1d', load };
    const { warnings } = await plan(quickSource(over), question());
    expect(warnings).toEqual([
      "report sends 0 queries a month at the pace of the 24 h simulated, from which a month's cost is projected, and 30 over a year",
    ]);
    const known = { ...over, ignore_findings: ['job_unlike_month'] };
    expect((await plan(quickSource(known), question())).warnings).toEqual([]);
  });

  it('selects the cheapest per month if a run of a week is free because its hours are included', async () => {
    const plan2024 = { name: 'launch', as_of: '2025-01-15' };
    const source = quickSource({ plan: plan2024, duration: '7d', computes: [computeOf(1, 1, -1)] });
    const result = await plan(source, planQuestion(['min=0.25,1']));
    expect(result.objective.figure).toBe('cost_usd_per_month');
    expect(result.recommendation).toBe('min=0.25');
    // 730 of 300 included hours at $0.16.
    expect(result.today!.cost_usd_per_month!.mean).toBeCloseTo(-(730 - 300) * 0.16);
    const whole = await plan({ ...source, set: ['duration=31d'] }, planQuestion(['min=0.25,1']));
    expect(whole.objective.figure).toBe('cost_usd');
  });

  it('names the binding constraint, and the constraint that the cheaper neighbor breaks', async () => {
    // Wakes of a fifth of a Poisson stream of 20 an hour: e^(-20 t) = 19 % at five minutes, 0.7 % at fifteen.
    const constraints = limits('wake_probability <= 10%');
    const result = await plan(quickSource(), question({ constraints }));
    expect(result.recommendation).toBe('timeout=15m');
    expect(result.reasons!.cheaper.map(({ name }) => name)).toEqual(['timeout=5m']);
    expect(result.reasons!.cheaper[0]!.missed[0]!.constraint).toBe('wake_probability <= 10%');
    expect(result.today!.constraints[0]!.met).toBe(false);
    expect(result.next_best!.candidate).toBe('timeout=1h');
  });

  it('is not misled by ten runs that all lack what one run in nine has', async () => {
    // A burst every nine runs, for which 1 CU is too small: the first ten of this seed have none.
    const source = sourceOf(`
name: bursts
seed: 2
start: 2026-03-02T00:00:00Z
duration: 3h
plan: scale
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: 300 }
load:
  - name: web
    compute: primary
    rate: { mmpp: [{ rate: 1/min, mean: 1d }, { rate: 12/s, mean: 4m }] }
    query: { cpu: 100ms }
    connection: { kind: pool, size: 30 }
`);
    const asked = { vary: ['max=1,2'], constraints: limits('latency_p99 <= 3s') };
    const few = await plan(source, question({ ...asked, budget: { queries: 1.5e7, replications: 10 } }));
    expect(few.recommendation).toBe('max=1');
    const enough = await plan(source, question({ ...asked, budget: { queries: 1.5e7, replications: 60 } }));
    expect(enough.recommendation).toBe('max=2');
  });

  it('without a feasible candidate names what fails, the smallest shortfall, and the closest candidate', async () => {
    const constraints = limits('wake_probability <= 1%', 'cost_usd <= $0.1');
    const result = await plan(quickSource(), question({ constraints }));
    expect(result.recommendation).toBeNull();
    const [wakes, cost] = result.infeasibility!.constraints;
    expect(wakes!.excess).toBeLessThanOrEqual(0);
    expect(cost!.excess).toBeGreaterThan(0);
    expect(result.infeasibility!.closest).not.toBeNull();
    expect(planJson(result).why.join('\n')).toMatch(
      /cost of the run at most \$0.10 fails everywhere: the best is .*beyond/,
    );
  });

  it('can optimize another figure, for which more may be better', async () => {
    const constraints = limits('cost_usd <= $3');
    const result = await plan(
      quickSource(),
      question({ objective: 'latency_p50', constraints, vary: ['min=0.25,0.5,1', 'max=0.25,0.5,1'] }),
    );
    expect(result.recommendation).toMatch(/^min=0.5 max=(0.5|1)$/);
    const most = await plan(quickSource(), question({ objective: 'availability_time' }));
    expect(most.objective.sense).toBe('most');
    expect(most.recommendation).toBe('timeout=never');
  });

  it('changes with the load and with assumptions', async () => {
    const constraints = limits('wake_probability <= 10%');
    const { growth, sensitivity } = await plan(
      quickSource(),
      question({ constraints, growth: [4], sensitivity: true }),
    );
    // At eighty per hour, five minutes are enough: e^(-80/12) is 0.1 %.
    expect(growth).toMatchObject([{ factor: 4, candidate: 'timeout=5m', stays: { feasible: true } }]);
    const swings = sensitivity.map(({ swing }) => swing);
    expect(swings).toEqual(swings.toSorted((a, b) => b - a));
    expect(swings[0]).toBeGreaterThan(0);
    for (const { assumption, low, high, swing } of sensitivity) {
      // Each side reports its change, and the largest is the swing.
      const moved = [low, high].flatMap((side) => [side?.relative ?? 0, side?.limit?.change ?? 0]);
      expect(swing, assumption).toBeCloseTo(Math.max(...moved.map(Math.abs)), 12);
      for (const side of [low, high]) {
        if (side?.limit) expect(side.limit.constraint).toBe('wake_probability <= 10%');
        if (side && side.breaks.length > 0) expect(side.limit!.change).toBeGreaterThan(0);
      }
    }
    const names = sensitivity.map(({ assumption }) => assumption);
    expect(names).toContain('model.wake_latency');
    // No reads from storage, and no traffic through the pooler.
    expect(names).not.toContain('model.page_miss_latency');
  });

  it('counts the objectives of the scenario as constraints', async () => {
    const result = await plan(quickSource({ slo: { wake_probability: '10%' } }), question());
    expect(result.recommendation).toBe('timeout=15m');
    expect(result.constraints).toMatchObject([{ figure: 'wake_probability', from: 'scenario' }]);
  });

  it('gives the same figures for every candidate as a sweep and a run of the same settings', async () => {
    const constraints = limits('wake_probability <= 10%');
    const { candidates } = await plan(quickSource(), question({ constraints }));
    for (const { settings, replications, figures } of candidates) {
      const axes = [{ path: 'timeout', values: [settings['timeout']!] }];
      const { rows } = await sweep(quickSource(), { axes, replications, confidence: 0.95 });
      expect(figures).toEqual(rows[0]!.figures);
    }
    const { name, figures, replications } = candidates[0]!;
    const variant = await compileVariant(quickSource({}, [name]));
    const costs: number[] = [];
    for (let replication = 0; replication < replications; replication++) {
      costs.push(runFigures(await runVariant(variant, { replication })).cost_usd!);
    }
    expect(figures.cost_usd!.mean).toBeCloseTo(sampleMoments(costs).mean, 12);
  });

  it('reports what the budget left out, and stays within it including the report', async () => {
    const { work } = await plan(quickSource(), question({ budget: { queries: 1, replications: 5 } }));
    const budget = { queries: Math.round(3.5 * work.searched_queries), replications: 5 };
    const constraints = limits('wake_probability <= 10%');
    const result = await plan(
      quickSource(),
      question({ constraints, budget, growth: [], sensitivity: true }),
    );
    expect(result.work.searched_queries + result.work.further_queries).toBeLessThanOrEqual(budget.queries);
    expect(result.selection.guarantee).toBe('fixed_budget');
    const unseen = result.candidates.filter(({ fate }) => fate === 'not_looked_at');
    expect(unseen).toHaveLength(result.selection.not_looked_at);
    expect(unseen.length).toBeGreaterThan(0);
    expect(unseen.every(({ figures }) => Object.keys(figures).length === 0)).toBe(true);
    expect(result.fronts.flatMap(({ candidates }) => candidates)).not.toContain(unseen[0]!.name);
    expect(planJson(result).why.join('\n')).toContain('not evaluated');
  });

  it('simulates its recommendation at every greater load, whatever is left of the budget', async () => {
    const budget = { queries: 1, replications: 5 };
    const { growth, recommendation } = await plan(quickSource(), question({ budget, growth: [2, 5] }));
    expect(recommendation).not.toBeNull();
    expect(growth.map(({ factor, replications, complete }) => [factor, replications, complete])).toEqual([
      [2, 1, false],
      [5, 1, false],
    ]);
    expect(growth.every(({ figures }) => figures.cost_usd !== null)).toBe(true);
  });

  it('recommends only safe settings, but names the best estimate and its probability', async () => {
    const replications = 3;
    const axes = [{ path: 'timeout', values: ['5m'] }];
    const { rows } = await sweep(quickSource(), { axes, replications, confidence: 0.95 });
    const { mean, half_width } = rows[0]!.figures.wake_probability!;
    // A fifth of a standard error above the mean: t(2) of it is 0.57.
    const bound = mean + (0.2 * half_width) / 4.3027;
    const constraints = limits(`wake_probability <= ${bound}`);
    const asked = question({
      constraints,
      vary: ['timeout=60s,5m'],
      budget: { queries: 250000, replications },
    });
    const result = await plan(quickSource(), asked);
    expect(result.recommendation).toBeNull();
    expect(result.infeasibility).toMatchObject({ outcome: 'undecided', closest: 'timeout=5m' });
    const best = result.candidates.find(({ name }) => name === 'timeout=5m')!;
    expect(best.constraints[0]!.probability).toBeCloseTo(0.57, 2);
    expect(planJson(result).why[0]).toMatch(/timeout=5m is the best estimate: .* is 0.57/);
    expect((await plan(quickSource(), { ...asked, safety: 0.5 })).recommendation).toBe('timeout=5m');
  });
});
