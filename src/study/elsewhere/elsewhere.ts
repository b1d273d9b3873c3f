import type { Bill } from '../../cost/bill/bill.js';
import { RunRecord } from '../../cost/bill/run-record.js';
import { sumOf } from '../../kernel/sums.js';
import { ScenarioError } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { vendorOverride } from '../../scenario/sections/vendor.js';
import { isAlwaysOn, refuseUnsupported } from '../../scenario/vendor/vendor-settings.js';
import { countedNames, doubtText, runNotes, sizeRange } from '../../scenario/vendor/vendor-words.js';
import type { ComputeObservations, RunObservations } from '../../simulation/run/observation.js';
import { hasCostRange, NotComparable } from '../../vendors/vendor-bill.js';
import { type Vendor, type VendorSize, vendors } from '../../vendors/vendor-file.js';
import { inParallel, makeRuns, observedRun, prepare, type Study, wholeRuns } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { commonSize, sufficientSizes } from './sufficient-size.js';
import { cheapest, type Load, measuredLoad, type Priced, used, withoutLimits } from './vendor-month.js';

/** Waits for a wake, and failures, in a simulated run. */
export interface Waits {
  /** Shares of the queries that arrived. */
  readonly waited: number;
  readonly failed: number;
  /** The median of the waits; 0 without any. */
  readonly typical_seconds: number;
}

/** A month of a scenario's load on one platform. */
export interface Elsewhere {
  readonly vendor: string;
  readonly title: string;
  readonly plan: string | null;
  readonly size: string | null;
  /** Both `null`: unknown. One `null`: the other is a bound. */
  readonly least_usd_per_month: number | null;
  readonly most_usd_per_month: number | null;
  /** Why a cost is missing. */
  readonly why: string | null;
  /** The reason that it stays active; `always`: it never pauses. `null`: undocumented. */
  readonly awake_while: 'queries' | 'connections' | 'always' | null;
  /** `null`: it was not simulated. */
  readonly waits: Waits | null;
  /** Assumptions and omissions. */
  readonly notes: readonly string[];
  /** The day when the oldest price was last checked. */
  readonly prices_seen: string | null;
}

/** A run on Neon, and its bill for a month. */
interface MeasuredRun {
  readonly bill: Bill;
  readonly observations: RunObservations;
  readonly record: RunRecord;
}

/**
 * The month of a scenario's load on other platforms. Those that pause are simulated with their rules.
 * @throws as a run does
 */
export function* elsewhereStudy(
  source: ScenarioSource,
  scenario: Scenario,
  { bill, observations, record }: MeasuredRun,
): Study<readonly Elsewhere[]> {
  const load =
    observations.quota_exhausted_seconds === 0
      ? measuredLoad(scenario, observations, record)
      : yield* unlimitedLoad(scenario);
  const compared = vendors().filter(({ ship }) => ship !== 'tests-only');
  const begun = { runs: 0 };
  const others = yield* inParallel(compared.map((vendor) => vendorRow(vendor, source, load, begun)));
  return [
    neonRow(scenario, bill, observations),
    ...others.toSorted((one, other) => costOf(one) - costOf(other)),
  ];
}

/** The scenario's month on Neon, the baseline for the others. */
function neonRow(scenario: Scenario, bill: Bill, { computes }: RunObservations): Elsewhere {
  const sizes = scenario.computes.map(
    ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) =>
      `${min === max ? min : `${min} to ${max}`} CU`,
  );
  return {
    vendor: 'Neon',
    title: 'Neon, as in the scenario',
    plan: bill.plan,
    size: countedNames(sizes),
    least_usd_per_month: bill.month.total_usd,
    most_usd_per_month: bill.month.total_usd,
    why: null,
    awake_while: 'queries',
    waits: waitsIn(computes),
    notes: [],
    prices_seen: bill.prices_checked_until,
  };
}

/** The load of another run, whose computes no quota suspends. */
function* unlimitedLoad(scenario: Scenario): Study<Load> {
  const record = new RunRecord(scenario);
  const observations = yield* observedRun(withoutLimits(scenario), record);
  return measuredLoad(scenario, observations, record);
}

function costOf({ least_usd_per_month: least, most_usd_per_month: most }: Elsewhere): number {
  return least ?? most ?? Number.POSITIVE_INFINITY;
}

