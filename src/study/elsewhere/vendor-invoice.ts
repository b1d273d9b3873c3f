import type { Bill } from '../../cost/bill/bill.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { determiningData } from '../../scenario/sections/data.js';
import { DEFAULT_VENDOR } from '../../scenario/sections/vendor.js';
import type { RunObservations } from '../../simulation/run/observation.js';
import { CONFIDENCE, type PriceEntry } from '../../vendors/price-book.js';
import { withGivenPrices } from '../../vendors/vendor-bill.js';
import { type Vendor, vendorOf } from '../../vendors/vendor-file.js';
import { prepare, type Study, takeFromRuns } from '../engine/study.js';
import type { SourcedVariant } from '../runs/scenario-source.js';
import { type BilledLine, cheapest, measuredLoad, used } from './vendor-month.js';
import { lowerEnd } from './vendor-size.js';

export interface VendorInvoiceLine extends Pick<PriceEntry, 'source' | 'confidence' | 'note'> {
  readonly item: string;
  readonly size: string | null;
  /** In units of the price, including those that cost nothing. */
  readonly quantity: number;
  readonly billable: number;
  /** Units of the price, such as `GB-month`. */
  readonly unit: string;
  readonly usd_per_unit: number;
  readonly cost_usd: number;
  /** To the cent. */
  readonly amount_usd: number;
  /** The day when the price was last checked, `YYYY-MM-DD`. */
  readonly prices_seen: string;
}

/** A month of 730 hours at the mean rate of a run on another vendor's platform. */
export interface VendorInvoice extends Pick<Scenario, 'seed' | 'start' | 'duration_seconds'> {
  readonly scenario: string;
  readonly vendor: string;
  readonly plan: string;
  readonly lines: readonly VendorInvoiceLine[];
  /** Added if the lines are below the minimum of the plan. */
  readonly minimum_usd: number;
  readonly total_usd: number;
  /** `most`: the bill is at most the total; `null`: it is the total. */
  readonly bound: 'least' | 'most' | null;
  /** Items that the total lacks. */
  readonly excluded: readonly string[];
  readonly prices_checked_until: string;
  /** Data of the scenario that the lines depend on. */
  readonly assumptions: Bill['assumptions'];
}

/** A month's bill of another vendor, and the lower end of its range if it has one. */
export interface VendorBillRange {
  readonly invoice: VendorInvoice;
  readonly least: VendorInvoice | undefined;
}

/**
 * Simulates a scenario that names another vendor, and bills both ends of a range.
 * @throws ScenarioError for a scenario with previews, NotComparable; as a run does
 */
export function* vendorBillStudy(variant: SourcedVariant): Study<VendorBillRange> {
  const { name, previews } = variant.scenario;
  if (previews !== undefined) {
    const neon = `--set vendor=${DEFAULT_VENDOR}`;
    throw refusal(name, `previews have prices at ${DEFAULT_VENDOR} alone; remove them, or add ${neon}`);
  }
  const lower = yield* prepare(() => lowerEnd(variant));
  const ends = [variant.scenario, ...(lower === undefined ? [] : [lower])];
  const records = ends.map((scenario) => new RunRecord(scenario));
  const tasks = ends.map((scenario, end) => ({
    variant: { name: scenario.name, scenario },
    replication: 0,
    observer: records[end]!,
  }));
  const seen = yield* takeFromRuns(tasks, ({ observations }) => observations);
  const [invoice, least] = ends.map((scenario, end) => vendorInvoice(scenario, seen[end]!, records[end]!));
  return { invoice: invoice!, least };
}

function vendorInvoice(scenario: Scenario, observations: RunObservations, record: RunRecord): VendorInvoice {
  const { name: id, plan: tier, size, bound, price = {} } = scenario.vendor!;
  const vendor = withGivenPrices(vendorOf(id)!, price, scenario.start.slice(0, 10));
  const load = measuredLoad(scenario, observations, record);
  const named = vendor.sizes?.find(({ name }) => name === size);
  const sizes = named && scenario.computes.map(() => named);
  const use = used(vendor, sizes, load, observations.computes, bound === 'least' ? 0 : 1);
  const bill = cheapest(vendor, load, use, [tier]);
  const determining = Object.entries(determiningData(scenario));
  const lines = bill.lines.map((line) => lineOf(vendor, line));
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    start: scenario.start,
    duration_seconds: scenario.duration_seconds,
    vendor: vendor.name,
    plan: scenario.plan.name,
    lines,
    minimum_usd: bill.minimum_usd,
    total_usd: bill.usd,
    bound: vendor.billing.bound ?? null,
    excluded: [...new Set([...vendor.excluded, 'branches', 'snapshots', 'restore history'])],
    prices_checked_until: lines.map(({ prices_seen }) => prices_seen).sort()[0]!,
    assumptions: load.bill.assumptions.filter(({ name }) =>
      determining.some(([item, names]) => names.includes(name) && lines.some((line) => line.item === item)),
    ),
  };
}

function lineOf({ sources }: Vendor, line: BilledLine): VendorInvoiceLine {
  const { item, size = null, quantity, billable, usd, amount_usd, price } = line;
  return {
    item,
    size,
    quantity,
    billable,
    unit: price.per,
    usd_per_unit: price.usd,
    cost_usd: usd,
    amount_usd,
    prices_seen: price.seen,
    source: sources[price.src]!,
    confidence: CONFIDENCE[price.conf],
    note: price.note ?? '',
  };
}
