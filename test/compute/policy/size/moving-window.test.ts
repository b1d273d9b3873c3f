import { describe, expect, test } from 'vitest';
import { movingWindowSize } from '../../../../src/compute/policy/size/moving-window.js';
import { decisions, GIB } from './looks.js';

const HOUR = 3600;
const NO_MARGIN = { margin: 0, hold_seconds: 0 };

/** Looks 5 s apart from a time on that show the same use of CPU. */
const looks = (used_vcpu: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ used_vcpu, now_seconds: from + 5 * index }));

/** What is wanted at the last of some looks, with the rule given and nothing added. */
const last = (all: Parameters<typeof decisions>[1], over: Readonly<Record<string, number>>) =>
  decisions(movingWindowSize, all, { ...NO_MARGIN, ...over }).at(-1)!;

/** A percentile is the end of a bucket: 5 % wide, and a hundredth of a vCPU. */
function expectBucketOf(vcpu: number, goal_cu: number) {
  expect(goal_cu).toBeGreaterThan(vcpu);
  expect(goal_cu).toBeLessThan(vcpu * 1.05 + 0.02);
}

describe('a percentile of the load', () => {
  test('counts a sample by its value: a twentieth of the time at twenty times the use is half of the load', () => {
    // 95 looks at .2 vCPU are a load of 19, 5 at 4 one of 20; the ends of the buckets shift them by less than 5 %.
    const all = [...looks(0.2, 95), ...looks(4, 5, 475)];
    expectBucketOf(0.2, last(all, { cpu_rule: 0.45 }).goal_cu);
    expectBucketOf(4, last(all, { cpu_rule: 0.55 }).goal_cu);
  });

  test('by half-lives: by hand', () => {
    // 200 looks at 1 vCPU; two half-lives later 20 at 2: 50 of 90 of the load are old, within 2 %.
    const half_life_seconds = 12 * HOUR;
    const all = [...looks(1, 200), ...looks(2, 20, 24 * HOUR + 1000)];
    expectBucketOf(1, last(all, { cpu_rule: 0.53, half_life_seconds }).goal_cu);
    expectBucketOf(2, last(all, { cpu_rule: 0.58, half_life_seconds }).goal_cu);
    // As long ago as it is, without half-lives to speak of: 200 of 240.
    expectBucketOf(1, last(all, { cpu_rule: 0.81, half_life_seconds: 1e9 }).goal_cu);
    expectBucketOf(2, last(all, { cpu_rule: 0.86, half_life_seconds: 1e9 }).goal_cu);
  });
});

describe('the average', () => {
  test('weighs by half-lives: by hand', () => {
    // 3 vCPU for a minute, a half-life later 1 vCPU for a minute: (½·3 + 1) ÷ 1½, but for the minute's own decay.
    const all = [...looks(3, 12), ...looks(1, 12, 12 * HOUR + 60)];
    expect(last(all, { cpu_rule: 0, half_life_seconds: 12 * HOUR }).goal_cu).toBeCloseTo(2.5 / 1.5, 3);
  });

  test('does not count time in which nobody looked', () => {
    const all = [...looks(3, 12), { used_vcpu: 3, now_seconds: 40 * HOUR }];
    expect(last(all, { cpu_rule: 0 }).goal_cu).toBeCloseTo(3, 12);
  });
});

describe('the peak', () => {
  test('is that of the window, to five minutes', () => {
    const after = (seconds: number) =>
      last([...looks(5, 1), ...looks(1, 1, seconds)], { cpu_rule: 1, peak_window_seconds: HOUR }).goal_cu;
    expect(after(HOUR - 1)).toBe(5);
    expect(after(HOUR)).toBe(1);
  });

  test('of memory is what a compute must not run out of', () => {
    const all = [{ memory_usage_bytes: 8 * GIB }, { memory_usage_bytes: GIB }];
    const { goal_cu, reason } = decisions(movingWindowSize, all).at(-1)!;
    expect(goal_cu).toBeCloseTo((8 * 1.15) / 4, 12);
    expect(reason).toBe('memory: 8 GiB, the peak, plus 15 %');
  });
});

test('the highest recommendation of the last hour is followed', () => {
  const over = { margin: 0, cpu_rule: 1, peak_window_seconds: 300, hold_seconds: HOUR };
  const at = (seconds: number) =>
    decisions(movingWindowSize, [...looks(5, 1), ...looks(1, 1, 600), ...looks(1, 1, seconds)], over).at(-1)!;
  expect(at(HOUR - 1).goal_cu).toBe(5);
  expect(at(HOUR - 1).reason).toBe('5 CU recommended lately, more than now');
  expect(at(HOUR).goal_cu).toBe(1);
});

test('a percentile of memory is weighed by its own half-life: by hand', () => {
  // As that of the CPU: 50 of 90 of the load are old after two half-lives.
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

test('the reason names the rule', () => {
  const reason = (cpu_rule: number) => last([{ used_vcpu: 2 }], { cpu_rule }).reason;
  expect(reason(0)).toBe('CPU: 2 vCPU, the weighted average, plus 0 %');
  expect(reason(1)).toBe('CPU: 2 vCPU, the peak, plus 0 %');
  expect(reason(0.95)).toMatch(/^CPU: 2\.\d+ vCPU, 95 % of the load, plus 0 %$/);
});

test('what waits counts as use', () => {
  expect(last([{ load_average_1m: 3, used_vcpu: 0.25 }], { cpu_rule: 1 }).goal_cu).toBe(3);
});

test('a margin is added', () => {
  expect(last([{ used_vcpu: 2 }], { cpu_rule: 1, margin: 0.1 }).goal_cu).toBeCloseTo(2.2, 12);
});
