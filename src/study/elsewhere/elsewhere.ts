import type { Bill } from '../../cost/bill/bill.js';
import { sumOf } from '../../kernel/sums.js';
import { ScenarioError } from '../../scenario/document/diagnostic.js';
import type { Scenario } from '../../scenario/scenario.js';
import { vendorOverride } from '../../scenario/sections/vendor.js';
import { isAlwaysOn, refuseUnlike } from '../../scenario/vendor/vendor-settings.js';
import { alike, runNotes, sizeRange } from '../../scenario/vendor/vendor-words.js';
import type { ComputeObservations, RunObservations } from '../../simulation/run/observation.js';
import { CONFIDENCE } from '../../vendors/price-book.js';
import { hasCostRange, NotComparable } from '../../vendors/vendor-bill.js';
import { type Vendor, type VendorSize, vendors } from '../../vendors/vendor-file.js';
import { prepare, type Study, takeFromRuns } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import { compileVariant, type ScenarioSource } from '../runs/scenario-source.js';
import { commonSize, sufficientSizes } from './sufficient-size.js';
import { cheapest, type Load, type Priced, used, type VendorRun } from './vendor-month.js';

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
  /** What is assumed or left out. */
  readonly notes: readonly string[];
  /** The day when the oldest price was last checked. */
  readonly prices_seen: string | null;
}

/** A vendor, the sizes chosen, and the runs that it takes. */
interface Choice {
  readonly vendor: Vendor;
  readonly sizes: readonly VendorSize[] | undefined;
  readonly tasks: readonly RunTask[];
  readonly why: string | undefined;
}

/**
 * The month of a scenario's load on other platforms. Those that pause are simulated with their rules.
 * @throws as a run does
 */
export function* elsewhereStudy(
  source: ScenarioSource,
  scenario: Scenario,
  bill: Bill,
  { computes, quota_exhausted_seconds }: RunObservations,
): Study<readonly Elsewhere[]> {
  const load: Load = {
    scenario,
    bill,
    computes,
    sizes_cu: bill.provisioned?.sizes_cu ?? [],
    running_seconds: Math.max(1, scenario.duration_seconds - quota_exhausted_seconds),
  };
  const choices: Choice[] = [];
  for (const vendor of vendors()) {
    if (vendor.ship !== 'tests-only') choices.push(yield* prepare(() => chosen(vendor, source, load)));
  }
  const tasks = choices.flatMap((choice) => choice.tasks);
  const runs = yield* takeFromRuns(tasks, ({ observations }) => observations.computes);
  const made = new Map(tasks.map((task, index) => [task, runs[index]!]));
  const others = choices.map((choice) =>
    row(
      choice,
      load,
      choice.tasks.map((task) => made.get(task)!),
    ),
  );
  return [neonRow(load), ...others.toSorted((one, other) => costOf(one) - costOf(other))];
}

/** The scenario's month on Neon, the baseline for the others. */
function neonRow({ scenario, bill, computes }: Load): Elsewhere {
  const sizes = scenario.computes.map(
    ({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max }) =>
      `${min === max ? min : `${min} to ${max}`} CU`,
  );
  return {
    vendor: 'Neon',
    title: 'Neon, as in the scenario',
    plan: bill.plan,
    size: alike(sizes),
    least_usd_per_month: bill.month.total_usd,
    most_usd_per_month: bill.month.total_usd,
    why: null,
    awake_while: 'queries',
    waits: waitsIn(computes),
    notes: [],
    prices_seen: bill.prices_checked_until,
  };
}

function costOf({ least_usd_per_month: least, most_usd_per_month: most }: Elsewhere): number {
  return least ?? most ?? Number.POSITIVE_INFINITY;
}

async function chosen(vendor: Vendor, source: ScenarioSource, load: Load): Promise<Choice> {
  let sizes: readonly VendorSize[] | undefined;
  try {
    if (vendor.ship === 'compare') refuseUnlike(vendor, load.scenario);
    sizes = vendor.sizes && sufficientSizes(vendor, load.scenario, load.sizes_cu, load.computes);
    if (isAlwaysOn(vendor) || vendor.ship === 'cost-only')
      return { vendor, sizes, tasks: [], why: undefined };
    const bounds = hasCostRange(vendor) ? (['least', 'most'] as const) : [undefined];
    const tasks: RunTask[] = [];
    for (const bound of bounds) {
      const named = vendorOverride({ name: vendor.id, bound, size: commonSize(sizes) });
      const asked = { ...source, set: [...source.set, named], elsewhere: true };
      const variant = await compileVariant(asked, vendor.name);
      tasks.push({ variant, replication: 0 });
    }
    return { vendor, sizes, tasks, why: undefined };
  } catch (error) {
    if (error instanceof NotComparable) return { vendor, sizes, tasks: [], why: error.message };
    if (!(error instanceof ScenarioError)) throw error;
    return { vendor, sizes, tasks: [], why: error.diagnostics[0]!.message };
  }
}

function row({ vendor, sizes, why }: Choice, load: Load, runs: readonly VendorRun[]): Elsewhere {
  const { name, title, pause, ship, billing, queries, excluded } = vendor;
  const head = {
    vendor: name,
    title,
    awake_while: pause?.activity ?? (ship === 'compare' ? ('always' as const) : null),
    waits: runs[0] === undefined ? null : waitsIn(runs[0]),
    notes: [
      ...runNotes(vendor, load.scenario, sizes),
      ...(queries?.note === undefined ? [] : [queries.note]),
      ...(excluded.length > 0 ? [`not included: ${excluded.join(', ')}`] : []),
    ],
  };
  const none = {
    ...head,
    plan: null,
    size: null,
    least_usd_per_month: null,
    most_usd_per_month: null,
    prices_seen: null,
  };
  if (why !== undefined) return { ...none, why };
  try {
    const both = (ship === 'cost-only' ? [0, 1] : runs.length === 2 ? [0, 1] : [0]).map((index) =>
      cheapest(vendor, load, used(vendor, sizes, load, runs[index], index)),
    );
    const [least, most = least] = both as [Priced, Priced?];
    const doubted = least.lines.filter(({ price }) => price.conf !== 'H');
    const items = doubted.map(
      ({ item, price }) => `${item.replaceAll('_', ' ')} (${CONFIDENCE[price.conf]})`,
    );
    return {
      ...head,
      notes: [...head.notes, ...(items.length === 0 ? [] : [`price of ${items.join(', ')}`])],
      plan: least.tier ?? null,
      size: sizeText(vendor, sizes, load),
      least_usd_per_month: billing.bound === 'most' ? null : least.usd,
      most_usd_per_month: billing.bound === 'least' ? null : most.usd,
      why: null,
      prices_seen: least.lines.map(({ price }) => price.seen).sort()[0] ?? null,
    };
  } catch (error) {
    if (!(error instanceof NotComparable)) throw error;
    return { ...none, why: error.message };
  }
}

function sizeText(
  vendor: Vendor,
  sizes: readonly VendorSize[] | undefined,
  { scenario }: Load,
): string | null {
  if (sizes !== undefined) return alike(sizes.map(({ name }) => name));
  return vendor.unit === undefined ? null : sizeRange(vendor, scenario.computes);
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
