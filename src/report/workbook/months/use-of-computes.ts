import type { MadeRun } from '../../../planner/runs/ordered-runs.js';
import type { Scenario } from '../../../scenario/scenario.js';

/** What one compute used of all that its project did. */
export interface ComputeUse {
  readonly name: string;
  /** Of a tenant of a fleet: the class that it was drawn from. */
  readonly class: string | undefined;
  /** Who it is charged to: the team of its labels, else its class; of no fleet its branch. */
  readonly team: string;
  /** CU-hours of a run of the scenario's own load, mean over replications. */
  readonly cu_hours: number;
}

/** What each compute of a scenario uses at the scenario's own load, taken in run by run. */
export class UseOfComputes {
  #runs = 0;
  readonly #cu_seconds = new Map<string, number>();

  /** Takes in a run; those of other loads, of a part of the time and at another fidelity are not counted. */
  add({ task, run }: MadeRun): void {
    const { source } = task.variant;
    const isOwn = (source?.load_factor ?? 1) === 1 && source?.window === undefined;
    if (!isOwn || (task.fidelity ?? 'exact') !== 'exact' || task.until !== undefined) return;
    this.#runs += 1;
    for (const { name, cu_seconds } of run.observations.computes) {
      this.#cu_seconds.set(name, (this.#cu_seconds.get(name) ?? 0) + cu_seconds);
    }
  }

  /** Every compute, in the order of the scenario; none where no run was taken in. */
  list({ computes, fleet }: Scenario): readonly ComputeUse[] {
    if (this.#runs === 0) return [];
    return computes.map(({ name, branch }, index) => {
      const { class: own, team } = fleet?.tenants[index] ?? {};
      const cu_hours = (this.#cu_seconds.get(name) ?? 0) / 3600 / this.#runs;
      return { name, class: own, team: team ?? own ?? branch, cu_hours };
    });
  }
}
