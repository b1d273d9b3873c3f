import { describe, expect, it } from 'vitest';
import { type PreviewRates, previewMonth } from '../../../src/cost/bill/preview-branches.js';
import type { PreviewsSpecification } from '../../../src/scenario/scenario.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const MONTH = 730 * HOUR;

/** So few branches that a month is nothing to simulate; each lives for a day. */
const PREVIEWS: PreviewsSpecification = {
  rate: 4 / MONTH,
  life: { kind: 'constant', value: DAY },
  forgotten: 0,
  ttl_seconds: Number.POSITIVE_INFINITY,
  since_seconds: 2 * MONTH,
  compute: { size_cu: 2, active_seconds: HOUR },
  written_bytes_per_second: 1e9 / HOUR,
};
const RATES: PreviewRates = {
  other_children: 0,
  included_children: 0,
  logical_size_bytes: 6e9,
  usd_per_cu_hour: 0,
  usd_per_gb_hour: 0,
  usd_per_branch_hour: 0,
  active_limit: Number.POSITIVE_INFINITY,
};
const of = (over: Partial<PreviewsSpecification> = {}, rates: Partial<PreviewRates> = {}, seed = '1') =>
  previewMonth({ ...PREVIEWS, ...over }, { ...RATES, ...rates }, seed);

describe('a month of a few branches', () => {
  const month = of();

  it('a month of few branches is simulated four hundred times, with reproducible results', () => {
    expect(month.branches.n).toBe(400);
    expect(of()).toEqual(month);
    expect(of({}, {}, '2').branches.mean).not.toBe(month.branches.mean);
    // Four a month that live for a day: four days of thirty and some.
    expect(Math.abs(month.branches.mean - (4 * DAY) / MONTH)).toBeLessThan(month.branches.half_width);
    expect(month.branches_by_theory).toBeCloseTo((4 * DAY) / MONTH, 3);
    expect(month).toMatchObject({ ttl_seconds: null, branches_p95: 1, stale_branches: 0 });
    expect(month.stale_cost_usd).toMatchObject({ mean: 0, half_width: 0 });
  });

  it('a month of few branches charges all of them if none is included', () => {
    expect(month.extra_branches.mean).toBeCloseTo(month.branches.mean, 12);
    // Nine others are included: the tenth is a branch more.
    const crowded = of({}, { included_children: 9, other_children: 9 });
    expect(crowded.extra_branches.mean).toBeCloseTo(month.branches.mean, 12);
    const room = of({}, { included_children: 10, other_children: 9 }).extra_branches.mean;
    expect(room).toBeGreaterThan(0);
    expect(room).toBeLessThan(0.2 * month.branches.mean);
  });

  it('a month of few branches costs its branches, bytes and hours at their rates', () => {
    const cost = (rates: Partial<PreviewRates>) => of({}, rates).cost_usd.mean;
    expect(month.cost_usd.mean).toBe(0);
    expect(cost({ usd_per_branch_hour: 1 })).toBeCloseTo(730 * month.branches.mean, 9);
    expect(cost({ usd_per_gb_hour: 1 })).toBeCloseTo((730 * month.stored_bytes.mean) / 1e9, 9);
    expect(cost({ usd_per_cu_hour: 1 })).toBeCloseTo(month.cu_hours.mean, 9);
    // A day with a GB per hour up to six: three in the mean of six hours, then six.
    const bytes = ((6 * 3e9 + 18 * 6e9) / 24) * month.branches.mean;
    expect(Math.abs(month.stored_bytes.mean / bytes - 1)).toBeLessThan(0.02);
    // Two CU for an hour of each of four.
    expect(Math.abs(month.cu_hours.mean - 8)).toBeLessThan(month.cu_hours.half_width);
  });

  it('only the part of a branch lifetime within the month counts', () => {
    // All that was ever created is there, or was for half of the month.
    const kept = of({ life: { kind: 'constant', value: 9 * MONTH } });
    expect(Math.abs(kept.branches.mean - (8 + 2))).toBeLessThan(kept.branches.half_width);
    expect(kept.branches_by_theory).toBeCloseTo(10, 4);
    const fresh = of({ life: { kind: 'constant', value: 9 * MONTH }, since_seconds: 0 });
    expect(Math.abs(fresh.branches.mean - 2)).toBeLessThan(fresh.branches.half_width);
    expect(fresh.branches_by_theory).toBeCloseTo(2, 4);
    // Their computes ran before it began.
    expect(Math.abs(kept.cu_hours.mean - 8)).toBeLessThan(kept.cu_hours.half_width);
  });

  it('a TTL ends the lifetimes of the same branches', () => {
    const ended = of({ ttl_seconds: DAY / 2 });
    expect(ended.ttl_seconds).toBe(DAY / 2);
    expect(ended.branches.mean / month.branches.mean).toBeCloseTo(0.5, 1);
    expect(ended.branches_by_theory).toBeCloseTo(month.branches_by_theory / 2, 3);
  });

  it('branches that are never deleted are reported separately', () => {
    const rates = { usd_per_branch_hour: 1, included_children: 1 };
    const forgotten = of({ forgotten: 0.5 }, rates);
    // Half of four a month, for two months and half of this one.
    expect(forgotten.stale_branches).toBeGreaterThan(4.8);
    expect(forgotten.stale_branches).toBeLessThan(5.2);
    expect(forgotten.branches.mean - forgotten.stale_branches).toBeCloseTo(month.branches.mean / 2, 1);
    const without = of({ rate: 2 / MONTH }, rates);
    expect(forgotten.cost_usd.mean - forgotten.stale_cost_usd.mean).toBeCloseTo(without.cost_usd.mean, -1);
    expect(forgotten.branches_p95).toBeGreaterThan(8);
    // All of them, and only for as long as the TTL.
    const all = of({ forgotten: 1, ttl_seconds: DAY }, { usd_per_branch_hour: 1 });
    expect(all.stale_branches).toBe(all.branches.mean);
    expect(all.stale_cost_usd).toEqual(all.cost_usd);
    expect(all.branches).toEqual(month.branches);
  });

  it('a month of very few branches is nearly always empty', () => {
    expect(of({ rate: 0.1 / MONTH }).branches_p95).toBe(0);
  });
});
