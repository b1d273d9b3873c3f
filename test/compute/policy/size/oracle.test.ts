import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oracleSize } from '../../../../src/compute/policy/size/oracle.js';
import { anyForesight, CONTEXT, decisions, foreseen, GIB } from './looks.js';

describe('the oracle', () => {
  // A burst in the window from 40 s to 45 s.
  const foresight = foreseen([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 4.5, 0.9, 0.9, 0]);
  const context = { ...CONTEXT, foresight };

  test('the oracle grows 20 s ahead of a burst (one interval and 15 s), and shrinks as it ends', () => {
    const goals = decisions(oracleSize, Array(13).fill({}), {}, context).map(({ goal_cu }) => goal_cu);
    expect(goals).toEqual([1, 1, 1, 1, 1, 5, 5, 5, 5, 1, 1, 0, 0]);
  });

  test('the oracle looks ahead as far as configured', () => {
    const looks = Array(10).fill({});
    const goals = decisions(oracleSize, looks, { lead_seconds: 0 }, context).map(({ goal_cu }) => goal_cu);
    expect(goals).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 5, 1]);
  });

  test('the reason of the oracle states the demand that it saw', () => {
    expect(decisions(oracleSize, [{}], {}, context)[0]!.reason).toBe(
      '0.9 vCPU asked for within 20 s, at 90 % use',
    );
  });

  test('the oracle never takes away memory in use', () => {
    expect(decisions(oracleSize, [{ memory_usage_bytes: 6 * GIB }], {}, context)[0]).toMatchObject({
      goal_cu: 2,
      reason: 'memory: 6 GiB in use',
    });
  });

  test('the oracle serves every window within its horizon, and the busiest at exactly the target utilisation', () => {
    fc.assert(
      fc.property(anyForesight, fc.nat(50), (demand, look) => {
        const now_seconds = 5 * look;
        const { goal_cu } = decisions(
          oracleSize,
          [{ now_seconds }],
          {},
          { ...CONTEXT, foresight: demand },
        )[0]!;
        const ahead = [...demand.vcpu.slice(look, look + 4)];
        for (const vcpu of ahead) expect(vcpu).toBeLessThanOrEqual(goal_cu * 0.9 + 1e-9);
        expect(goal_cu * 0.9).toBeCloseTo(Math.max(0, ...ahead), 9);
      }),
      { seed: 51 },
    );
  });

  test('the oracle counts the current window in full', () => {
    const wide = { ...CONTEXT, foresight: foreseen([1.8, 0.9], 60) };
    const goals = decisions(oracleSize, [{ now_seconds: 59 }, { now_seconds: 60 }], {}, wide);
    expect(goals.map(({ goal_cu }) => goal_cu)).toEqual([2, 1]);
  });
});
