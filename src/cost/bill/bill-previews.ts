import type { Scenario } from '../../scenario/scenario.js';
import { BILLING_MONTH_HOURS } from '../../vendors/invoice-metrics.js';
import { invoicePrices } from '../../vendors/invoice-prices.js';
import { limitOn } from '../../vendors/plan-limits.js';
import type { MeanPreviews } from './data-use.js';
import { type PreviewMonth, type PreviewRates, previewMonth } from './preview-branches.js';

/** Branches that come and go in a bill: as they are, and under other TTLs. */
export interface BillPreviews {
  readonly month: PreviewMonth;
  /** In the order asked for. */
  readonly sweep: readonly PreviewMonth[];
}

/**
 * Number and monthly cost of a scenario's short-lived branches, at the prices of its first day.
 * @param ttls_seconds further TTLs to evaluate; Infinity for never
 * @param other_children of the project
 * @throws RangeError as {@link invoicePrices}
 */
export function billPreviews(
  scenario: Scenario,
  other_children: number,
  ttls_seconds: readonly number[],
): BillPreviews | undefined {
  const { previews, data, plan, seed, start } = scenario;
  if (previews === undefined) return undefined;
  const { metrics, included_children } = invoicePrices(plan, start.slice(0, 10));
  const rates: PreviewRates = {
    other_children,
    included_children,
    logical_size_bytes: data.logical_size_bytes,
    usd_per_cu_hour: metrics.compute_unit_seconds.usd_per_unit,
    usd_per_gb_hour: metrics.child_branch_bytes_month.usd_per_unit / BILLING_MONTH_HOURS,
    active_limit: limitOn(plan, 'active_computes', start.slice(0, 10))?.value ?? Number.POSITIVE_INFINITY,
    usd_per_branch_hour: metrics.extra_branches_month.usd_per_unit / BILLING_MONTH_HOURS,
  };
  return {
    month: previewMonth(previews, rates, seed),
    sweep: ttls_seconds.map((ttl_seconds) => previewMonth({ ...previews, ttl_seconds }, rates, seed)),
  };
}

/** Means over time, for a bill's lines. */
export function meanPreviews({ month }: BillPreviews): MeanPreviews {
  return {
    branches: month.branches.mean,
    extra_branches: month.extra_branches.mean,
    stored_bytes: month.stored_bytes.mean,
    // CU-hours of 730 hours.
    cu: month.cu_hours.mean / 730,
  };
}
