import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oracleSize } from '../../../../src/compute/policy/size/oracle.js';
import { anyForesight, CONTEXT, decisions, foreseen, GIB } from './looks.js';

describe('the oracle', () => {
  // A burst in the window from 40 s to 45 s.
  const foresight = foreseen([0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 4.5, 0.9, 0.9, 0]);
  const context = { ...CONTEXT, foresight };

  test('grows 20 s ahead of a burst, the next look and 15 s, and shrinks as it ends', () => {
    const goals = decisions(oracleSize, Array(13).fill({}), {}, context).map(({ goal_cu }) => goal_cu);
    expect(goals).toEqual([1, 1, 1, 1, 1, 5, 5, 5, 5, 1, 1, 0, 0]);
  });

  test('looks as far ahead as it is told', () => {
    const looks = Array(10).fill({});
    const goals = decisions(oracleSize, looks, { lead_seconds: 0 }, context).map(({ goal_cu }) => goal_cu);
    expect(goals).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 5, 1]);
  });

  test('says what it saw', () => {
    expect(decisions(oracleSize, [{}], {}, context)[0]!.reason).toBe(
      '0.9 vCPU asked for within 20 s, at 90 % use',
    );
  });

  test('never takes away what the memory in use needs', () => {
    expect(decisions(oracleSize, [{ memory_usage_bytes: 6 * GIB }], {}, context)[0]).toMatchObject({
      goal_cu: 2,
      reason: 'memory: 6 GiB in use',
    });
  });

  test('serves every window within its horizon, and the busiest of them at exactly the utilisation', () => {
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

  test('counts a window that is under way in full', () => {
    const wide = { ...CONTEXT, foresight: foreseen([1.8, 0.9], 60) };
    const goals = decisions(oracleSize, [{ now_seconds: 59 }, { now_seconds: 60 }], {}, wide);
    expect(goals.map(({ goal_cu }) => goal_cu)).toEqual([2, 1]);
  });
});
