import { expect, test } from 'vitest';
import { fixedSize } from '../../../../src/compute/policy/size/fixed.js';
import { decisions } from './looks.js';

const busy = { load_average_1m: 40, used_vcpu: 3 };

test('the fixed policy stays at the configured size', () => {
  const all = decisions(fixedSize, [{}, busy, {}], { size_cu: 3 });
  expect(all.map(({ goal_cu }) => goal_cu)).toEqual([3, 3, 3]);
  expect(all[0]!.reason).toBe('fixed at 3 CU');
});

test('the fixed policy stays at the maximum of the compute if no size is configured', () => {
  const all = decisions(fixedSize, [{}, busy]);
  expect(all.map(({ goal_cu }) => goal_cu)).toEqual([8, 8]);
  expect(all[0]!.reason).toBe('fixed at the maximum of 8 CU');
});
