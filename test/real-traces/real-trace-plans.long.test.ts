import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plan } from '../../src/study/plan/plan.js';
import { DEFAULT_MAX_QUERIES } from '../../src/study/plan/plan-budget.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';
import { readSource } from '../../src/study/runs/scenario-source.js';

describe('a plan for a recorded trace', () => {
  it('of a load balancer is double the smallest size, for the tail', { timeout: 3_600_000 }, async () => {
    const path = fileURLToPath(new URL('elb-requests.yaml', import.meta.url));
    const { recommendation, candidates } = await plan(await readSource(path), {
      objective: 'cost_usd',
      constraints: ['latency_p99 <= 150ms', 'wake_probability <= 1%'].map((text) => parseConstraint(text)),
      vary: ['min=0.25,0.5', 'max=0.5,1'],
      growth: [],
      sensitivity: false,
      confidence: 0.95,
      safety: 0.95,
      budget: { queries: DEFAULT_MAX_QUERIES / 4, replications: undefined },
    });
    // A maximum of 0.5 costs the same; today's is 1.
    expect(recommendation).toBe('min=0.5 max=1');
    const smallest = candidates.filter(({ settings }) => settings['min'] === '0.25');
    expect(smallest).toHaveLength(2);
    expect(smallest.filter(({ feasible }) => feasible)).toEqual([]);
  });
});
