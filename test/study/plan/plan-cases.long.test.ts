import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plan } from '../../../src/study/plan/plan.js';
import { readSource } from '../../../src/study/runs/scenario-source.js';
import { planQuestion } from '../plan-question.js';

/** A plan for a scenario of the tests, or for a shipped one. */
async function planned(
  path: string,
  vary: readonly string[],
  limits: readonly string[],
  over: { readonly replications?: number; readonly seed?: string; readonly set?: readonly string[] } = {},
) {
  const { replications, seed, set = [] } = over;
  const source = await readSource(fileURLToPath(new URL(path, import.meta.url)), {
    seed,
    set: [...set, 'slo={}'],
  });
  return plan(source, planQuestion(vary, limits, { budget: { queries: 1.6e8, replications } }));
}

/** Settings whose windows rank differently from their complete runs; the optima are those of exhaustive sweeps. */
describe('a plan', () => {
  const cache = ['min=0.25,0.5,1,2,4', 'max=1,2,4,8', 'timeout=never'];
  it('accounts for caches that are cold for the first half hour', async () => {
    const result = await planned('../cases/s5-cache.yaml', cache, ['latency_p99 <= 100ms']);
    expect(result.recommendation).toBe('min=0.25 max=8 timeout=never');
    expect(result.selection).toMatchObject({ guarantee: 'good_selection', not_looked_at: 0 });
  });

  it('names the closest candidate by complete runs', async () => {
    const result = await planned('../cases/s5-cache.yaml', cache, ['latency_p99 <= 80ms']);
    expect(result.recommendation).toBeNull();
    const { outcome, closest, constraints } = result.infeasibility!;
    expect([outcome, closest]).toEqual(['none', 'min=4 max=4 timeout=never']);
    expect(constraints[0]!.best!.mean).toBeGreaterThan(92);
    expect(constraints[0]!.best!.mean).toBeLessThan(94);
  });

  it.each([
    ['20m', 'min=0.25 max=2 timeout=5m'],
    ['40m', 'min=0.25 max=1 timeout=5m'],
  ])('accounts for the nightly batch: 99th percentile of at most %s', async (bound, best) => {
    const vary = ['min=0.25,0.5', 'max=0.5,1,2,4', 'timeout=60s,5m'];
    const limits = ['wake_probability <= 2.3%', `latency_p99 <= ${bound}`];
    const result = await planned('../cases/s4-batch.yaml', vary, limits, { replications: 20 });
    expect(result.recommendation).toBe(best);
  });

  it('continues near a bound until it is clear, and recommends no setting that misses it', async () => {
    const recommended: (string | null)[] = [];
    for (let seed = 1; seed <= 12; seed++) {
      const vary = ['timeout=60s,2m,5m,10m,15m'];
      const over = { replications: 160, seed: String(seed) };
      const { recommendation } = await planned('../cases/tiny.yaml', vary, ['latency_p99 <= 2.55s'], over);
      recommended.push(recommendation);
    }
    // Over 3,000 runs: 2.83 s at two minutes, 2.61 s at five, 2.38 s at ten, 2.28 s at fifteen.
    expect(recommended.filter((name) => name === 'timeout=10m').length).toBeGreaterThanOrEqual(10);
    expect(new Set(recommended)).not.toContain('timeout=5m');
    expect(new Set(recommended)).not.toContain('timeout=2m');
  });

  it('simulates every setting of a busy compute, at hybrid fidelity if exact runs are expensive', async () => {
    const over = { set: ['duration=1d'] };
    const result = await planned('../../../scenarios/weekday-saas.yaml', [], ['latency_p99 <= 250ms'], over);
    // By exact runs: $1.27 per day compared with $1.70 at twice the size; half the size breaks the bound.
    expect(result.recommendation).toBe('min=0.25 max=0.5 timeout=5m');
    expect(result.selection).toMatchObject({ guarantee: 'good_selection', not_looked_at: 0 });
    expect(result.fidelity).toBe('hybrid');
    const smallest = result.candidates.find(({ name }) => name === 'min=0.25 max=0.25 timeout=5m')!;
    expect(smallest).toMatchObject({ fate: 'infeasible', evidence: 'hybrid', replications: 0 });
    const never = result.candidates.find(({ name }) => name === 'min=0.25 max=0.5 timeout=never')!;
    expect(never).toMatchObject({ fate: 'bounded', evidence: 'hybrid', replications: 0 });
  });

  it('names the closest candidate if all are ruled out at hybrid fidelity, the cheapest of equals', async () => {
    const over = { set: ['duration=1d'] };
    const vary = ['min=0.25,4', 'max=4', 'timeout=5m,never'];
    const path = '../../../scenarios/weekday-saas.yaml';
    const result = await planned(path, vary, ['latency_p99 <= 20ms'], over);
    expect(result.infeasibility).toMatchObject({ outcome: 'none', closest: 'min=4 max=4 timeout=5m' });
  });

  it('does not claim that settings break a constraint that complete runs meet', async () => {
    const vary = ['min=0.25,0.5', 'max=1,2', 'timeout=5m'];
    const over = { replications: 2, set: ['duration=1d'] };
    const path = '../../../scenarios/weekday-saas.yaml';
    const { candidates } = await planned(path, vary, ['latency_p99 <= 100ms'], over);
    const smaller = candidates.find(({ name }) => name === 'min=0.25 max=1 timeout=5m')!;
    expect(smaller).toMatchObject({ feasible: true, replications: 2 });
  });
});
