import type { InvoiceMetric } from './invoice-metrics.js';
import { BOOK, PLAN_NAMES, type PlanChoice } from './plan-limits.js';
import { changes, origin, type PriceEntry, priceOn } from './price-book.js';
import { type LimitItem, type PriceItem, rowOn } from './vendor-book.js';

/** A plan's charge for one metric, from a day on. */
export interface MetricPrice extends Pick<PriceEntry, 'source' | 'confidence' | 'note'> {
  /** Of a billing unit beyond what is included, in US dollars. */
  readonly usd_per_unit: number;
  /** Billing units of a month that cost nothing. */
  readonly included: number;
  /** Whose included units they are; one share for storage of roots and children. */
  readonly included_per: 'project' | 'organization';
}

type OtherMetric = Exclude<InvoiceMetric, 'compute_unit_seconds'>;

/** The unit each metric is sold in, and the amount a plan includes. */
const SOLD_AS: Readonly<Record<OtherMetric, { readonly item: PriceItem; readonly included?: LimitItem }>> = {
  root_branch_bytes_month: { item: 'storage', included: 'storage_gb' },
  child_branch_bytes_month: { item: 'storage', included: 'storage_gb' },
  instant_restore_bytes_month: { item: 'restore_history', included: 'restore_history_gb' },
  snapshot_storage_bytes_month: { item: 'snapshot' },
  public_network_transfer_bytes: { item: 'egress_public', included: 'egress_gb' },
  private_network_transfer_bytes: { item: 'egress_private' },
  extra_branches_month: { item: 'extra_branch', included: 'branches' },
};

const OTHER_METRICS = Object.keys(SOLD_AS) as OtherMetric[];

/** An invoice of less is not collected, in US dollars. */
export const MIN_COLLECTED_USD = BOOK.least_collected_usd;

/** A plan's charge for one metric other than compute, from a day on. */
export interface InvoicePriceEntry extends MetricPrice {
  readonly plan: string;
  /** First day it applied, `YYYY-MM-DD`. */
  readonly from: string;
  readonly metric: OtherMetric;
}

function entryOn(plan: string, metric: OtherMetric, from: string): InvoicePriceEntry | undefined {
  const { item, included } = SOLD_AS[metric];
  const price = rowOn(BOOK.prices, item, plan, from);
  if (price === undefined) return undefined;
  const allowance = included && rowOn(BOOK.limits, included, plan, from);
  // One branch less than are included, as a root is always one.
  const units = (allowance?.value ?? 0) - (included === 'branches' ? 1 : 0);
  return {
    plan,
    from,
    metric,
    usd_per_unit: price.usd,
    included: units,
    included_per: allowance?.per === 'organization' ? 'organization' : 'project',
    ...origin(price, [allowance]),
  };
}

/** Every price except that of compute, newest first within a plan and a metric. */
export const INVOICE_PRICE_BOOK: readonly InvoicePriceEntry[] = PLAN_NAMES.flatMap((plan) =>
  OTHER_METRICS.flatMap((metric) => {
    const { item, included } = SOLD_AS[metric];
    const rows = [
      ...BOOK.prices.filter((row) => row.item === item),
      ...BOOK.limits.filter((row) => row.item === included),
    ];
    return changes(plan, rows).flatMap((from) => entryOn(plan, metric, from) ?? []);
  }),
);

/** All prices of a plan on a day. */
export interface InvoicePrices {
  readonly plan: string;
  readonly compute: PriceEntry;
  /** Child branches of a project that cost nothing. */
  readonly included_children: number;
  readonly metrics: Readonly<Record<InvoiceMetric, MetricPrice>>;
}

/**
 * A plan's charges on a day for compute and for every other metric. A plan whose day is fixed keeps that day's
 * prices; another has those of the day.
 *
 * @param day `YYYY-MM-DD`
 * @throws RangeError for a plan that charges by other units on that day
 */
export function invoicePrices(plan: PlanChoice, day: string): InvoicePrices {
  const compute = priceOn(plan, day);
  const on = plan.as_of ?? day;
  const metrics: Partial<Record<InvoiceMetric, MetricPrice>> = {
    compute_unit_seconds: {
      usd_per_unit: compute.usd_per_cu_hour,
      included: compute.included_cu_hours,
      included_per: 'project',
      source: compute.source,
      confidence: compute.confidence,
      note: compute.note,
    },
  };
  for (const metric of OTHER_METRICS) {
    const found = INVOICE_PRICE_BOOK.find(
      (each) => each.plan === plan.name && each.metric === metric && each.from <= on,
    );
    if (found === undefined) throw new RangeError(noInvoice(compute, on));
    const { plan: _plan, from: _from, metric: _metric, ...price } = found;
    metrics[metric] = price;
  }
  return {
    plan: plan.name,
    compute,
    included_children: metrics.extra_branches_month!.included,
    metrics: metrics as Record<InvoiceMetric, MetricPrice>,
  };
}

function noInvoice({ plan, base_fee_usd }: PriceEntry, day: string): string {
  const fee =
    base_fee_usd > 0
      ? `: it cost $${base_fee_usd} per month, with storage packages, which the price book does not have`
      : '';
  const plans = [...new Set(INVOICE_PRICE_BOOK.map((entry) => entry.plan))];
  const since = INVOICE_PRICE_BOOK.map(({ from }) => from).sort()[0];
  return `the ${plan} plan had no usage-based invoice on ${day}${fee}; expected the plan ${plans.slice(0, -1).join(', ')} or ${plans.at(-1)} on a day since ${since}`;
}
