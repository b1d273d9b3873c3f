import { HOUR_SECONDS } from '../../kernel/units.js';
import type { Scenario, ScenarioAssumption } from '../../scenario/scenario.js';
import { withMeanEgress } from '../../scenario/sections/data.js';
import { computeBranches } from '../../scenario/sections/stored-bytes.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { cents } from '../../vendors/cents.js';
import { invoicePrices } from '../../vendors/invoice-prices.js';
import { PRICES_CHECKED_UNTIL } from '../../vendors/price-book.js';
import { priceAtStart } from '../../vendors/price-stretch.js';
import { HOURS_PER_MONTH, MONTH_SECONDS, monthsOf } from '../compute-cost.js';
import { type BillPreviews, billPreviews, meanPreviews } from './bill-previews.js';
import { type Cap, capsOf, type Exhaustion, exhaustionsOf, runningTime } from './caps.js';
import { type BilledTime, projectUse, withPreviews } from './data-use.js';
import { type Invoice, type InvoicePart, invoice, invoicesByMonth } from './invoice.js';
import { computePeaks, type Provisioned, provisioned } from './provisioned.js';
import { queriesOf, sentByLoad } from './queries-sent.js';
import type { RunRecord } from './run-record.js';

/** The billed period: a month at the run's mean rate of use, or the run itself by calendar month. */
export type BillPeriod = 'month' | 'run';

export interface BillQuestion {
  readonly period: BillPeriod;
  /** TTLs to evaluate for short-lived branches; Infinity for never. */
  readonly ttls_seconds?: readonly number[] | undefined;
}

export interface MonthInvoice extends Invoice {
  /** `YYYY-MM`; `null` for a month at the mean rate. */
  readonly month: string | null;
  readonly hours: number;
}

/** Active time that the platform's slices leave out. */
export interface MeteredCompute {
  /** Per period of the bill, in CU-hours: the integral of the size, and the part that four-second slices charge. */
  readonly cu_hours: number;
  readonly metered_cu_hours: number;
}

/** The whole bill of a run. */
export interface Bill extends Pick<Scenario, 'seed' | 'start' | 'duration_seconds'> {
  readonly scenario: string;
  readonly plan: string;
  readonly period: BillPeriod;
  /** The day until which its prices were checked, `YYYY-MM-DD`. */
  readonly prices_checked_until: string;
  readonly projects: number;
  readonly invoices: readonly MonthInvoice[];
  readonly total_usd: number;
  /** A month of 730 hours at the mean rate of use, whatever the period. */
  readonly month: MonthInvoice;
  /** `null` for a fleet, which does not record the sizes of single tenants. */
  readonly metering: MeteredCompute | null;
  readonly provisioned: Provisioned | null;
  /** `null` if the scenario has no short-lived branches. */
  readonly previews: BillPreviews | null;
  readonly caps: readonly Cap[];
  /** Quotas exhausted within the run. */
  readonly exhausted: readonly Exhaustion[];
  /** CU-hours of a month of 730 hours, as the provisioned machine's break-even is stated. */
  readonly cu_hours_per_month: number;
  /** Hours of the month of 730 until a cap suspends the computes; all of them if no cap does. */
  readonly running_hours: number;
  readonly queries_per_month: number;
  /** Mean bytes sent for a completed query, and the bytes that each load sends; absent if no load sets its bytes. */
  readonly bytes_per_query?: number;
  readonly sent_bytes_per_month?: Readonly<Record<string, number>>;
  readonly assumptions: readonly Pick<
    ScenarioAssumption,
    'name' | 'value' | 'source' | 'confidence' | 'set_by'
  >[];
}

/** Sizes recorded from decisions must give the run's own integral to this share. */
const SAME = 1e-6;

/**
 * The bill of a run. Compute is what {@link projectCost} prices: for a month, the mean rate of use over 730 hours, or
 * until a cap suspends the computes; for the run, its calendar months.
 *
 * @throws RangeError for a plan that has no usage-based invoice on a day of the run
 */
export function billOf(
  written: Scenario,
  observations: RunObservations,
  record: RunRecord,
  { period, ttls_seconds = [] }: BillQuestion,
): Bill {
  const { duration_seconds } = observations;
  const cu_seconds = observations.computes.reduce((sum, each) => sum + each.cu_seconds, 0);
  const sent = queriesOf(observations.computes);
  const { queries } = sent;
  const scenario = withMeanEgress(written, sent);
  const running = runningTime(scenario, observations);
  const [scale, running_hours] = [monthsOf(running), running.month_hours];
  const previews =
    billPreviews(scenario, scenario.data.branches + ownBranches(scenario), ttls_seconds) ?? null;
  const month = monthInvoice(
    scenario,
    { cu_seconds: cu_seconds * scale, queries: queries * scale },
    previews,
  );
  const invoices = period === 'month' ? [month] : runInvoices(scenario, observations, record, previews);
  const total_cents = invoices.reduce((sum, { total_usd }) => sum + cents(total_usd), 0);
  const cu_hours_per_month = (cu_seconds * scale) / HOUR_SECONDS;
  const rate = priceAtStart(scenario).usd_per_cu_hour;
  const peaks = computePeaks(scenario, observations, record);
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    start: scenario.start,
    duration_seconds,
    plan: scenario.plan.name,
    period,
    prices_checked_until: PRICES_CHECKED_UNTIL,
    projects: projectsOf(scenario),
    invoices,
    total_usd: total_cents / 100,
    month,
    metering: meteringOf(observations, record, period === 'month' ? scale : 1),
    provisioned: peaks === undefined ? null : provisioned(peaks, rate),
    previews,
    caps: capsOf(scenario, observations, month),
    exhausted: exhaustionsOf(scenario, record),
    cu_hours_per_month,
    running_hours,
    queries_per_month: queries * scale,
    ...(scenario !== written && {
      bytes_per_query: scenario.data.egress_bytes_per_query,
      sent_bytes_per_month: sentByLoad(written, observations, scale),
    }),
    assumptions: scenario.data.assumptions.map(({ name, value, source, confidence, set_by }) => ({
      name,
      value,
      source,
      confidence,
      set_by,
    })),
  };
}

