import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RetryBudget } from '../../src/simulation/clients/retry-budget.js';
import { at, primary, runExample } from './support/one-compute.js';

/** A compute without slots: every attempt is refused. */
const refusing = {
  compute: { suspend_timeout_seconds: -1 },
  model: { max_connections: 1, reserved_connections: 1 },
};

describe('a retry budget', () => {
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

  test('a query that the retry budget stops fails for good', async () => {
    const record = await runExample({
      ...refusing,
      load: {
        process: at(...Array.from({ length: 20 }, () => 5)),
        retry: { attempts: 10, first: '1s', factor: 1, jitter: 'none', budget: '20%' },
      },
    });
    // Twenty first attempts allow 4 retries, and one more. Those fail at 6, and the budget is exhausted.
    const one = primary(record);
    expect(one.retried_by_error).toEqual({ '53300': 5 });
    expect(one.attempts).toEqual({ made: 25, completed: 0, failed: 20, retried: 5, open: 0 });
  });

  test('give_up: no retry starts later than that after the arrival', async () => {
    const record = await runExample({
      ...refusing,
      load: {
        process: at(10),
        retry: { attempts: 100, first: '1s', factor: 2, jitter: 'none', give_up: '7s' },
      },
    });
    // Attempts at 10, 11, 13 and 17; the next would begin at 25.
    expect(primary(record).attempts).toEqual({ made: 4, completed: 0, failed: 1, retried: 3, open: 0 });
    expect(primary(record).mean_in_system).toBe(7 / 3600);
  });
});
