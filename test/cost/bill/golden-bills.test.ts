import { describe, expect, test } from 'vitest';
import { budgetCap } from '../../../src/cost/bill/caps.js';
import { invoice } from '../../../src/cost/bill/invoice.js';
import { BILLING_MONTH_HOURS, GB, NO_USE } from '../../../src/vendors/invoice-metrics.js';
import { invoicePrices } from '../../../src/vendors/invoice-prices.js';

/** Use of a month in billing units. */
interface Use {
  readonly cu_hours?: number;
  readonly root_gb?: number;
  readonly child_gb?: number;
  readonly history_gb?: number;
}

/** The invoice of a month on a day for one project. */
function billed(plan: string, day: string, { cu_hours = 0, root_gb = 0, child_gb = 0, history_gb = 0 }: Use) {
  const stored = (gb: number) => gb * GB * BILLING_MONTH_HOURS;
  const use = {
    ...NO_USE,
    compute_unit_seconds: 3600 * cu_hours,
    root_branch_bytes_month: stored(root_gb),
    child_branch_bytes_month: stored(child_gb),
    instant_restore_bytes_month: stored(history_gb),
  };
  const prices = invoicePrices({ name: plan, as_of: undefined }, day);
  return invoice([{ since: undefined, share: 1, prices, projects: [{ use, extra_branch_hours: 0 }] }]);
}

/** Days of the pages: plans, questions and answers, hard usage limits. */
const PLANS_PAGE = '2026-08-27';
const FAQ = '2026-10-01';
const LIMITS_PAGE = '2026-08-07';

describe('bills that the vendor publishes', () => {
  test.each([
    ['launch', { cu_hours: 10, root_gb: 2, child_gb: 1, history_gb: 1 }, 2.31],
    ['launch', { cu_hours: 120, root_gb: 20, child_gb: 5, history_gb: 10 }, 23.47],
    ['launch', { cu_hours: 250, root_gb: 40, child_gb: 10, history_gb: 20 }, 48],
    ['scale', { cu_hours: 1700, root_gb: 100, child_gb: 25, history_gb: 50 }, 431.15],
    ['scale', { cu_hours: 2600, root_gb: 150, child_gb: 40, history_gb: 75 }, 658.7],
  ] as const)('the plans page: %s with %o is $%d', (plan, use, usd) => {
    // The page adds up amounts that it has not rounded.
    expect(Math.abs(billed(plan, PLANS_PAGE, use).total_usd - usd)).toBeLessThan(0.005);
  });

  test.each([
    ['0.25 CU for 4 hours a day over 30 days', 0.25 * 4 * 30, 3.18, 0.005],
    ['0.25 CU for 9 hours a day over 30 days', 0.25 * 9 * 30, 7.16, 0.01],
    ['0.25 CU for 5 hours', 0.25 * 5, 0.13, 0.005],
  ])('the questions page: %s is %d CU-hours on launch, $%d', (_, cu_hours, usd, tolerance) => {
    expect(Math.abs(billed('launch', FAQ, { cu_hours }).total_usd - usd)).toBeLessThan(tolerance);
  });

  test('the pricing page: 140 CU-hours and 1 GB on launch are about $15', () => {
    const { total_usd } = billed('launch', PLANS_PAGE, { cu_hours: 140, root_gb: 1 });
    expect(Math.abs(total_usd - 15)).toBeLessThan(0.5);
  });

  test.each([
    ['launch', 5, 170_000],
    ['launch', 10, 340_000],
    ['launch', 100, 3_396_000],
    ['scale', 5, 81_000],
    ['scale', 100, 1_622_000],
  ])('the usage limits page: on %s $%d buys about %d CU-seconds', (plan, usd, cu_seconds) => {
    const month = { most_cu: 1, minimum_usd: 0, running_hours: 730 };
    const cap = budgetCap(usd, billed(plan, LIMITS_PAGE, { cu_hours: 1 }), month);
    expect(Math.abs(cap.compute_time_seconds! - cu_seconds)).toBeLessThan(1000);
  });
});
