import type { Scenario } from '../../../scenario/scenario.js';
import type { MadeRun } from '../../../study/engine/ordered-runs.js';

/** One compute's share of its project's use. */
export type ComputeUse = ReturnType<typeof usesOf>[number];

/** The use of each compute at the scenario's load, added run by run. */
export class UseOfComputes {
  /** CU-seconds of each compute, by replication: whichever of them is done first. */
  readonly #cu_seconds = new Map<number, ReadonlyMap<string, number>>();

  /** Takes in a run; those of other loads and at another fidelity are not counted. */
  add({ task, run }: MadeRun): void {
    const isOwn = (task.variant.load_factor ?? 1) === 1;
    if (!isOwn || (task.fidelity ?? 'exact') !== 'exact' || task.until !== undefined) return;
    this.#cu_seconds.set(
      task.replication,
      new Map(run.observations.computes.map(({ name, cu_seconds }) => [name, cu_seconds])),
    );
  }

  /** Every compute, in the order of the scenario; none where no run was taken in. */
  list(scenario: Scenario): readonly ComputeUse[] {
    const runs = [...this.#cu_seconds].sort(([a], [b]) => a - b).map(([, use]) => use);
    if (runs.length === 0) return [];
    const mean = (name: string) => runs.reduce((sum, use) => sum + (use.get(name) ?? 0), 0) / runs.length;
    return usesOf(scenario, ({ name }) => mean(name) / 3600);
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
