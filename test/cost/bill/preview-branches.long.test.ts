import { describe, expect, it } from 'vitest';
import { meanByTheory, type PreviewRates, previewMonth } from '../../../src/cost/bill/preview-branches.js';
import type { PreviewsSpecification } from '../../../src/scenario/scenario.js';

const HOUR = 3600;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** 40 pull requests a week that are open for two days: 80/7 branches at a time. */
const PREVIEWS: PreviewsSpecification = {
  rate: 40 / WEEK,
  life: { kind: 'exponential', mean: 2 * DAY },
  forgotten: 0,
  ttl_seconds: Number.POSITIVE_INFINITY,
  since_seconds: 180 * DAY,
  compute: { size_cu: 0.25, active_seconds: 2 * HOUR },
  written_bytes_per_second: 0,
};
const RATES: PreviewRates = {
  other_children: 0,
  included_children: 9,
  logical_size_bytes: 10e9,
  usd_per_cu_hour: 0.106,
  usd_per_gb_hour: 0.35 / 744,
  usd_per_branch_hour: 1.5 / 744,
  active_limit: Number.POSITIVE_INFINITY,
};
const of = (over: Partial<PreviewsSpecification> = {}, rates: Partial<PreviewRates> = {}) =>
  previewMonth({ ...PREVIEWS, ...over }, { ...RATES, ...rates }, '1');

/** P(N = n) of a Poisson distribution. */
function poisson(mean: number): (n: number) => number {
  const chances = [Math.exp(-mean)];
  return (n) => {
    for (let k = chances.length; k <= n; k++) chances.push((chances[k - 1]! * mean) / k);
    return chances[n]!;
  };
}

/** The interval holds the exact value, and would not hold one that is 2 % off. */
function expectExact({ mean, half_width }: { mean: number; half_width: number }, exact: number): void {
  expect(Math.abs(mean - exact)).toBeLessThan(half_width);
  expect(half_width).toBeLessThan(0.02 * exact);
}

describe('preview branches', () => {
  const offered = (40 / 7) * 2;
  const month = of();

  it('the number of preview branches is that of an M/G/∞ queue, for any distribution of lifetimes', () => {
    const constant = of({ life: { kind: 'constant', value: 2 * DAY } });
    const uniform = of({ life: { kind: 'uniform', min: 0, max: 4 * DAY } });
    for (const { branches, branches_by_theory } of [month, constant, uniform]) {
      expectExact(branches, offered);
      expect(branches_by_theory).toBeCloseTo(offered, 2);
    }
  });

  it('the number of preview branches has the 95th percentile and the excess of a Poisson distribution', () => {
    const chance = poisson(offered);
    let below = 0;
    let p95 = 0;
    while (below + chance(p95) < 0.95) below += chance(p95++);
    expect(Math.abs(month.branches_p95 - p95)).toBeLessThanOrEqual(1);
    let beyond = 0;
    for (let n = 10; n < 80; n++) beyond += (n - 9) * chance(n);
    expect(Math.abs(month.extra_branches.mean - beyond)).toBeLessThan(month.extra_branches.half_width);
    expect(month.extra_branches.half_width).toBeLessThan(0.05 * beyond);
  });

  it('a TTL limits the lifetime of preview branches to E[min(life, TTL)]', () => {
    const ttl_seconds = 3 * DAY;
    const exact = (40 / 7) * 2 * (1 - Math.exp(-1.5));
    const cut = of({ ttl_seconds });
    expectExact(cut.branches, exact);
    expect(cut.branches_by_theory).toBeCloseTo(exact, 3);
  });

  it('preview branches accumulate if they are never deleted', () => {
    const forgotten = 0.2;
    // A fifth of the branches of 180 days, and of half of the piled.
    const stale = (40 / 7) * forgotten * (180 + 730 / 24 / 2);
    const piled = of({ forgotten });
    expect(piled.stale_branches).toBeGreaterThan(0.98 * stale);
    expect(piled.stale_branches).toBeLessThan(1.02 * stale);
    expectExact(piled.branches, stale + 0.8 * offered);
    expect(meanByTheory({ ...PREVIEWS, forgotten })).toBeCloseTo(stale + 0.8 * offered, 2);
    // Each of them is one beyond the included, most of the time.
    expect(piled.stale_cost_usd.mean / (piled.cost_usd.mean - 0.01)).toBeGreaterThan(0.9);
    expect(of({ forgotten, ttl_seconds: 7 * DAY }).cost_usd.mean).toBeLessThan(0.2 * piled.cost_usd.mean);
  });

  it('preview branches use their computes, and store written data up to the size of the data', () => {
    // Every branch begins with two hours at a quarter of a CU, unless it does not live that long.
    const active = 2 * (1 - Math.exp(-1 / 24)) * 24;
    expectExact(month.cu_hours, (40 / 7) * (730 / 24) * 0.25 * active);
    const written = of({ life: { kind: 'constant', value: 4 * DAY }, written_bytes_per_second: 5e9 / DAY });
    // 5 GB in the mean of two days, 10 GB for two more.
    expectExact(written.stored_bytes, (40 / 7) * (2 * 5e9 + 2 * 10e9));
    const cost =
      written.extra_branches.mean * 730 * RATES.usd_per_branch_hour +
      (written.stored_bytes.mean / 1e9) * 730 * RATES.usd_per_gb_hour +
      written.cu_hours.mean * 0.106;
    expect(written.cost_usd.mean).toBeCloseTo(cost, 9);
  });

  it('preview branches share the included amounts with the other children', () => {
    const alone = of({}, { included_children: 24 }).extra_branches.mean;
    const crowded = of({}, { included_children: 24, other_children: 24 });
    expect(alone).toBeLessThan(0.01);
    expect(crowded.extra_branches.mean).toBeCloseTo(crowded.branches.mean, 9);
  });
});