/** The load's month on another platform, with the runs that it takes. @param begun the runs of all platforms */
function* vendorRow(
  vendor: Vendor,
  source: ScenarioSource,
  load: Load,
  begun: { runs: number },
): Study<Elsewhere> {
  const { name, title, pause, ship, billing, queries, excluded } = vendor;
  const { scenario, bill, computes } = load;
  let sizes: readonly VendorSize[] | undefined;
  let runs: readonly Load['computes'][] = [];
  const head = () => ({
    vendor: name,
    title,
    awake_while: pause?.activity ?? (ship === 'compare' ? ('always' as const) : null),
    waits: runs[0] === undefined ? null : waitsIn(runs[0]),
    notes: [
      ...runNotes(vendor, scenario, sizes),
      ...(queries?.note === undefined ? [] : [queries.note]),
      ...(excluded.length > 0 ? [`not included: ${excluded.join(', ')}`] : []),
    ],
    plan: null,
    size: null,
    least_usd_per_month: null,
    most_usd_per_month: null,
    why: null,
    prices_seen: null,
  });
  try {
    if (ship === 'compare') refuseUnsupported(vendor, scenario);
    sizes = vendor.sizes && sufficientSizes(vendor, scenario, bill.provisioned?.sizes_cu ?? [], computes);
    const isRun = ship === 'compare' && !isAlwaysOn(vendor);
    const size = isRun ? commonSize(sizes) : undefined;
    const tasks = isRun ? yield* prepare(() => tasksOf(vendor, source, size)) : [];
    begun.runs += tasks.length;
    const made: Load['computes'][] = [];
    yield* makeRuns(
      tasks,
      ({ observations }) => void made.push(observations.computes),
      () => wholeRuns(begun.runs),
    );
    runs = made;
    const ends = ship === 'cost-only' || runs.length === 2 ? [0, 1] : [0];
    const both = ends.map((end) => cheapest(vendor, load, used(vendor, sizes, load, runs[end], end)));
    const [least, most = least] = both as [Priced, Priced?];
    const prices = both.flatMap(({ lines }) => lines);
    const doubted = prices.filter(({ price }) => price.conf !== 'H');
    const items = new Set(
      doubted.map(({ item, price }) => `${item.replaceAll('_', ' ')}${doubtText(price)}`),
    );
    const range = vendor.unit === undefined ? null : sizeRange(vendor, scenario.computes);
    const row = head();
    return {
      ...row,
      notes: [...row.notes, ...(items.size === 0 ? [] : [`price of ${[...items].join(', ')}`])],
      plan: least.tier ?? null,
      size: sizes === undefined ? range : countedNames(sizes.map((size) => size.name)),
      least_usd_per_month: billing.bound === 'most' ? null : least.usd,
      most_usd_per_month: billing.bound === 'least' ? null : most.usd,
      prices_seen: prices.map(({ price }) => price.seen).sort()[0] ?? null,
    };
  } catch (error) {
    if (error instanceof NotComparable) return { ...head(), why: error.message };
    if (!(error instanceof ScenarioError)) throw error;
    return { ...head(), why: error.diagnostics[0]!.message };
  }
}

/** The runs of a load on a platform, one for each end of its cost. */
async function tasksOf(vendor: Vendor, source: ScenarioSource, size?: string): Promise<readonly RunTask[]> {
  const bounds = hasCostRange(vendor) ? (['least', 'most'] as const) : [undefined];
  const variants = bounds.map((bound) => {
    const named = vendorOverride({ name: vendor.id, bound, size });
    return compileVariant({ ...source, set: [...source.set, named], elsewhere: true }, vendor.name);
  });
  return (await Promise.all(variants)).map((variant) => ({ variant, replication: 0 }));
}

function waitsIn(computes: readonly ComputeObservations[]): Waits {
  const arrived = Math.max(
    1,
    sumOf(computes, (each) => each.arrived),
  );
  const [longest] = computes.toSorted((a, b) => b.delayed - a.delayed);
  return {
    waited: sumOf(computes, (each) => each.delayed) / arrived,
    failed: sumOf(computes, (each) => each.failed) / arrived,
    typical_seconds: longest === undefined || longest.delay.count === 0 ? 0 : longest.delay.quantile(0.5),
  };
}
