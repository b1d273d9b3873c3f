import { getOrCreate } from '../../kernel/get-or-create.js';
import { HOUR_MS } from '../../kernel/units.js';
import { type InvoiceMetric, NO_USE } from '../../vendors/invoice-metrics.js';
import { invoicePrices } from '../../vendors/invoice-prices.js';
import type { PlanChoice } from '../../vendors/plan-limits.js';
import { type PriceStretch, priceStretches } from '../../vendors/price-stretch.js';
import type { BilledTimeframe, BilledUse } from './billed-use.js';
import { type Invoice, invoicesByMonth, type MonthHours, type ProjectUse } from './invoice.js';

/** The stretch of one price of one month that a real account was billed for. */
export interface RealStretch extends Pick<PriceStretch, 'month' | 'since' | 'share'> {
  /** In ms since the epoch: the part of the stretch that the history covers. */
  readonly start_ms: number;
  readonly end_ms: number;
}

/** The invoice of one month, computed from the consumption of a real account. */
export type RealMonth = Invoice & MonthHours;

/** The stretches of one price that a real account's history covers, in order. */
export function realStretches(plan: PlanChoice, { start_ms, end_ms }: BilledUse): readonly RealStretch[] {
  const stretches = priceStretches(plan, start_ms / 1000, (end_ms - start_ms) / 1000);
  return stretches.map(({ month, since, share, start_seconds }, index) => {
    const next = stretches[index + 1]?.start_seconds;
    return {
      month,
      since,
      share,
      start_ms: Math.max(start_ms, start_ms + start_seconds * 1000),
      end_ms: next === undefined ? end_ms : Math.min(end_ms, start_ms + next * 1000),
    };
  });
}

/**
 * The monthly invoices computed from a real account's consumption. A timeframe counts where it begins. Included
 * branches are subtracted timeframe by timeframe, as the platform documents.
 *
 * @throws RangeError for a plan that has no usage-based invoice on a day
 */
export function realInvoices(plan: PlanChoice, used: BilledUse): readonly RealMonth[] {
  if (used.timeframes.length === 0) return [];
  const names = [...new Set(used.timeframes.map(({ project }) => project))];
  const parts = realStretches(plan, used).map((stretch) => {
    // A month includes the amounts of its last billed day.
    const prices = invoicePrices(plan, new Date(stretch.end_ms - 1).toISOString().slice(0, 10));
    const own = used.timeframes.filter(
      ({ start_ms }) => start_ms >= stretch.start_ms && start_ms < stretch.end_ms,
    );
    const byProject = new Map<string, BilledTimeframe[]>();
    for (const each of own) {
      getOrCreate(byProject, each.project, () => []).push(each);
    }
    const projects = names.map((name) => projectUseOf(byProject.get(name) ?? [], prices.included_children));
    const { month, since, share } = stretch;
    return { month, since, share, prices, projects, hours: (stretch.end_ms - stretch.start_ms) / HOUR_MS };
  });
  return invoicesByMonth(parts);
}

function projectUseOf(timeframes: readonly BilledTimeframe[], included_children: number): ProjectUse {
  const use: Record<InvoiceMetric, number> = { ...NO_USE };
  // Timeframes of several branches of a project share what is included.
  const branchHours = new Map<number, { hours: number; reported: number }>();
  for (const { start_ms, end_ms, metrics } of timeframes) {
    for (const [metric, value] of Object.entries(metrics)) use[metric as InvoiceMetric] += value;
    const hours = (end_ms - start_ms) / HOUR_MS;
    const bucket = getOrCreate(branchHours, start_ms, () => ({ hours, reported: 0 }));
    bucket.reported += metrics.extra_branches_month ?? 0;
  }
  let extra_branch_hours = 0;
  for (const { hours, reported } of branchHours.values()) {
    extra_branch_hours += Math.max(0, reported - included_children * hours);
  }
  return { use, extra_branch_hours };
}
