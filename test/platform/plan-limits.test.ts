import { describe, expect, test } from 'vitest';
import { PLAN_NAMES, planLimits } from '../../src/plan/plan-limits.js';

const limits = (name: string, as_of?: string) => planLimits({ name, as_of });

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
