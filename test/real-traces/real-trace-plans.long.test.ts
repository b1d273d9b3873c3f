import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plan } from '../../src/study/plan/plan.js';
import { DEFAULT_MAX_QUERIES } from '../../src/study/plan/plan-budget.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';
import { readSource } from '../../src/study/runs/scenario-source.js';

/** `neap plan` with a quarter of its usual budget, at the present load. */
async function planned(name: string, ...constraints: readonly string[]) {
  const source = await readSource(fileURLToPath(new URL(`${name}.yaml`, import.meta.url)));
  return plan(source, {
    objective: 'cost_usd',
    constraints: constraints.map((text) => parseConstraint(text)),
    vary: [],
    compute: undefined,
    growth: [],
    sensitivity: false,
    confidence: 0.95,
    safety: 0.95,
    budget: { queries: DEFAULT_MAX_QUERIES / 4, replications: undefined },
  });
}

describe('a plan for a recorded trace', () => {
  it('of a load balancer is double the smallest size, for the tail', { timeout: 3_600_000 }, async () => {
    const { recommendation, candidates, work } = await planned(
      'elb-requests',
      'latency_p99 <= 150ms',
      'wake_probability <= 1%',
    );
    // A maximum of 0.5 costs the same; today's is 1.
    expect(recommendation).toBe('min=0.5 max=1 timeout=5m');
    expect(work.share).toBeLessThan(0.25);
    const smallest = candidates.filter(({ settings }) => settings['min'] === '0.25');
    expect(smallest.filter(({ feasible }) => feasible)).toEqual([]);
  });
});
