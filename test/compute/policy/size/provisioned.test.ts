import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { provisionedSize } from '../../../../src/compute/policy/size/provisioned.js';
import { FIXED_SIZES_CU } from '../../../../src/compute/size.js';
import { anyForesight, CONTEXT, decisions, foreseen } from './looks.js';

const size = (vcpu: readonly number[], limits: { min_cu?: number; max_cu?: number } = {}, over = {}) =>
  decisions(provisionedSize, [{}], over, { ...CONTEXT, ...limits, foresight: foreseen(vcpu) })[0]!;

/** So many windows at a demand. */
const windows = (count: number, vcpu: number): number[] => Array(count).fill(vcpu);

describe('the provisioned equivalent', () => {
  test('the busiest half per cent goes, a fifth comes on top, the next fixed size is taken', () => {
    // 1000 windows, of which 5 are left out: 2.2 vCPU and a fifth are 2.64.
    expect(size([...windows(994, 1), 2.2, ...windows(5, 7)])).toMatchObject({
      goal_cu: 3,
      reason: 'provisioned for 2.2 vCPU, exceeded 0.5 % of the time, plus 20 %',
    });
    expect(size([...windows(994, 1), ...windows(6, 6)]).goal_cu).toBe(8);
  });

  test('a run too short to leave anything out is provisioned for its maximum', () => {
    expect(size([0.1, 2, 0.1]).goal_cu).toBe(3);
    expect(size([]).goal_cu).toBe(0.25);
  });

  test('within the limits', () => {
    expect(size(windows(10, 0.1), { min_cu: 2 }).goal_cu).toBe(2);
    expect(size(windows(10, 30), { max_cu: 4 }).goal_cu).toBe(4);
  });

  test('with everything left out the least demand remains', () => {
    expect(size([1, 5, 9], {}, { discarded_share: 1, margin: 0 }).goal_cu).toBe(1);
  });

  test('is one of the fixed sizes, the same all the time', () => {
    fc.assert(
      fc.property(anyForesight, fc.array(fc.record({ load_average_1m: fc.nat(9) })), (foresight, looks) => {
        const goals = decisions(provisionedSize, [{}, ...looks], {}, { ...CONTEXT, foresight });
        expect(FIXED_SIZES_CU).toContain(goals[0]!.goal_cu);
        expect(new Set(goals.map(({ goal_cu }) => goal_cu)).size).toBe(1);
      }),
      { seed: 41 },
    );
  });
});
