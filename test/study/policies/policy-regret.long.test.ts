import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { comparePolicies } from '../../../src/study/policies/policy-comparison.js';

/** Pauses of a tenth of a second to a quarter of an hour, most of them near a minute, the worth of a wake. */
const PAUSES = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 400, max: 900 }),
    fc.integer({ min: 1, max: 9000 }),
  ),
  { minLength: 2, maxLength: 40 },
);

/** Suspension policies if neither a wake nor a cold cache takes time. */
async function rowsOf(duration: string, load: string, replica = '') {
  const text = `
duration: ${duration}
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
  ${replica}
load: [{ name: web, query: { cpu: 50ms }, ${load} }]
model: { wake_latency: 0s }
`;
  return (await comparePolicies(await parseScenario(text), ['suspend'])).sides[0]!.rows;
}

describe('regret', () => {
  it('is never negative if the queries of a load are routed over several computes by weight', async () => {
    const rows = await rowsOf(
      '1d',
      'route: { weight: { primary: 1, replica: 2 } }, rate: 40/h',
      '- { name: replica, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }',
    );
    for (const { policy, regret_hours_per_day } of rows)
      expect(regret_hours_per_day, policy).toBeGreaterThanOrEqual(-1e-9);
  });

  it('is never negative, and for break-even at most the oracle’s cost plus the minute after the last query', async () => {
    await fc.assert(
      fc.asyncProperty(PAUSES, async (pauses) => {
        let tenths = 0;
        const arrivals = pauses.map((pause) => {
          tenths += pause;
          return `${tenths / 10}s`;
        });
        const rows = await rowsOf(
          `${tenths / 10 + 1000}s`,
          `compute: primary, process: { arrivals: [${arrivals.join(', ')}] }`,
        );
        // No policy beats the oracle at its objective, except one that resumes ahead of a query.
        for (const { policy, regret_hours_per_day, resumes } of rows) {
          if (resumes === 0) expect(regret_hours_per_day, policy).toBeGreaterThanOrEqual(-1e-9);
        }
        if (rows.length === 0) return;
        const [breakEven, oracle] = ['observed_optimum', 'oracle'].map(
          (name) => rows.find(({ policy }) => policy === name)!,
        );
        const cost = (row: typeof oracle) => row!.active_seconds + 60 * row!.wakes;
        expect(cost(breakEven)).toBeLessThanOrEqual(2 * cost(oracle) + 60 + 1e-6);
      }),
      { numRuns: 40, seed: 5 },
    );
  });
});
