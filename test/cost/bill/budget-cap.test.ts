import { describe, expect, it } from 'vitest';
import { budgetCap } from '../../../src/cost/bill/caps.js';
import { invoice } from '../../../src/cost/bill/invoice.js';
import { NO_USE } from '../../../src/vendors/invoice-metrics.js';
import { invoicePrices } from '../../../src/vendors/invoice-prices.js';

const ALL = { most_cu: 2, running_hours: 730 };

/** A month with this many CU-hours, and a gigabyte-month of storage for each of the others. */
function monthOf(plan: string, cu_hours: number, gigabytes: number, as_of?: string) {
  const prices = invoicePrices({ name: plan, as_of }, '2026-01-01');
  const use = {
    ...NO_USE,
    compute_unit_seconds: cu_hours * 3600,
    root_branch_bytes_month: gigabytes * 744e9,
  };
  const made = invoice([{ since: undefined, share: 1, prices, projects: [{ use, extra_branch_hours: 0 }] }]);
  return { made, month: { ...ALL, minimum_usd: prices.compute.minimum_usd } };
}

function capFor(budget: number, ...of: Parameters<typeof monthOf>) {
  const { made, month } = monthOf(...of);
  return { ...budgetCap(budget, made, month), made };
}

describe('a budget', () => {
  it('leaves to compute what the other lines leave, to the second', () => {
    const { compute_time_seconds, other_usd, binds_after_hours } = capFor(10, 'launch', 200, 10);
    expect(other_usd).toBe(3.5);
    expect(compute_time_seconds).toBe(Math.floor((6.5 / 0.106) * 3600));
    expect(binds_after_hours).toBeCloseTo((730 * (6.5 / 0.106)) / 200, 2);
    // With it the month is within the budget; with a minute more it is not.
    const total = (seconds: number) => monthOf('launch', seconds / 3600, 10).made.total_usd;
    expect(total(compute_time_seconds!)).toBe(10);
    expect(total(compute_time_seconds! + 600)).toBeGreaterThan(10);
  });

  it.each([
    ['less than the other lines', 3, 10, 'other lines'],
    // The API reads a quota of 0 as unlimited.
    ['equal to the other lines', 3.5, 10, 'other lines'],
  ] as const)('%s is held by no cap', (_, budget, gigabytes, why) => {
    expect(capFor(budget, 'launch', 200, gigabytes)).toMatchObject({ compute_time_seconds: null, why });
  });

  it('does not exist below the minimum of a plan, and the minimum does not count as another line', () => {
    const day = '2025-09-01';
    expect(capFor(4, 'launch', 10, 0, day)).toMatchObject({ compute_time_seconds: null, why: 'minimum' });
    const { other_usd, compute_time_seconds, made } = capFor(5, 'launch', 10, 0, day);
    expect(made.minimum_usd).toBeCloseTo(3.6, 9);
    expect([other_usd, compute_time_seconds]).toEqual([0, Math.floor((5 / 0.14) * 3600)]);
  });

  it('needs none where compute costs nothing', () => {
    expect(capFor(1, 'free', 50, 0)).toMatchObject({ compute_time_seconds: null, why: 'free' });
  });
});
