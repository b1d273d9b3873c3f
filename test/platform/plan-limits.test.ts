import { describe, expect, test } from 'vitest';
import { PLAN_NAMES, planLimits, planProblem } from '../../src/platform/plan-limits.js';

const limits = (name: string, as_of?: string) => planLimits({ name, as_of });

/** What a plan says about settings. */
function problem(plan: string, min: number, max: number, suspend_timeout_seconds = 0): string | undefined {
  return planProblem(limits(plan)!, {
    autoscaling_limit_min_cu: min,
    autoscaling_limit_max_cu: max,
    suspend_timeout_seconds,
  });
}

describe('plans', () => {
  test('the ones there are or were', () => {
    expect(PLAN_NAMES).toEqual(['free', 'launch', 'scale', 'business']);
  });

  test.each([
    { as_of: undefined, quota: 100 },
    { as_of: '2026-03-20', quota: 100 },
    { as_of: '2025-12-01', quota: 100 },
    { as_of: '2025-11-30', quota: 50 },
    { as_of: '2025-08-14', quota: 50 },
    { as_of: '2025-08-13', quota: 191.9 },
  ])('free allows $quota CU-hours as of $as_of', ({ as_of, quota }) => {
    expect(limits('free', as_of)?.quota_cu_hours).toBe(quota);
  });

  test('there is none of that name, or none yet', () => {
    expect(limits('gold')).toBeUndefined();
    expect(limits('scale', '2020-01-01')).toBeUndefined();
  });

  test('paid plans have no quota', () => {
    for (const plan of ['launch', 'scale', 'business']) expect(limits(plan)?.quota_cu_hours).toBeUndefined();
  });
});

describe('what a plan forbids', () => {
  test.each([
    ['free', 0.25, 2, 300],
    ['free', 2, 2, 0],
    ['launch', 8, 16, -1],
    ['launch', 16, 16, 300],
    ['scale', 56, 56, -1],
    ['scale', 1, 2, 60],
    ['scale', 1, 2, 604_800],
  ])('%s allows %d to %d CU with a timeout of %d s', (plan, min, max, timeout) => {
    expect(problem(plan, min, max, timeout)).toBeUndefined();
  });

  test.each([
    ['free', 1, 3, 0, 'autoscaling up to 2 CU'],
    ['free', 3, 3, 0, 'sizes up to 2 CU'],
    ['free', 1, 2, -1, 'cannot switch scale to zero off'],
    ['free', 1, 2, 600, '300 s, not 600 s'],
    ['launch', 18, 18, -1, 'sizes up to 16 CU'],
    ['launch', 1, 2, 60, '300 s or -1 (never), not 60 s'],
    ['scale', 1, 2, 30, '60 to 604800 s'],
  ])('%s forbids %d to %d CU with a timeout of %d s: %s', (plan, min, max, timeout, words) => {
    expect(problem(plan, min, max, timeout)).toContain(words);
  });
});
