import { describe, expect, test } from 'vitest';
import { percentileSize } from '../../../../src/compute/policy/size/percentile.js';
import { decisions, GIB } from './looks.js';

const DAY = 86_400;

test('a compute limited by its size still grows, by the margin', () => {
  let cu = 0.25;
  const sizes = [cu];
  for (let round = 0; round < 4; round++) {
    const { goal_cu } = decisions(percentileSize, [{ cu, used_vcpu: cu }])[0]!;
    cu = Math.ceil(4 * goal_cu) / 4;
    sizes.push(cu);
  }
  expect(sizes).toEqual([0.25, 0.5, 0.75, 1, 1.25]);
});

describe('memory', () => {
  const peakDays = (gibs: readonly number[]) =>
    gibs.map((gib, day) => ({ now_seconds: day * DAY, memory_usage_bytes: gib * GIB }));

  test('a memory peak has weights of 1, 1/2, 1/4 and 1/8, and expires on the third day after', () => {
    const goals = decisions(percentileSize, peakDays([8, 1, 1, 1])).map(({ goal_cu }) => goal_cu);
    // The peak holds 1/3, 1/7 and 1/15 of the weight; less than 1/10 is above the percentile.
    expect(goals[1]).toBe(goals[0]);
    expect(goals[2]).toBe(goals[0]);
    expect(goals[3]!).toBeLessThan(0.32);
  });
});
