import { sumOf } from '../../../kernel/sums.js';
import type { Scenario } from '../../../scenario/scenario.js';
import type { MadeRun } from '../../../study/engine/ordered-runs.js';

/** One compute's share of its project's use. */
export type ComputeUse = ReturnType<typeof usesOf>[number];

/** The exact runs of a forecast at the scenario's load, added run by run. */
export class PresentRuns {
  /** CU-seconds of each compute, by replication: of the first run, since whole months and drawn worlds follow. */
  readonly #cu_seconds = new Map<number, ReadonlyMap<string, number>>();
  /** The first replication; a fleet's takes too much memory. */
  #first: MadeRun['run'] | undefined;

  /** Takes in a run; those of other loads and at another fidelity are not counted. */
  add({ task, run }: MadeRun): void {
    const { replication, variant, until, fidelity = 'exact' } = task;
    const isOwn = (variant.load_factor ?? 1) === 1 && fidelity === 'exact' && until === undefined;
    if (!isOwn || this.#cu_seconds.has(replication)) return;
    const { computes } = run.observations;
    this.#cu_seconds.set(replication, new Map(computes.map(({ name, cu_seconds }) => [name, cu_seconds])));
    if (replication === 0 && variant.scenario.fleet === undefined) this.#first = run;
  }

  /** The use of every compute, in the order of the scenario; none where no run was taken in. */
  uses(scenario: Scenario): readonly ComputeUse[] {
    const runs = [...this.#cu_seconds].sort(([a], [b]) => a - b).map(([, use]) => use);
    if (runs.length === 0) return [];
    const mean = (name: string) => sumOf(runs, (use) => use.get(name) ?? 0) / runs.length;
    return usesOf(scenario, ({ name }) => mean(name) / 3600);
  }

  /** The first replication; `undefined` if it was not made, or is of a fleet. */
  get first(): MadeRun['run'] | undefined {
    return this.#first;
  }
}

/**
 * Every compute, and who it is charged to: the team of its labels, else its class; of no fleet its branch.
 * @param cuHours of a run of the scenario's load, mean over replications
 */
export function usesOf(
  { computes, fleet }: Scenario,
  cuHours: (compute: Scenario['computes'][number], index: number) => number,
) {
  return computes.map((compute, index) => {
    const { class: own, team } = fleet?.tenants[index] ?? {};
    const payer = team ?? own ?? compute.branch;
    return { name: compute.name, class: own, team: payer, cu_hours: cuHours(compute, index) };
  });
}
