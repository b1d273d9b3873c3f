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
import { expectFigures } from '../../command-rows.js';
import { tableOf } from '../../table.js';
import { planQuestion } from '../plan-question.js';
import { quickSource as withSlo } from '../quick-scenario.js';

const quickSource: typeof withSlo = (over, set) => withSlo({ slo: {}, ...over }, set);

function question(over: Partial<PlanQuestion> = {}): PlanQuestion {
  return planQuestion(['timeout=60s,5m,15m,1h,never'], [], over);
}
const limits = (...texts: readonly string[]) => texts.map((text) => parseConstraint(text));

interface Row {
  readonly rule: string;
  readonly over?: object;
  readonly vary?: readonly string[];
  readonly constraints?: readonly string[];
  readonly ask?: Partial<PlanQuestion>;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly why?: string;
}

const rows = tableOf<Row>(import.meta.url, 'plan-answers.yaml');
it.each(rows.map((row) => [row.rule, row] as const))('%s', async (_, row) => {
  const { vary, constraints = [], ask } = row;
  const asked = { constraints: limits(...constraints), ...(vary && { vary }), ...ask };
  const result = await plan(quickSource(row.over), question(asked));
  expectFigures(result, row.figures);
  if (row.why !== undefined) expect(planJson(result).why.join('\n')).toMatch(new RegExp(row.why));
});

describe('a plan', () => {
  it('changes with the load and with assumptions', async () => {
    const constraints = limits('wake_probability <= 10%');
    const { growth, sensitivity } = await plan(
      quickSource(),
      question({ constraints, growth: [0.25, 4], sensitivity: true }),
    );
    expect(growth).toMatchObject([
      // At five per hour, fifteen minutes are too few: e^(-5/4) is 29 %, e^(-5) is 0.7 %.
      { factor: 0.25, candidate: 'timeout=1h', stays: { feasible: false } },
      // At eighty per hour, five minutes save less than the indifference zone: e^(-80/12) is 0.1 %.
      { factor: 4, candidate: 'timeout=15m', stays: { feasible: true } },
    ]);
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

  it('reports the omissions due to the budget, and stays within it including the report', async () => {
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
