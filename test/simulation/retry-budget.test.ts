import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RetryBudget } from '../../src/workload/retry-budget.js';

test('a retry budget is a share of the first attempts of the last ten seconds, plus one', () => {
  const budget = new RetryBudget(0.2);
  for (let attempt = 0; attempt < 10; attempt++) budget.deposit(0);
  expect([1, 2, 3, 4].map(() => budget.withdraw(1))).toEqual([true, true, true, false]);
  // The deposits at 0 expire at 10, the withdrawals at 1 one second later.
  expect(budget.withdraw(10.5)).toBe(false);
  expect(budget.withdraw(11)).toBe(true);
  expect(budget.withdraw(11)).toBe(false);
});

test('retries in any ten seconds stay within the budget of the first attempts in twenty', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 3, noNaN: true }),
      fc.array(fc.record({ gap: fc.double({ min: 0, max: 4, noNaN: true }), first: fc.boolean() }), {
        maxLength: 200,
      }),
      (share, steps) => {
        const budget = new RetryBudget(share);
        const first: number[] = [];
        const retries: number[] = [];
        let now = 0;
        for (const step of steps) {
          now += step.gap;
          if (step.first) {
            budget.deposit(now);
            first.push(now);
          } else if (budget.withdraw(now)) retries.push(now);
        }
        for (const end of retries) {
          const within = (moments: readonly number[], seconds: number) =>
            moments.filter((moment) => moment > end - seconds && moment <= end).length;
          expect(within(retries, 9)).toBeLessThanOrEqual(share * within(first, 20) + 1 + 1e-6);
        }
      },
    ),
    { numRuns: 200, seed: 7 },
  );
});
