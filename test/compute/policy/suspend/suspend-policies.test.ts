import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SUSPEND_POLICY, SUSPEND_POLICIES } from '../../../../src/compute/policy/suspend-policies.js';
import { costSeconds, named, replay, valuesOf } from './replay.js';

const gap = fc.oneof(
  fc.double({ min: 0.001, max: 200, noNaN: true }),
  fc.double({ min: 200, max: 20_000, noNaN: true }),
  fc.double({ min: 20_000, max: 200_000, noNaN: true }),
);
const gaps = fc.array(
  fc.record({ gap_seconds: gap, work_seconds: fc.double({ min: 0, max: 900, noNaN: true }) }),
  { minLength: 1, maxLength: 60 },
);

test('the suspend policies have the names that scenarios use, with the platform’s policy first', () => {
  expect(SUSPEND_POLICIES.map(({ name }) => name)).toEqual([
    'fixed',
    'ski_rental_with_predictions',
    'observed_optimum',
    'hybrid_histogram',
    'oracle',
  ]);
  expect(DEFAULT_SUSPEND_POLICY).toBe(SUSPEND_POLICIES[0]);
  expect(SUSPEND_POLICIES.filter(({ foresight }) => foresight)).toEqual([named('oracle')]);
});

describe.each(SUSPEND_POLICIES.map((policy) => [policy.name, policy] as const))('%s', (name, policy) => {
  test('every default states its source, and is within its bounds or has a name', () => {
    for (const parameter of Object.values(policy.parameters)) {
      expect(parameter.source).not.toBe('');
      if (Object.values(parameter.words ?? {}).includes(parameter.default)) continue;
      expect(parameter.default).toBeGreaterThanOrEqual(parameter.least ?? Number.NEGATIVE_INFINITY);
      expect(parameter.default).toBeLessThanOrEqual(parameter.most ?? Number.POSITIVE_INFINITY);
    }
  });

  test('decisions have feasible times and a reason', () => {
    fc.assert(
      fc.property(gaps, (played) => {
        for (const { decisions } of replay(policy, played)) {
          for (const decision of decisions) {
            expect(decision.suspend_after_seconds).toBeGreaterThanOrEqual(0);
            expect(decision.resume_after_seconds).toBeGreaterThanOrEqual(decision.suspend_after_seconds);
            expect(decision.reason).toMatch(/\w/);
            expect(decision.reason).not.toMatch(/NaN|undefined|Infinity/);
          }
        }
      }),
      { seed: 31, numRuns: 60 },
    );
  });

  test('a policy never mutates the state that it receives', () => {
    fc.assert(
      fc.property(gaps, (played) => {
        const seen: { readonly state: unknown; readonly copy: unknown }[] = [];
        replay(policy, played.slice(0, 20), {
          watch: (state) => seen.push({ state, copy: structuredClone(state) }),
        });
        for (const { state, copy } of seen) expect(state).toEqual(copy);
      }),
      { seed: 32, numRuns: 5 },
    );
  });

  test('decisions do not depend on future queries', () => {
    if (policy.foresight) return;
    fc.assert(
      fc.property(gaps, fc.nat(60), (played, length) => {
        const until = played.slice(0, length);
        expect(replay(policy, until)).toEqual(replay(policy, played).slice(0, length));
      }),
      { seed: 34, numRuns: 20 },
    );
  });

  test('the cost is never below that of the oracle, unless the policy resumes ahead of queries', () => {
    const oracle = named('oracle');
    fc.assert(
      fc.property(gaps, (played) => {
        const cost = 60;
        const best = replay(oracle, played, { values: valuesOf(oracle, { wake_cost_seconds: cost }) });
        const outcomes = replay(policy, played);
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome.resumed_at.length > 0) continue;
          expect(costSeconds([outcome], cost)).toBeGreaterThanOrEqual(
            costSeconds([best[index]!], cost) - 1e-9,
          );
        }
        if (name === 'oracle') {
          const least = played.reduce((sum, { gap_seconds }) => sum + Math.min(gap_seconds, cost), 0);
          expect(costSeconds(outcomes, cost)).toBeCloseTo(least, 6);
        }
      }),
      { seed: 33, numRuns: 60 },
    );
  });
});
