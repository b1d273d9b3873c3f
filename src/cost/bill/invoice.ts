import { sumOf } from '../../kernel/sums.js';
import { cents } from '../../vendors/cents.js';
import {
  INVOICE_METRICS,
  type InvoiceMetric,
  METRIC_UNITS,
  type MetricUse,
} from '../../vendors/invoice-metrics.js';
import { type InvoicePrices, type MetricPrice, MIN_COLLECTED_USD } from '../../vendors/invoice-prices.js';

/** One project's use of each metric, and its branch-hours beyond the included branches. */
export interface ProjectUse {
  readonly use: MetricUse;
  /** Child branches beyond the included ones, hour by hour, in branch-hours. */
  readonly extra_branch_hours: number;
}

/** A stretch of a billing month with one price. */
export interface InvoicePart {
  /** The day of the price change; `undefined` for the part that begins with the month. */
  readonly since: string | undefined;
  /** Its days as a share of those of the month: its share of what is included, and of the minimum. */
  readonly share: number;
  readonly prices: InvoicePrices;
  /** One for each project of the organization, in the same order in every part of a month. */
  readonly projects: readonly ProjectUse[];
}

/** One line of an invoice. */
export interface InvoiceLine extends Omit<MetricPrice, 'included'> {
  readonly metric: InvoiceMetric;
  readonly label: string;
  readonly since: string | undefined;
  readonly unit: string;
  /** In billing units; for branches, all children, whether included or not. */
  readonly quantity: number;
  /** The charged quantity, in billing units. */
  readonly billable: number;
  /** In full precision, in US dollars. */
  readonly cost_usd: number;
  /** To the cent, half a cent up. */
  readonly amount_usd: number;
}

/** A month's cost, line by line. */
export interface Invoice {
  readonly plan: string;
  readonly lines: readonly InvoiceLine[];
  /** The amount that raises the lines to the plan's minimum. */
  readonly minimum_usd: number;
  /** The lines and the minimum added up, to the cent. */
  readonly total_usd: number;
  /** The amount collected: 0 for a total below the collection threshold. */
  readonly due_usd: number;
}

/** A month, `YYYY-MM`, and its billed hours. */
export interface MonthHours {
  readonly month: string;
  readonly hours: number;
}

/**
 * The invoice of one organization for a month: each metric in billing units, less what is included, times its rate, to
 * the cent; the total is the sum of the lines as printed. The platform does not publish its rounding; its examples
 * round lines to the cent.
 */
export function invoice(parts: readonly InvoicePart[]): Invoice {
  const lines = INVOICE_METRICS.flatMap((metric) =>
    byPrice(metric, parts).map((alike) => lineOf(metric, alike)),
  );
  const charged_cents = lines.reduce((sum, { amount_usd }) => sum + cents(amount_usd), 0);
  const least_usd = parts.reduce((sum, { share, prices }) => sum + share * prices.compute.minimum_usd, 0);
  const minimum_cents = Math.max(0, cents(least_usd) - charged_cents);
  const total_cents = charged_cents + minimum_cents;
  const total_usd = total_cents / 100;
  return {
    plan: parts[0]?.prices.plan ?? '',
    lines,
    minimum_usd: minimum_cents / 100,
    total_usd,
    due_usd: total_usd < MIN_COLLECTED_USD ? 0 : total_usd,
  };
}

/** The invoices of months, from parts in their order that the hours are known of. */
export function invoicesByMonth(
  parts: readonly (InvoicePart & MonthHours)[],
): readonly (Invoice & MonthHours)[] {
  return [...new Set(parts.map(({ month }) => month))].map((month) => {
    const own = parts.filter((part) => part.month === month);
    return { month, hours: own.reduce((sum, { hours }) => sum + hours, 0), ...invoice(own) };
  });
}

const ROUNDING = 1e-12;

/** Adjacent parts with one price for a metric: they share a line, and the included amount counts once. */
function byPrice(metric: InvoiceMetric, parts: readonly InvoicePart[]): readonly (readonly InvoicePart[])[] {
  const groups: InvoicePart[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const [before, now] = [last?.[0], part].map((each) => each?.prices.metrics[metric]);
    const isSame =
      before?.usd_per_unit === now?.usd_per_unit &&
      before?.included === now?.included &&
      before?.included_per === now?.included_per;
    if (last !== undefined && isSame) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

function lineOf(metric: InvoiceMetric, parts: readonly InvoicePart[]): InvoiceLine {
  const { label, billing_unit: unit, raw_per_unit } = METRIC_UNITS[metric];
  const [{ since, prices, projects }] = parts as readonly [InvoicePart];
  const { included, ...price } = prices.metrics[metric];
  const share = sumOf(parts, (part) => part.share);
  const quantities = projects.map(
    (_, index) => sumOf(parts, (part) => part.projects[index]!.use[metric]) / raw_per_unit,
  );
  const quantity = quantities.reduce((sum, each) => sum + each, 0);
  const allowed = included * share;
  // Because of rounding, use equal to the allowance may sum to slightly more or less than the allowance.
  const beyond = (used: number): number => (used <= allowed * (1 + ROUNDING) ? 0 : used - allowed);
  let billable: number;
  if (metric === 'extra_branches_month') {
    const ofPart = (part: InvoicePart) => sumOf(part.projects, (each) => each.extra_branch_hours);
    billable = sumOf(parts, ofPart) / raw_per_unit;
  } else if (price.included_per === 'organization') billable = beyond(quantity);
  else billable = quantities.reduce((sum, each) => sum + beyond(each), 0);
  const cost_usd = billable * price.usd_per_unit;
  return {
    metric,
    label,
    since,
    unit,
    quantity,
    billable,
    cost_usd,
    amount_usd: cents(cost_usd) / 100,
    ...price,
  };
}
