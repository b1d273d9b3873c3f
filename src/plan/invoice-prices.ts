import { INVOICE_METRICS, type InvoiceMetric } from './invoice-metrics.js';
import { CHANGE_2025, PLANS_PAGE } from './plan-limits.js';
import type { PriceEntry } from './price-book.js';
import { type PricedPlan, priceOn } from './price-stretch.js';

/** What a plan charges for one metric other than compute, from a day on. */
export interface MetricPrice {
  /** Of a billing unit beyond what is included, in US dollars. */
  readonly usd_per_unit: number;
  /** Billing units of a month that cost nothing. */
  readonly included: number;
  /** Whose included units they are; one share for storage of roots and children. */
  readonly included_per: 'project' | 'organization';
  readonly source: string;
  readonly confidence: PriceEntry['confidence'];
  /** What is uncertain, or not charged and why; empty when there is nothing to say. */
  readonly note: string;
}

/** What a plan charges beside compute. */
interface InvoiceEntry {
  readonly plan: string;
  /** First day these prices applied, `YYYY-MM-DD`. */
  readonly from: string;
  /** Child branches of a project that cost nothing: one branch less than are included, as a root is always one. */
  readonly included_children: number;
  readonly prices: Readonly<Record<Exclude<InvoiceMetric, 'compute_unit_seconds'>, MetricPrice>>;
}

const CALCULATIONS = 'platform documentation, usage and cost calculations, 2026-05-28';

/** An invoice of less is not collected, in US dollars. Source: platform documentation, plans page of 2026-03-20. */
export const LEAST_COLLECTED_USD = 0.5;

const EGRESS_NOTE =
  'third parties read 500 GB per project on the pricing page of July 2026; the vendor’s documents say 100 GB per organization';

function price(
  usd_per_unit: number,
  included: number,
  more: Partial<Omit<MetricPrice, 'usd_per_unit' | 'included'>> = {},
): MetricPrice {
  return {
    usd_per_unit,
    included,
    included_per: 'project',
    source: PLANS_PAGE,
    confidence: 'high',
    note: '',
    ...more,
  };
}

const NOT_CHARGED_YET = 'not charged before 2026-05-01';
const NO_PRIVATE = 'private networking needs the Scale plan';
const STOPS = 'beyond what is included writes or computes stop; nothing is charged';

function paid(
  plan: 'launch' | 'scale',
  from: string,
  { snapshots, source }: { readonly snapshots: MetricPrice; readonly source: string },
): InvoiceEntry {
  const included_children = plan === 'launch' ? 9 : 24;
  return {
    plan,
    from,
    included_children,
    prices: {
      root_branch_bytes_month: price(0.35, 0, { source }),
      child_branch_bytes_month: price(0.35, 0, { source }),
      instant_restore_bytes_month: price(0.2, 0, { source }),
      snapshot_storage_bytes_month: snapshots,
      public_network_transfer_bytes: price(0.1, 100, {
        source,
        included_per: 'organization',
        confidence: 'medium',
        note: EGRESS_NOTE,
      }),
      private_network_transfer_bytes:
        plan === 'scale' ? price(0.01, 0, { source }) : price(0, 0, { source, note: NO_PRIVATE }),
      extra_branches_month: price(1.5, included_children, { source }),
    },
  };
}

function free(from: string, source: string): InvoiceEntry {
  const included = (units: number, per: MetricPrice['included_per'] = 'project') =>
    price(0, units, { source, included_per: per, note: STOPS });
  return {
    plan: 'free',
    from,
    included_children: 9,
    prices: {
      root_branch_bytes_month: included(0.5),
      child_branch_bytes_month: included(0.5),
      instant_restore_bytes_month: included(1),
      snapshot_storage_bytes_month: price(0, 0, { source, note: 'one manual snapshot' }),
      public_network_transfer_bytes: included(5, 'organization'),
      private_network_transfer_bytes: price(0, 0, { source, note: NO_PRIVATE }),
      extra_branches_month: price(0, 9, { source, note: 'there are no branches beyond the included ones' }),
    },
  };
}

const SNAPSHOTS = price(0.09, 0, { source: CALCULATIONS });
const FREE_SNAPSHOTS = price(0, 0, { source: CALCULATIONS, confidence: 'medium', note: NOT_CHARGED_YET });

/** Newest first within a plan. The legacy plans before 2025-08-14 sold storage in units of their own: not recorded. */
const CATALOGUE: readonly InvoiceEntry[] = [
  free('2025-08-14', PLANS_PAGE),
  paid('launch', '2026-05-01', { snapshots: SNAPSHOTS, source: CALCULATIONS }),
  paid('launch', '2025-08-14', { snapshots: FREE_SNAPSHOTS, source: CHANGE_2025 }),
  paid('scale', '2026-05-01', { snapshots: SNAPSHOTS, source: CALCULATIONS }),
  paid('scale', '2025-08-14', { snapshots: FREE_SNAPSHOTS, source: CHANGE_2025 }),
];

/** What a plan charges for one metric other than compute, from a day on. */
export interface InvoicePriceEntry extends MetricPrice {
  readonly plan: string;
  /** First day it applied, `YYYY-MM-DD`. */
  readonly from: string;
  readonly metric: Exclude<InvoiceMetric, 'compute_unit_seconds'>;
}

/** Every price besides that of compute. */
export const INVOICE_PRICE_BOOK: readonly InvoicePriceEntry[] = CATALOGUE.flatMap(({ plan, from, prices }) =>
  INVOICE_METRICS.flatMap((metric) =>
    metric === 'compute_unit_seconds' ? [] : [{ plan, from, metric, ...prices[metric] }],
  ),
);

/** All prices of a plan on a day. */
export interface InvoicePrices {
  readonly plan: string;
  readonly compute: PriceEntry;
  readonly included_children: number;
  readonly metrics: Readonly<Record<InvoiceMetric, MetricPrice>>;
}

/**
 * What a plan charges on a day: compute from the price book, the other metrics from their own catalogue. A plan whose
 * day is fixed keeps that day's prices; another has those of the day, and before the catalogue begins none.
 *
 * @param day `YYYY-MM-DD`
 * @throws RangeError for a plan that charges by other units on that day
 */
export function invoicePrices(plan: PricedPlan, day: string): InvoicePrices {
  const on = plan.as_of ?? day;
  const compute = priceOn(plan, day);
  const entry = CATALOGUE.find((each) => each.plan === plan.name && each.from <= on);
  if (entry === undefined) {
    throw new RangeError(
      `the ${plan.name} plan had no usage-based invoice on ${on}; expected the plan free, launch or scale on a day since 2025-08-14`,
    );
  }
  const { usd_per_cu_hour, included_cu_hours, source, confidence, note } = compute;
  return {
    plan: plan.name,
    compute,
    included_children: entry.included_children,
    metrics: {
      compute_unit_seconds: {
        usd_per_unit: usd_per_cu_hour,
        included: included_cu_hours,
        included_per: 'project',
        source,
        confidence,
        note,
      },
      ...entry.prices,
    },
  };
}
