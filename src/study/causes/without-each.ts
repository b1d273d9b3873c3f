import { sumOf } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import { type MeanInterval, meanInterval } from '../../statistics/confidence-interval.js';
import { loadNameOf } from '../../workload/tenants.js';
import { type Study, takeFromReplications } from '../engine/study.js';
import type { ReplicationPlan } from '../replicate/replications.js';
import type { VariantRun } from '../runs/variant.js';

/** The compared figures of a run. */
const FIGURES = ['cost_usd', 'cost_usd_per_month', 'cu_hours', 'active_seconds', 'wakes'] as const;
type Figures = Readonly<Record<(typeof FIGURES)[number], number>>;

export interface LoadAlternative extends Figures {
  /** The reduction of the monthly cost; below 0 if it would cost more. */
  readonly saving_usd_per_month: number;
  /** Over replications: the interval of the saving, of pairs that met the same random numbers. */
  readonly saving_ci?: MeanInterval;
}

export interface WithoutLoad {
  readonly name: string;
  readonly without: LoadAlternative;
}

/** Options for the runs. */
export type WithoutEachPlan = Omit<ReplicationPlan, 'precision'>;

/**
 * Runs a scenario unchanged, and again without each of its loads. Random streams are named after their owners, so
 * the other loads send the same queries at the same times: any change is due to the removed load.
 */
export function* withoutEachStudy(scenario: Scenario, plan: WithoutEachPlan): Study<readonly WithoutLoad[]> {
  const names = [...new Set(scenario.load.map((load) => loadNameOf(scenario, load.name)))];
  const variants = [scenario, ...names.map((name) => withoutLoad(scenario, name))].map((own) => ({
    name: own.name,
    scenario: own,
  }));
  const [now, ...others] = yield* takeFromReplications(variants, plan, figuresOf);
  return names.map((name, index) => ({ name, without: compared(now!, others[index]!, plan.confidence) }));
}

function withoutLoad(scenario: Scenario, name: string): Scenario {
  const load = scenario.load.filter((one) => loadNameOf(scenario, one.name) !== name);
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
  const saving_ci = meanInterval(savings, confidence);
  const saving = { ...means, saving_usd_per_month: saving_ci.mean };
  return savings.length === 1 ? saving : { ...saving, saving_ci };
}