/** Projects that share the account: one for each tenant of a fleet. */
export function projectsOf({ fleet }: Scenario): number {
  return fleet?.tenants.length ?? 1;
}

/** Child branches that computes of a project serve: each tenant of a fleet has one compute. */
function ownBranches({ computes, fleet }: Scenario): number {
  return fleet === undefined ? computeBranches(computes) : 0;
}

function monthInvoice(
  scenario: Scenario,
  use: Pick<BilledTime, 'cu_seconds' | 'queries'>,
  previews: BillPreviews | null,
): MonthInvoice {
  const day = scenario.start.slice(0, 10);
  const part = partOf(scenario, { ...use, from_seconds: 0, to_seconds: MONTH_SECONDS }, day, previews);
  return { month: null, hours: HOURS_PER_MONTH, ...invoice([{ ...part, since: undefined, share: 1 }]) };
}

/** The run's mean rate of use, priced over another stretch of time. */
export function stretchInvoice(
  scenario: Scenario,
  bill: Pick<Bill, 'cu_hours_per_month' | 'queries_per_month' | 'bytes_per_query' | 'previews'>,
  stretch: {
    /** Since the scenario's start; less than 0 before it. */
    readonly from_seconds: number;
    readonly seconds: number;
    readonly day: string;
    readonly share: number;
  },
): Invoice {
  const { from_seconds, seconds, day, share } = stretch;
  const scale = seconds / MONTH_SECONDS;
  const queries = bill.queries_per_month * scale;
  const { bytes_per_query = scenario.data.egress_bytes_per_query } = bill;
  const part = partOf(
    withMeanEgress(scenario, { queries, sent_bytes: queries * bytes_per_query }),
    {
      from_seconds,
      to_seconds: from_seconds + seconds,
      cu_seconds: bill.cu_hours_per_month * HOUR_SECONDS * scale,
      queries,
    },
    day,
    bill.previews,
  );
  return invoice([{ ...part, since: undefined, share }]);
}

/** The use of a stretch of time at the prices of a day, by project. */
function partOf(
  scenario: Scenario,
  time: Omit<BilledTime, 'compute_branches'>,
  day: string,
  previews: BillPreviews | null,
): Pick<InvoicePart, 'prices' | 'projects'> {
  const prices = invoicePrices(scenario.plan, day);
  const count = projectsOf(scenario);
  const own: BilledTime = {
    ...time,
    // The tenants of a fleet are alike in the mean, and what is included is shared out among them alike.
    cu_seconds: time.cu_seconds / count,
    queries: time.queries / count,
    compute_branches: ownBranches(scenario),
  };
  const standing = projectUse(scenario.data, own, prices.included_children);
  const seconds = time.to_seconds - time.from_seconds;
  const project = previews === null ? standing : withPreviews(standing, seconds, meanPreviews(previews));
  return { prices, projects: Array.from({ length: count }, () => project) };
}

function runInvoices(
  scenario: Scenario,
  { computes, duration_seconds }: RunObservations,
  { stretches, queries, sent_bytes }: RunRecord,
  previews: BillPreviews | null,
): readonly MonthInvoice[] {
  const parts = stretches.map(({ month, since, share, start_seconds }, index) => {
    const from_seconds = Math.max(0, start_seconds);
    const to_seconds = Math.min(duration_seconds, stretches[index + 1]?.start_seconds ?? duration_seconds);
    const cu_seconds = computes
      .flatMap(({ cu_seconds_by_month }) => cu_seconds_by_month)
      .filter((use) => use.month === month && use.since === since)
      .reduce((sum, use) => sum + use.cu_seconds, 0);
    // A month includes the amounts of its last billed day.
    const day = lastDay(scenario.start_epoch_seconds + to_seconds);
    const own = { queries: queries[index]!, sent_bytes: sent_bytes[index]! };
    const part = partOf(
      withMeanEgress(scenario, own),
      { from_seconds, to_seconds, cu_seconds, queries: own.queries },
      day,
      previews,
    );
    return { month, hours: (to_seconds - from_seconds) / HOUR_SECONDS, since, share, ...part };
  });
  return invoicesByMonth(parts);
}

/** The day, `YYYY-MM-DD`, that a moment ends or lies in. */
function lastDay(epoch_seconds: number): string {
  return new Date(epoch_seconds * 1000 - 1).toISOString().slice(0, 10);
}

function meteringOf(
  { computes, duration_seconds }: RunObservations,
  record: RunRecord,
  scale: number,
): MeteredCompute | null {
  let [metered, billed] = [0, 0];
  for (const { name, cu_seconds, active_cu_seconds } of computes) {
    const size = record.size(name);
    if (size === undefined) return null;
    const recorded = size.cuSeconds(duration_seconds);
    if (Math.abs(recorded - active_cu_seconds) > SAME * Math.max(1, active_cu_seconds)) return null;
    metered += size.meteredCuSeconds(duration_seconds);
    billed += cu_seconds;
  }
  return { cu_hours: (billed * scale) / HOUR_SECONDS, metered_cu_hours: (metered * scale) / HOUR_SECONDS };
}
