import { sumOf } from '../../kernel/sums.js';
import { loadNameOf } from '../../scenario/fleet/load-name.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type MeanInterval, meanInterval } from '../../statistics/confidence-interval.js';
import type { LoadSpecification } from '../../workload/load-specification.js';
import { halvedLoad } from '../../workload/scaled-load.js';
import type { ReplicationPlan } from '../replicate/replications.js';
import type { RunTask } from '../runs/executor.js';
import { takenOfRuns, type WorkOptions } from '../runs/make-runs.js';
import type { VariantRun } from '../runs/variant.js';

/** What of a run is compared. */
const FIGURES = ['cost_usd', 'cost_usd_per_month', 'cu_hours', 'active_seconds', 'wakes'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

/** What a scenario comes to without a load, or with it at half its frequency. */
export interface LoadAlternative extends Figures {
  /** What the month costs less than it does now; less than 0 where it would cost more. */
  readonly saving_usd_per_month: number;
  /** Over replications: the interval of the saving, of pairs that met the same random numbers. */
  readonly saving_ci?: MeanInterval;
}

/** What would be without each load; `null` where there is no such thing. */
export interface WithoutLoad {
  readonly name: string;
  readonly without: LoadAlternative;
  /** `null` for connections that send nothing. */
  readonly at_half_frequency: LoadAlternative | null;
}

/** How that is found out. */
export type WithoutEachPlan = Omit<ReplicationPlan, 'precision'>;

/**
 * Runs a scenario as it is, and again without each of its loads and with each at half its frequency. Random streams
 * are named after what they belong to, so the other loads send the same queries at the same moments: what changes is
 * due to the load that is missing.
 * @throws InvariantError, PolicyError as a run does; WorkerError; the signal's reason
 */
export async function withoutEach(
  scenario: Scenario,
  { replications, confidence, fidelity }: WithoutEachPlan,
  work: WorkOptions,
): Promise<readonly WithoutLoad[]> {
  const names = [...new Set(scenario.load.map((load) => loadNameOf(scenario, load.name)))];
  const variants = [{ name: 'now', scenario }];
  for (const name of names) {
    variants.push({ name: `without ${name}`, scenario: changed(scenario, name, () => undefined) });
    const isHalved = scenario.load.some(
      (load) => loadNameOf(scenario, load.name) === name && halvedLoad(load),
    );
    if (isHalved) variants.push({ name: `half ${name}`, scenario: changed(scenario, name, halvedLoad) });
  }
  const samples = new Map<string, Figures[]>(variants.map(({ name }) => [name, []]));
  const tasks = variants.flatMap((own) => {
    const variant = { ...own, source: undefined };
    return Array.from(
      { length: replications },
      (_, replication): RunTask => ({ variant, replication, ...(fidelity && { fidelity }) }),
    );
  });
  await takenOfRuns(tasks, work, ({ run }) => samples.get(run.variant.name)!.push(figuresOf(run)));
  const now = samples.get('now')!;
  const alternative = (key: string): LoadAlternative | null => {
    const own = samples.get(key);
    return own === undefined ? null : compared(now, own, confidence);
  };
  return names.map((name) => ({
    name,
    without: alternative(`without ${name}`)!,
    at_half_frequency: alternative(`half ${name}`),
  }));
}

/** A scenario with another load in the place of each of a name, or with none. */
function changed(
  scenario: Scenario,
  name: string,
  change: (load: LoadSpecification) => LoadSpecification | undefined,
): Scenario {
  const load = scenario.load.flatMap((one): readonly LoadSpecification[] => {
    if (loadNameOf(scenario, one.name) !== name) return [one];
    const other = change(one);
    return other === undefined ? [] : [other];
  });
  return Object.freeze({ ...scenario, load });
}

function figuresOf({ observations: { computes }, cost }: VariantRun): Figures {
  return {
    cost_usd: cost.cost_usd,
    cost_usd_per_month: cost.cost_usd_per_month,
    cu_hours: sumOf(computes, ({ cu_seconds }) => cu_seconds) / 3600,
    active_seconds: sumOf(computes, ({ active_seconds }) => active_seconds),
    wakes: sumOf(computes, ({ wakes }) => wakes),
  };
}

function compared(now: readonly Figures[], other: readonly Figures[], confidence: number): LoadAlternative {
  const means = Object.fromEntries(
    FIGURES.map((name) => [name, sumOf(other, (one) => one[name]) / other.length]),
  ) as Figures;
  const savings = now.map(
    ({ cost_usd_per_month }, run) => cost_usd_per_month - other[run]!.cost_usd_per_month,
  );
  return {
    ...means,
    ...saved(savings, confidence),
  };
}

function saved(
  savings: readonly number[],
  confidence: number,
): Pick<LoadAlternative, 'saving_usd_per_month' | 'saving_ci'> {
  if (savings.length === 1) return { saving_usd_per_month: savings[0]! };
  const saving_ci = meanInterval(savings, confidence);
  return { saving_usd_per_month: saving_ci.mean, saving_ci };
}
