import type { PlanQuestion } from '../../src/study/plan/plan-work.js';
import { parseConstraint } from '../../src/study/replicate/constraint.js';

/** A question for the cheapest settings that meet some limits, with a few runs unless the budget differs. */
export function planQuestion(
  vary: readonly string[],
  limits: readonly string[] = [],
  over: Partial<PlanQuestion> = {},
): PlanQuestion {
  return {
    objective: 'cost_usd',
    constraints: limits.map((text) => parseConstraint(text)),
    vary,
    growth: [],
    sensitivity: false,
    confidence: 0.95,
    safety: 0.95,
    budget: { queries: 250000, replications: 5 },
    ...over,
  };
}
