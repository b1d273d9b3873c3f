import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/study/engine/engine.js';
import type { KeptRun } from '../../../src/study/engine/run-ledger.js';
import type { BudgetUse } from '../../../src/study/engine/study.js';
import type { WorkProgress } from '../../../src/study/engine/work-options.js';
import { plan, planStudy } from '../../../src/study/plan/plan.js';
import { readSource } from '../../../src/study/runs/scenario-source.js';
import { planQuestion } from '../plan-question.js';

/**
 * Plans for one scenario of the tests, or a shipped one: each plan takes the runs of those before it, as a resumed plan
 * would, so that a second question about the same settings needs few new ones.
 */
function plansOf(
  path: string,
  vary: readonly string[],
  options: { readonly set?: readonly string[]; readonly seed?: string; readonly queries?: number } = {},
) {
  const { set = [], seed, queries = 1.6e8 } = options;
  const kept = new Map<string, KeptRun>();
  const ledger = {
    find: (key: string) => kept.get(key),
    keep: (key: string, run: KeptRun) => kept.set(key, run),
  };
  return async (
    limits: readonly string[],
    over: { readonly replications?: number; readonly vary?: readonly string[] } = {},
  ) => {
    const source = await readSource(fileURLToPath(new URL(path, import.meta.url)), {
      seed,
      set: [...set, 'slo={}'],
    });
    const budget = { queries, replications: over.replications };
    return answer(planStudy(source, planQuestion(over.vary ?? vary, limits, { budget })), { ledger });
  };
}

/** Settings whose windows rank differently from their complete runs; the optima are those of exhaustive sweeps. */
describe('a plan', () => {
  const cache = plansOf('../cases/s5-cache.yaml', ['min=0.25,0.5,1,2,4', 'max=1,2,4,8', 'timeout=never']);
  it('a plan accounts for caches that are cold for the first half hour', async () => {
    const result = await cache(['latency_p99 <= 100ms']);
    expect(result.recommendation).toBe('min=0.25 max=8 timeout=never');
    expect(result.selection).toMatchObject({ guarantee: 'good_selection', not_looked_at: 0 });
  });

  it('a plan names the closest candidate by complete runs', async () => {
    const result = await cache(['latency_p99 <= 80ms']);
    expect(result.recommendation).toBeNull();
    const { outcome, closest, constraints } = result.infeasibility!;
    expect([outcome, closest]).toEqual(['none', 'min=4 max=4 timeout=never']);
    expect(constraints[0]!.best!.mean).toBeGreaterThan(92);
    expect(constraints[0]!.best!.mean).toBeLessThan(94);
  });

  const batch = plansOf('../cases/s4-batch.yaml', ['min=0.25,0.5', 'max=0.5,1,2,4', 'timeout=60s,5m']);
  it.each([
    ['20m', 'min=0.25 max=2 timeout=5m'],
    ['40m', 'min=0.25 max=1 timeout=5m'],
  ])('accounts for the nightly batch: 99th percentile of at most %s', async (bound, best) => {
    const limits = ['wake_probability <= 2.3%', `latency_p99 <= ${bound}`];
    expect((await batch(limits, { replications: 20 })).recommendation).toBe(best);
  });

  it('a plan makes runs near a bound until it is clear, and recommends no setting that misses it', async () => {
    const recommended: (string | null)[] = [];
    for (let seed = 1; seed <= 12; seed++) {
      const tiny = plansOf('../cases/tiny.yaml', ['timeout=60s,2m,5m,10m,15m'], { seed: String(seed) });
      recommended.push((await tiny(['latency_p99 <= 2.55s'], { replications: 160 })).recommendation);
    }
    // Over 3,000 runs: 2.83 s at two minutes, 2.61 s at five, 2.38 s at ten, 2.28 s at fifteen.
    expect(recommended.filter((name) => name === 'timeout=10m').length).toBeGreaterThanOrEqual(10);
    expect(recommended).not.toContain('timeout=5m');
    expect(recommended).not.toContain('timeout=2m');
  });

  // The busy hours of a day.
  const weekday = plansOf('../../../scenarios/weekday-saas.yaml', [], {
    set: ['start=2026-01-05T11:00:00Z', 'duration=6h'],
    queries: 5e7,
  });
  it('a plan simulates every setting of a busy compute, at hybrid fidelity if exact runs are expensive', async () => {
    const { recommendation, selection, fidelity, candidates } = await weekday(['latency_p99 <= 250ms']);
    // By exact runs: $0.32 in six hours compared with $0.48 at twice the size; half the size breaks the bound.
    expect(recommendation).toBe('min=0.25 max=0.5 timeout=5m');
    expect(selection).toMatchObject({ guarantee: 'good_selection', not_looked_at: 0 });
    expect(fidelity).toBe('hybrid');
    const [smaller, awake] = ['min=0.25 max=0.25 timeout=5m', 'min=0.25 max=0.5 timeout=never'];
    const withoutExactRuns = { replications: 0 };
    expect(candidates).toContainEqual(
      expect.objectContaining({ name: smaller, fate: 'infeasible', evidence: 'hybrid', ...withoutExactRuns }),
    );
    expect(candidates).toContainEqual(
      expect.objectContaining({ name: awake, fate: 'worse', evidence: 'inferred', ...withoutExactRuns }),
    );
  });

  it('a plan names the closest candidate if all are ruled out at hybrid fidelity, the cheapest of equals', async () => {
    const vary = ['min=0.25,4', 'max=4', 'timeout=5m,never'];
    const { infeasibility } = await weekday(['latency_p99 <= 20ms'], { vary });
    expect(infeasibility).toMatchObject({ outcome: 'none', closest: 'min=4 max=4 timeout=5m' });
  });

  it('a plan does not claim that settings break a constraint that complete runs meet', async () => {
    const vary = ['min=0.25,0.5', 'max=1,2', 'timeout=5m'];
    const { candidates } = await weekday(['latency_p99 <= 100ms'], { vary, replications: 2 });
    const smaller = candidates.find(({ name }) => name === 'min=0.25 max=1 timeout=5m')!;
    expect(smaller).toMatchObject({ feasible: true, replications: 2 });
  });
});

it.each([
  ['the sizes of most candidates vary', 'hobby-app', 'duration=1d'],
  ['the load differs from replication to replication', 'uneven-weeks', 'duration=4d'],
  ['no load grows with use', 'cron-poller', 'duration=1d'],
])('the expected work of a plan is within a factor of 1.5 from the start if %s', async (_, name, set) => {
  const path = fileURLToPath(new URL(`../../../scenarios/${name}.yaml`, import.meta.url));
  const asked = { growth: [1.5, 2, 5], sensitivity: true, budget: { queries: 3e7, replications: undefined } };
  const seen: BudgetUse[] = [];
  const progress = ({ budget }: WorkProgress) => void (budget && budget.used > 0 && seen.push(budget));
  const { work } = await plan(await readSource(path, { set: [set] }), planQuestion([], [], asked), {
    progress,
  });
  const truth = work.searched_queries + work.further_queries;
  const half = seen.findLast(({ used }) => used <= truth / 2)!;
  for (const { expected } of [seen[0]!, half]) {
    expect(expected / truth).toBeGreaterThan(1 / 1.5);
    expect(expected / truth).toBeLessThan(1.5);
  }
});
