import { describe, expect, test } from 'vitest';
import { percentileSize } from '../../../../src/compute/policy/size/percentile.js';
import { decisions, GIB } from './looks.js';

const DAY = 86_400;

/** Samples with the same CPU use. */
const looks = (used_vcpu: number, count: number) => Array.from({ length: count }, () => ({ used_vcpu }));

describe('CPU', () => {
  test('the CPU goal is the 90th percentile over time plus 15 %', () => {
    const nine = decisions(percentileSize, [...looks(1, 95), ...looks(6, 5)]).at(-1)!;
    expect(nine.goal_cu).toBeGreaterThan(1.15);
    expect(nine.goal_cu).toBeLessThan(1.15 * 1.05 + 0.02);
    expect(nine.reason).toMatch(/^CPU: 90 % of the time up to 1\.\d+ vCPU in use, plus 15 %$/);

    const often = decisions(percentileSize, [...looks(1, 85), ...looks(6, 15)]).at(-1)!;
    expect(often.goal_cu).toBeGreaterThan(6 * 1.15);
    expect(often.goal_cu).toBeLessThan(6 * 1.15 * 1.05 + 0.02);
  });

  test('the weight of old CPU samples halves every day', () => {
    // 100 samples at 1 vCPU, a day later 6 samples at 4: 6 of 56 instead of 6 of 106.
    const later = looks(4, 6).map((look, index) => ({ ...look, now_seconds: DAY + 5 * (100 + index) }));
    const goal = (half_life_seconds: number) =>
      decisions(percentileSize, [...looks(1, 100), ...later], { half_life_seconds }).at(-1)!.goal_cu;
    expect(goal(DAY)).toBeGreaterThan(4 * 1.15);
    expect(goal(100 * DAY)).toBeLessThan(1.3);
  });

  test('time without samples is excluded', () => {
    const gap = [...looks(4, 20), { used_vcpu: 0, now_seconds: 3600 }];
    expect(decisions(percentileSize, gap).at(-1)!.goal_cu).toBeGreaterThan(4 * 1.15);
  });

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
});

describe('memory', () => {
  const peakDays = (gibs: readonly number[]) =>
    gibs.map((gib, day) => ({ now_seconds: day * DAY, memory_usage_bytes: gib * GIB }));

  test('the memory goal is the peak of the day, not the memory in use', () => {
    const [, , last] = decisions(percentileSize, [
      { memory_usage_bytes: 2 * GIB },
      { memory_usage_bytes: 8 * GIB },
      { memory_usage_bytes: 1 * GIB },
    ]);
    expect(last!.goal_cu).toBeGreaterThan((8 * 1.15) / 4);
    expect(last!.goal_cu).toBeLessThan(((8 * 1.15) / 4) * 1.06);
    expect(last!.reason).toMatch(/^memory: peaks up to 8\.\d+ GiB, plus 15 %$/);
  });

  test('a memory peak has weights of 1, 1/2, 1/4 and 1/8, and expires on the third day after', () => {
    const goals = decisions(percentileSize, peakDays([8, 1, 1, 1])).map(({ goal_cu }) => goal_cu);
    // The peak holds 1/3, 1/7 and 1/15 of the weight; less than 1/10 is above the percentile.
    expect(goals[1]).toBe(goals[0]);
    expect(goals[2]).toBe(goals[0]);
    expect(goals[3]!).toBeLessThan(0.32);
  });
});
