import { HOUR_SECONDS } from '../../kernel/units.js';
import type { Scenario } from '../../scenario/scenario.js';
import { cents, toCents } from '../../vendors/cents.js';
import { INVOICE_METRICS, type InvoiceMetric, METRIC_UNITS } from '../../vendors/invoice-metrics.js';
import { type Bill, stretchInvoice } from './bill.js';
import type { BilledUse } from './billed-use.js';
import { standingTransfer } from './data-use.js';
import type { Invoice, InvoiceLine } from './invoice.js';
import { type RealMonth, type RealStretch, realInvoices, realStretches } from './real-invoice.js';

/** A value of the scenario, or of a mean, that would make both sides one. */
export interface Implied {
  readonly name: string;
  readonly value: number;
  readonly simulated: number;
  readonly unit: 'CU' | 'bytes' | 'bytes a day' | 'branches';
}

/** One metric of a real invoice and of the simulated one, over the same hours. */
export interface ComparedLine extends Pick<InvoiceLine, 'metric' | 'label' | 'unit'> {
  readonly simulated: number;
  /** In billing units; `null` if only an amount was typed. */
  readonly real: number | null;
  readonly simulated_usd: number;
  /** `null` if the line is unknown. */
  readonly real_usd: number | null;
  /** Real less simulated, to the cent. */
  readonly difference_usd: number | null;
  /** The scenario value that would make the simulated line equal the real one; `null` if no value does. */
  readonly implied: Implied | null;
}

/** A real invoice compared with the simulated one. */
export interface BillComparison {
  readonly plan: string;
  readonly from: string;
  readonly to: string;
  readonly hours: number;
  readonly lines: readonly ComparedLine[];
  /** Sum of the lines whose real side is known. */
  readonly simulated_usd: number;
  readonly real_usd: number;
  /** Cost of compute that four-second slices leave out over these hours, in US dollars; `null` if unknown. */
  readonly slices_usd: number | null;
  /** Invoices by month, computed from the real consumption; empty if amounts were typed. */
  readonly months: readonly RealMonth[];
  readonly warnings: readonly string[];
}

/**
 * Compares the use or payments of a real account with a bill for the same hours. The simulated side is the run's mean
 * rate of use, and the scenario's data as it is at that time.
 */
export function compareBill(scenario: Scenario, bill: Bill, used: BilledUse): BillComparison {
  const months = realInvoices(scenario.plan, used);
  const start = scenario.start_epoch_seconds;
  const stretches = realStretches(scenario.plan, used);
  const simulated = stretches.map((stretch) =>
    stretchInvoice(scenario, bill, {
      // Before the scenario begins its data is as at its start.
      from_seconds: stretch.start_ms / 1000 - start,
      seconds: (stretch.end_ms - stretch.start_ms) / 1000,
      day: new Date(stretch.end_ms - 1).toISOString().slice(0, 10),
      share: stretch.share,
    }),
  );
  const hours = (used.end_ms - used.start_ms) / 1000 / HOUR_SECONDS;
  const lines = INVOICE_METRICS.map((metric) =>
    compared(metric, { scenario, bill, used, months, simulated, hours }),
  );
  // Where only some lines of the real one are known, both totals are of these.
  const isWhole = used.total_usd !== undefined || lines.every(({ real_usd }) => real_usd !== null);
  const simulated_usd = isWhole
    ? sumOf(simulated.map(({ total_usd }) => total_usd))
    : sumOf(lines.filter(({ real_usd }) => real_usd !== null).map((line) => line.simulated_usd));
  // Typed amounts add up to their sum; consumption also has the monthly minimum.
  const known = lines.flatMap(({ real_usd }) => real_usd ?? []);
  const isTyped = Object.keys(used.amounts_usd).length > 0;
  const summed = sumOf(isTyped ? known : months.map(({ total_usd }) => total_usd));
  const { metering } = bill;
  const billed = sumOf(simulated.map((each) => lineUsd(each, 'compute_unit_seconds')));
  return {
    plan: scenario.plan.name,
    from: new Date(used.start_ms).toISOString(),
    to: new Date(used.end_ms).toISOString(),
    hours,
    lines,
    simulated_usd,
    real_usd: used.total_usd ?? summed,
    slices_usd:
      metering === null || metering.cu_hours === 0
        ? null
        : billed * (metering.metered_cu_hours / metering.cu_hours - 1),
    months,
    warnings: [
      ...used.warnings,
      ...acrossStretches(stretches, used),
      ...(used.total_usd !== undefined && known.length > 0 && cents(used.total_usd) !== cents(summed)
        ? [`the total typed is not the sum of its lines, $${toCents(summed)}`]
        : []),
      ...(used.plan !== undefined && !used.plan.startsWith(scenario.plan.name)
        ? [
            `the real account is on the plan ${used.plan}, the scenario on ${scenario.plan.name}: priced as the latter`,
          ]
        : []),
    ],
  };
}

