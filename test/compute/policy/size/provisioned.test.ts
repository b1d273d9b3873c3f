import fc from 'fast-check';
import { expect, test } from 'vitest';
import { provisionedSize } from '../../../../src/compute/policy/size/provisioned.js';
import { FIXED_SIZES_CU } from '../../../../src/compute/size.js';
import { anyForesight, CONTEXT, decisions, foreseen } from './looks.js';

const size = (vcpu: readonly number[], limits: { min_cu?: number; max_cu?: number } = {}, over = {}) =>
  decisions(provisionedSize, [{}], over, { ...CONTEXT, ...limits, foresight: foreseen(vcpu) })[0]!;

/** This many windows with the same demand. */
const windows = (count: number, vcpu: number): number[] => Array(count).fill(vcpu);

test('the busiest half percent is dropped, a fifth is added, and the next fixed size is taken', () => {
  // 5 of the 1000 windows are dropped: 2.2 vCPU plus a fifth is 2.64.
  expect(size([...windows(994, 1), 2.2, ...windows(5, 7)])).toMatchObject({
    goal_cu: 3,
    reason: 'provisioned for 2.2 vCPU, exceeded 0.5 % of the time, plus 20 %',
  });
  expect(size([...windows(994, 1), ...windows(6, 6)]).goal_cu).toBe(8);
});

test('a run too short to drop anything is provisioned for its maximum', () => {
  expect(size([0.1, 2, 0.1]).goal_cu).toBe(3);
  expect(size([]).goal_cu).toBe(0.25);
});

test('the provisioned size is within the limits', () => {
  expect(size(windows(10, 0.1), { min_cu: 2 }).goal_cu).toBe(2);
  expect(size(windows(10, 30), { max_cu: 4 }).goal_cu).toBe(4);
});

test('if everything is dropped, the lowest demand remains', () => {
  expect(size([1, 5, 9], {}, { discarded_share: 1, margin: 0 }).goal_cu).toBe(1);
});

test('the provisioned size is one fixed size for the whole run', () => {
  fc.assert(
    fc.property(anyForesight, fc.array(fc.record({ load_average_1m: fc.nat(9) })), (foresight, looks) => {
      const goals = decisions(provisionedSize, [{}, ...looks], {}, { ...CONTEXT, foresight });
      expect(FIXED_SIZES_CU).toContain(goals[0]!.goal_cu);
      expect(new Set(goals.map(({ goal_cu }) => goal_cu)).size).toBe(1);
    }),
    { seed: 41 },
  );
});
