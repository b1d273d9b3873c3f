import { expect, it } from 'vitest';
import { planChoices } from '../../../src/report/workbook/plan/choices.js';
import type { PlanCandidate, PlanResult } from '../../../src/study/plan/plan-result.js';

function candidate(name: string, changes: number, usd: number): PlanCandidate {
  const interval = (mean: number) => ({ mean, half_width: 0, confidence: 0.95, n: 3 });
  return {
    ...{ name, changes, settings: {}, today: changes === 0, fate: 'kept', evidence: null, reason: null },
    ...{ replications: 3, constraints: [], feasible: true, pareto: { latency: false, delayed: false } },
    figures: { cost_usd_per_month: interval(usd), latency_p99: interval(100) },
    use: {} as PlanCandidate['use'],
  };
}

it('among equally cheap settings, those with the fewest changes are the cheapest choice', () => {
  const candidates = [candidate('two', 2, 5), candidate('one', 1, 5), candidate('none', 0, 9)];
  const plan = { candidates, recommendation: null, infeasibility: null, safety: 0.95, growth: [] };
  const { list } = planChoices(plan as unknown as PlanResult);
  expect(list.map(({ role, candidate: { name } }) => `${role}: ${name}`)).toEqual([
    'Today, safest: none',
    'Cheapest: one',
  ]);
});
