import { describe, expect, test } from 'vitest';
import { limitOn, PLAN_NAMES, planLimits } from '../../src/vendors/plan-limits.js';

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

  test('a plan without a fixed day has the limits of each day', () => {
    const free = { name: 'free', as_of: undefined };
    expect([planLimits(free, '2025-09-01'), planLimits(free, '2026-01-01')]).toMatchObject([
      { quota_cu_hours: 50 },
      { quota_cu_hours: 100 },
    ]);
    expect(limitOn(free, 'storage_gb', '2026-10-01')?.value).toBe(0.5);
    expect(limitOn(free, 'storage_gb', '2026-10-02')?.value).toBe(1);
    // Before its first day the first limits, after its last day the last ones.
    expect(planLimits({ name: 'scale', as_of: undefined }, '2020-01-01')?.max_fixed_cu).toBe(8);
    expect(planLimits({ name: 'business', as_of: undefined })?.max_fixed_cu).toBe(10);
    expect(limits('business', '2025-08-14')).toBeUndefined();
  });

  test('paid plans have no quota', () => {
    for (const plan of ['launch', 'scale', 'business']) expect(limits(plan)?.quota_cu_hours).toBeUndefined();
  });
});
