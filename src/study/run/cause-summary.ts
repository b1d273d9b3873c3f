import { settled } from '../../cost/attribution.js';
import { type MonthUse, type ProjectCost, projectCost } from '../../cost/compute-cost.js';
import { sum } from '../../kernel/sums.js';
import type { Scenario } from '../../scenario/scenario.js';
import {
  type CauseObservations,
  SIZE_GOALS,
  type SizeGoal,
} from '../../simulation/run/cause-observations.js';
import type { ComputeObservations } from '../../simulation/run/observation.js';
import { loadNameOf } from '../../workload/tenants.js';
import type { LoadAlternative, WithoutLoad } from '../causes/without-each.js';

/** The effect of a load, or a part of the platform, over all computes; the rows add up to the run's totals. */
export interface CauseSummary
  extends Pick<
    CauseObservations,
    'name' | 'kind' | 'active_seconds' | 'idle_seconds' | 'wakes' | 'refusals_caused'
  > {
  readonly cu_hours: number;
  /** The part of them above the minimum size, by the goal that required it. */
  readonly above_minimum_cu_hours: Readonly<Record<SizeGoal, number>>;
  readonly cost_usd: number;
  readonly cost_usd_per_month: number;
  readonly queries: {
    readonly arrived: number;
    readonly completed: number;
    readonly failed: number;
    /** Times that work inside the database did not run; absent if there were none. */
    readonly skipped?: number;
    /** Attempts refused, attempts cut, and waits for other work; each is divided below. */
    readonly refused: number;
    readonly cut: number;
    readonly slow: number;
  };
  /** Attempts refused, by SQLSTATE; attempts cut, by cause; waits, by resource. */
  readonly refused_by: Readonly<Record<string, number>>;
  readonly cut_by: Readonly<Record<string, number>>;
  readonly slow_by: Readonly<Record<string, number>>;
  /** The figures of the run without the load; only with `--without-each`. */
  readonly without?: LoadAlternative;
}

/** The totals of a run's causes, and the prices of its months. */
export interface CausedWhole {
  /** Of all computes together. */
  readonly total: Pick<ComputeObservations, 'active_seconds' | 'cu_seconds'>;
  readonly duration_seconds: number;
  readonly cost: Pick<ProjectCost, 'cost_usd' | 'cost_usd_per_month' | 'running_time'>;
}

/**
 * Who brought about what: each load in the order of the scenario, then what else did anything. Taken in compute by compute
 * in their order.
 */
