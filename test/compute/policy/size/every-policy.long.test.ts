import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type {
  SizeContext,
  SizeLook,
  SizePolicy,
} from '../../../../src/compute/policy/interface/size-policy.js';
import { DEFAULT_SIZE_POLICY, SIZE_POLICIES } from '../../../../src/compute/policy/size-policies.js';
import {
  anyForesight,
  anyLoad,
  anyLooks,
  anyWait,
  CONTEXT,
  decisions,
  deeplyFrozen,
  QUIET,
  valuesOf,
} from './looks.js';

test('the agent is the first in the list and the default', () => {
  expect(SIZE_POLICIES.map(({ name }) => name)).toEqual([
    'agent',
    'fixed',
    'target_tracking',
    'step_percent',
    'percentile',
    'moving_window',
    'holt_winters',
    'provisioned',
    'oracle',
  ]);
  expect(DEFAULT_SIZE_POLICY).toBe(SIZE_POLICIES[0]);
});

test('the two policies that use the future declare it', () => {
  expect(SIZE_POLICIES.filter(({ foresight }) => foresight).map(({ name }) => name)).toEqual([
    'provisioned',
    'oracle',
  ]);
});

const each = SIZE_POLICIES.map((policy) => [policy.name, policy] as const);

describe.each(each)('%s', (_name, policy) => {
  const contextOf = (foresight: SizeContext['foresight']): SizeContext => ({
    ...CONTEXT,
    foresight: policy.foresight ? foresight : undefined,
  });

  test('every default is within its bounds or has a name, and states its source', () => {
    for (const parameter of Object.values(policy.parameters)) {
      expect(parameter.source).not.toBe('');
      if (Object.values(parameter.words ?? {}).includes(parameter.default)) continue;
      expect(parameter.default).toBeGreaterThanOrEqual(parameter.least ?? Number.NEGATIVE_INFINITY);
      expect(parameter.default).toBeLessThanOrEqual(parameter.most ?? Number.POSITIVE_INFINITY);
    }
  });

  test('the goal is a nonnegative number with a reason', () => {
    fc.assert(
      fc.property(anyLooks, anyForesight, (looks, foresight) => {
        for (const { goal_cu, reason } of decisions(policy, looks, {}, contextOf(foresight))) {
          expect(Number.isFinite(goal_cu)).toBe(true);
          expect(goal_cu).toBeGreaterThanOrEqual(0);
          expect(reason).toMatch(/^\S.*\S$/);
          expect(reason).not.toMatch(/NaN|undefined|Infinity/);
        }
      }),
      { seed: 11 },
    );
  });

  test('a larger load in the same state never lowers the goal', () => {
    fc.assert(
      fc.property(
        anyLooks,
        anyForesight,
        anyLoad,
        anyLoad,
        anyWait,
        fc.nat(20),
        (looks, foresight, load, more, wait, extra) => {
          const goal = (look: Partial<SizeLook>, demand: number): number => {
            const vcpu = foresight.vcpu.map((one) => one + demand);
            const last = { ...look, now_seconds: looks.at(-1)!.now_seconds + wait };
            return decisions(policy, [...looks, last], {}, contextOf({ ...foresight, vcpu })).at(-1)!.goal_cu;
          };
          expect(goal(sum(load, more), extra)).toBeGreaterThanOrEqual(goal(load, 0));
        },
      ),
      { seed: 12 },
    );
  });

  test('a policy never mutates the state that it receives', () => {
    fc.assert(
      fc.property(anyLooks, anyForesight, (looks, foresight) => {
        const context = contextOf(foresight);
        const values = deeplyFrozen(valuesOf(policy));
        let state = deeplyFrozen(policy.start(values, context, undefined));
        for (const look of looks) {
          const before = structuredClone(state);
          const decision = policy.look(state, deeplyFrozen(look), values, context);
          expect(state).toEqual(before);
          // The same call again returns the same result.
          expect(policy.look(state, look, values, context)).toEqual(decision);
          state = deeplyFrozen(decision.state);
        }
      }),
      { seed: 13, numRuns: 40 },
    );
  });

  test('decisions do not depend on future samples', () => {
    fc.assert(
      fc.property(anyLooks, anyForesight, fc.nat(25), (looks, foresight, length) => {
        const context = contextOf(foresight);
        const goals = (some: typeof looks) =>
          decisions(policy, some, {}, context).map(({ goal_cu }) => goal_cu);
        expect(goals(looks.slice(0, length))).toEqual(goals(looks).slice(0, length));
      }),
      { seed: 15 },
    );
  });

  test('a steady load settles at one goal', () => {
    fc.assert(
      fc.property(fc.array(anyLoad, { maxLength: 15 }), anyLoad, fc.nat(8), (before, load, demand) => {
        const looks = [...before, ...Array.from({ length: 400 }, () => load)];
        const vcpu = new Float64Array(600).fill(demand);
        const goals = decisions(policy, looks, {}, contextOf({ window_seconds: 5, vcpu })).map(
          ({ goal_cu }) => goal_cu,
        );
        expect(new Set(goals.slice(-100)).size).toBe(1);
      }),
      { seed: 14, numRuns: 30 },
    );
  });

  test('the policy requires foresight exactly if it declares it', () => {
    const ask = () => decisions(policy as SizePolicy, [QUIET]);
    if (policy.foresight) expect(ask).toThrow(`'${policy.name}' looks into the future`);
    else expect(ask).not.toThrow();
  });
});

/** A load and an additional load; the size stays the same. */
function sum(load: Partial<SizeLook>, more: Partial<SizeLook>): Partial<SizeLook> {
  const added = (field: keyof typeof load) => Number(load[field]) + Number(more[field]);
  return {
    ...load,
    load_average_1m: added('load_average_1m'),
    load_average_5m: added('load_average_5m'),
    used_vcpu: added('used_vcpu'),
    memory_usage_bytes: added('memory_usage_bytes'),
    memory_cached_bytes: added('memory_cached_bytes'),
  };
}
