import { describe, expect, it } from 'vitest';
import { randomPlan } from '../../build/plan-validation/random-plan.js';
import { verdictOf } from '../../build/plan-validation/verdict.js';

/** The numbers of cheap plans among those that `npm run validate:plans` measures. */
const NUMBERS = [2];

describe('a plan for a random scenario, checked by exact runs of all its settings with other seeds', () => {
  it.each(NUMBERS)('number %d is right, or reports that it is uncertain', async (number) => {
    const { false_none, regret, violates } = await verdictOf(randomPlan(number), 40);
    expect(false_none).toBe(false);
    expect(regret ?? 0).toBeLessThanOrEqual(0.01);
    expect(violates).toBe(false);
  });
});