/** Warns of timeframes that cross a month or a price change: their use counts where they begin. */
function acrossStretches([, ...later]: readonly RealStretch[], { timeframes }: BilledUse): readonly string[] {
  return (['month', 'price'] as const).flatMap((one) => {
    const begins = later.filter(({ since }) => (since === undefined) === (one === 'month'));
    const across = timeframes.filter((own) =>
      begins.some(({ start_ms }) => own.start_ms < start_ms && start_ms < own.end_ms),
    );
    const text = `${across.length} of ${timeframes.length} timeframes reach from one ${one} into another and are priced as use of the first; give each ${one} its own`;
    return across.length === 0 ? [] : [text];
  });
}

function sumOf(usd: readonly number[]): number {
  return usd.reduce((sum, each) => sum + cents(each), 0) / 100;
}

function lineUsd({ lines }: Invoice, metric: InvoiceMetric): number {
  return lines.filter((line) => line.metric === metric).reduce((sum, { amount_usd }) => sum + amount_usd, 0);
}

function quantityOf(invoices: readonly Invoice[], metric: InvoiceMetric): number {
  return invoices
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => (line.metric === metric ? sum + line.quantity : sum), 0);
}

interface Sides {
  readonly scenario: Scenario;
  readonly bill: Bill;
  readonly used: BilledUse;
  readonly months: readonly RealMonth[];
  readonly simulated: readonly Invoice[];
  readonly hours: number;
}

function compared(metric: InvoiceMetric, sides: Sides): ComparedLine {
  const { used, months, simulated } = sides;
  const { label, billing_unit: unit } = METRIC_UNITS[metric];
  const isMetered = used.timeframes.some(({ metrics }) => metrics[metric] !== undefined);
  const typed = used.amounts_usd[metric];
  const simulated_usd = sumOf(simulated.map((each) => lineUsd(each, metric)));
  const real = isMetered ? quantityOf(months, metric) : null;
  const fromUse = isMetered ? sumOf(months.map((each) => lineUsd(each, metric))) : null;
  const real_usd = typed ?? fromUse;
  return {
    metric,
    label,
    unit,
    simulated: quantityOf(simulated, metric),
    real,
    simulated_usd,
    real_usd,
    difference_usd: real_usd === null ? null : (cents(real_usd) - cents(simulated_usd)) / 100,
    implied: real === null ? null : impliedAmount(metric, real, sides),
  };
}

/** Name of a project's mean over the hours, and its display unit in raw units. */
type Mean = Pick<Implied, 'name' | 'unit'> & { readonly per?: number };
/** Metrics that a value of the scenario is implied by instead. */
type OfData = 'instant_restore_bytes_month' | `${'public' | 'private'}_network_transfer_bytes`;

const MEANS: Readonly<Record<Exclude<InvoiceMetric, OfData>, Mean>> = {
  compute_unit_seconds: { name: 'mean size, 0 while suspended', unit: 'CU', per: HOUR_SECONDS },
  root_branch_bytes_month: { name: 'mean logical size of a project', unit: 'bytes' },
  child_branch_bytes_month: { name: 'mean size of all children', unit: 'bytes' },
  snapshot_storage_bytes_month: { name: 'mean size of all snapshots', unit: 'bytes' },
  extra_branches_month: { name: 'mean number of child branches', unit: 'branches' },
};

/** The scenario value that reproduces the real line, in the units of its keys. */
function impliedAmount(
  metric: InvoiceMetric,
  real: number,
  { scenario: { data }, bill, hours, simulated }: Sides,
): Implied | null {
  const raw = real * METRIC_UNITS[metric].raw_per_unit;
  const own = quantityOf(simulated, metric) * METRIC_UNITS[metric].raw_per_unit;
  const mean = raw / hours / bill.projects;
  const known = (MEANS as Readonly<Partial<Record<InvoiceMetric, Mean>>>)[metric];
  if (known !== undefined) {
    const { name, unit, per = 1 } = known;
    return { name, value: mean / per, simulated: own / hours / bill.projects / per, unit };
  }
  if (metric === 'instant_restore_bytes_month') {
    if (!(data.history_retention_seconds > 0)) return null;
    return {
      name: 'data.written',
      value: (mean / data.history_retention_seconds) * 86_400,
      simulated: data.written_bytes_per_second * 86_400,
      unit: 'bytes a day',
    };
  }
  const isPublic = metric === 'public_network_transfer_bytes';
  const share = isPublic ? 1 - data.private_share : data.private_share;
  const standing = standingTransfer(data)[isPublic ? 'public' : 'private'] * hours * 3600 * bill.projects;
  const queries = (bill.queries_per_month / 730) * hours * share;
  if (!(queries > 0)) return null;
  return {
    name: bill.bytes_per_query === undefined ? 'data.egress_per_query' : 'mean bytes sent for a query',
    value: Math.max(0, raw - standing) / queries,
    simulated: bill.bytes_per_query ?? data.egress_bytes_per_query,
    unit: 'bytes',
  };
}
