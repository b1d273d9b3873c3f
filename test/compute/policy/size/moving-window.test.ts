import { expect, test } from 'vitest';
import { movingWindowSize } from '../../../../src/compute/policy/size/moving-window.js';
import { decisions, GIB } from './looks.js';

const HOUR = 3600;
const NO_MARGIN = { margin: 0, hold_seconds: 0 };

/** Samples with the same CPU use, every 5 s from a given time. */
const looks = (used_vcpu: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ used_vcpu, now_seconds: from + 5 * index }));

/** The goal at the last of the given samples, with the given rule and no margin. */
const last = (all: Parameters<typeof decisions>[1], over: Readonly<Record<string, number>>) =>
  decisions(movingWindowSize, all, { ...NO_MARGIN, ...over }).at(-1)!;

/** A percentile is the end of a bucket: 5 % wide, and a hundredth of a vCPU. */
function expectBucketOf(vcpu: number, goal_cu: number) {
  expect(goal_cu).toBeGreaterThan(vcpu);
  expect(goal_cu).toBeLessThan(vcpu * 1.05 + 0.02);
}

test('the percentile decays by half-lives, as calculated by hand', () => {
  // 200 samples at 1 vCPU; two half-lives later 20 at 2: 50 of 90 of the load are old, within 2 %.
  const half_life_seconds = 12 * HOUR;
  const all = [...looks(1, 200), ...looks(2, 20, 24 * HOUR + 1000)];
  expectBucketOf(1, last(all, { cpu_rule: 0.53, half_life_seconds }).goal_cu);
  expectBucketOf(2, last(all, { cpu_rule: 0.58, half_life_seconds }).goal_cu);
  // After the same time with very long half-lives: 200 of 240.
  expectBucketOf(1, last(all, { cpu_rule: 0.81, half_life_seconds: 1e9 }).goal_cu);
  expectBucketOf(2, last(all, { cpu_rule: 0.86, half_life_seconds: 1e9 }).goal_cu);
});

test('the average decays by half-lives, as calculated by hand', () => {
  // 3 vCPU for a minute, a half-life later 1 vCPU for a minute: (½·3 + 1) ÷ 1½, ignoring decay within a minute.
  const all = [...looks(3, 12), ...looks(1, 12, 12 * HOUR + 60)];
  expect(last(all, { cpu_rule: 0, half_life_seconds: 12 * HOUR }).goal_cu).toBeCloseTo(2.5 / 1.5, 3);
});

test('a percentile of memory decays by its separate half-life, as calculated by hand', () => {
  // The same as for CPU: 50 of 90 of the load are old after two half-lives.
  const of = (gib: number, count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      memory_usage_bytes: gib * GIB,
      now_seconds: from + 5 * index,
    }));
  const all = [...of(1, 200), ...of(2, 20, 24 * HOUR + 1000)];
  const over = { memory_half_life_seconds: 12 * HOUR, half_life_seconds: 1e9 };
  const low = last(all, { ...over, memory_rule: 0.53 });
  expectBucketOf(1, 4 * low.goal_cu);
  expect(low.reason).toMatch(/^memory: 1(\.\d+)? GiB, 53 % of the load, plus 0 %$/);
  expectBucketOf(2, 4 * last(all, { ...over, memory_rule: 0.58 }).goal_cu);
  expect(4 * last(all, { ...over, memory_rule: 0 }).goal_cu).toBeLessThan(1.5);
});