export class CauseTotals {
  readonly #scenario: Scenario;
  readonly #merged = new Map<string, CauseObservations>();
  /** The months of the first compute, which are those of all. */
  #months: ComputeObservations['cu_seconds_by_month'] | undefined;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    // In the order of the scenario, though not every compute has every load.
    for (const { name } of scenario.load) {
      const own = loadNameOf(scenario, name);
      this.#merged.set(`load ${own}`, nothingCaused(own, 'load'));
    }
  }

  add({ cu_seconds_by_month }: Pick<ComputeObservations, 'cu_seconds_by_month'>, causes: Causes): void {
    this.#months ??= cu_seconds_by_month;
    for (const cause of causes) {
      const name = cause.kind === 'load' ? loadNameOf(this.#scenario, cause.name) : cause.name;
      const key = `${cause.kind} ${name}`;
      const before = this.#merged.get(key);
      this.#merged.set(key, before === undefined ? { ...cause, name } : together(before, cause));
    }
  }

  summaries({ total, duration_seconds, cost }: CausedWhole): readonly CauseSummary[] {
    const all = [...this.#merged.values()];
    const { start_epoch_seconds, plan } = this.#scenario;
    const priced = projectCost(
      {
        start_epoch_seconds,
        duration_seconds,
        ...(cost.running_time && { running_time: cost.running_time }),
      },
      all.map(({ cu_seconds_by_month }) =>
        cu_seconds_by_month.map((cu_seconds, month): MonthUse => ({ ...this.#months![month]!, cu_seconds })),
      ),
      plan,
    ).computes;
    // Rounding is settled, so that a column adds up to the total.
    const parts = (whole: number, of: (one: CauseObservations, index: number) => number) =>
      settled(whole, all.map(of));
    const active = parts(total.active_seconds, ({ active_seconds }) => active_seconds);
    const hours = parts(total.cu_seconds / 3600, ({ cu_seconds }) => cu_seconds / 3600);
    const costs = parts(cost.cost_usd, (_, index) => priced[index]!.cost_usd);
    const perMonth = parts(cost.cost_usd_per_month, (_, index) => priced[index]!.cost_usd_per_month);
    return all.map((one, index) =>
      summaryOf(one, {
        active_seconds: active[index]!,
        cu_hours: hours[index]!,
        cost_usd: costs[index]!,
        cost_usd_per_month: perMonth[index]!,
      }),
    );
  }
}

type Causes = readonly CauseObservations[];

/** A summary with the results of the run without each of its loads. */
export function withAlternatives<Summary extends { readonly loads?: readonly CauseSummary[] }>(
  summary: Summary,
  found: readonly WithoutLoad[],
): Summary {
  const byName = new Map(found.map((one) => [one.name, one]));
  const loads = summary.loads?.map((row) => {
    const own = row.kind === 'load' ? byName.get(row.name) : undefined;
    return own === undefined ? row : { ...row, without: own.without };
  });
  return { ...summary, ...(loads && { loads }) };
}

/** The same rows for each of several runs, in one order: a cause that a run does not know did nothing in it. */
export function alignedCauses(
  runs: readonly (readonly CauseSummary[])[],
): readonly (readonly CauseSummary[])[] {
  const keys = [...new Set(runs.flatMap((run) => run.map(({ kind, name }) => `${kind} ${name}`)))];
  keys.sort((a, b) => Number(a.startsWith('platform ')) - Number(b.startsWith('platform ')));
  return runs.map((run) => {
    const rows = new Map(run.map((row) => [`${row.kind} ${row.name}`, row]));
    return keys.map((key) => {
      const [kind = '', ...name] = key.split(' ');
      const nothing = nothingCaused(name.join(' '), kind as CauseSummary['kind']);
      return rows.get(key) ?? summaryOf(nothing, NO_PARTS);
    });
  });
}

function nothingCaused(name: string, kind: CauseObservations['kind']): CauseObservations {
  return {
    name,
    kind,
    active_seconds: 0,
    idle_seconds: 0,
    cu_seconds: 0,
    above_minimum_cu_seconds: {},
    cu_seconds_by_month: [],
    wakes: 0,
    arrived: 0,
    completed: 0,
    failed: 0,
    refused: {},
    cut: {},
    slow: {},
    refusals_caused: 0,
  };
}

/** A cause's share of the run's totals. */
type Parts = Pick<CauseSummary, 'active_seconds' | 'cu_hours' | 'cost_usd' | 'cost_usd_per_month'>;

const NO_PARTS: Parts = { active_seconds: 0, cu_hours: 0, cost_usd: 0, cost_usd_per_month: 0 };

function summaryOf(one: CauseObservations, parts: Parts): CauseSummary {
  return {
    name: one.name,
    kind: one.kind,
    active_seconds: parts.active_seconds,
    idle_seconds: one.idle_seconds,
    cu_hours: parts.cu_hours,
    above_minimum_cu_hours: byGoal(one),
    cost_usd: parts.cost_usd,
    cost_usd_per_month: parts.cost_usd_per_month,
    wakes: one.wakes,
    queries: {
      arrived: one.arrived,
      completed: one.completed,
      failed: one.failed,
      ...(one.skipped !== undefined && { skipped: one.skipped }),
      refused: sum(Object.values(one.refused)),
      cut: sum(Object.values(one.cut)),
      slow: sum(Object.values(one.slow)),
    },
    refused_by: one.refused,
    cut_by: one.cut,
    slow_by: one.slow,
    refusals_caused: one.refusals_caused,
  };
}

/** The sum of a cause's effects on two computes. */
function together(a: CauseObservations, b: CauseObservations): CauseObservations {
  const months = Math.max(a.cu_seconds_by_month.length, b.cu_seconds_by_month.length);
  return {
    name: a.name,
    kind: a.kind,
    active_seconds: a.active_seconds + b.active_seconds,
    idle_seconds: a.idle_seconds + b.idle_seconds,
    cu_seconds: a.cu_seconds + b.cu_seconds,
    above_minimum_cu_seconds: added(a.above_minimum_cu_seconds, b.above_minimum_cu_seconds),
    cu_seconds_by_month: Array.from(
      { length: months },
      (_, month) => (a.cu_seconds_by_month[month] ?? 0) + (b.cu_seconds_by_month[month] ?? 0),
    ),
    wakes: a.wakes + b.wakes,
    arrived: a.arrived + b.arrived,
    completed: a.completed + b.completed,
    failed: a.failed + b.failed,
    ...((a.skipped ?? b.skipped) !== undefined && { skipped: (a.skipped ?? 0) + (b.skipped ?? 0) }),
    refused: added(a.refused, b.refused),
    cut: added(a.cut, b.cut),
    slow: added(a.slow, b.slow),
    refusals_caused: a.refusals_caused + b.refusals_caused,
  };
}

/** Counts by name, in alphabetical order. */
function added(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  // Of most tenants there is nothing to add.
  if (Object.keys(b).length === 0 && Object.keys(a).length <= 1) return a;
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].sort();
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]));
}

function byGoal({ above_minimum_cu_seconds }: CauseObservations): Readonly<Record<SizeGoal, number>> {
  const hours = SIZE_GOALS.map((goal) => [goal, (above_minimum_cu_seconds[goal] ?? 0) / 3600]);
  return Object.fromEntries(hours) as Record<SizeGoal, number>;
}
