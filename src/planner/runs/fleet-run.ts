import type { Scenario } from '../../scenario/scenario.js';
import { type FleetPart, joinedObservations } from '../../simulation/fleet/fleet-parts.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { makeRuns, type WorkOptions } from './make-runs.js';

/** How a fleet is run. */
export interface FleetRunOptions extends Pick<WorkOptions, 'workers' | 'cluster' | 'signal' | 'progress'> {
  readonly fidelity: Fidelity;
  /** Told everything once all parts have been run. */
  readonly observer: Observer;
}

/**
 * Runs a fleet once, its parts side by side on as many threads as asked for. What comes out does not depend on their
 * number.
 * @throws InvariantError, PolicyError as a run does; WorkerError when a thread ended before its time; the signal's
 *   reason
 */
export async function runFleet(
  scenario: Scenario,
  parts: readonly FleetPart[],
  { fidelity, observer, ...work }: FleetRunOptions,
): Promise<RunObservations> {
  const record = new FleetRecord();
  const seen: RunObservations[] = [];
  const tasks = parts.map((part) => ({
    variant: { name: scenario.name, scenario: part.scenario, source: undefined },
    replication: 0,
    fidelity,
    record,
  }));
  await makeRuns(
    tasks,
    work,
    () => parts.length,
    ({ run }) => {
      seen.push(run.observations);
      return undefined;
    },
  );
  record.tell(observer, scenario.fleet!.name, scenario.computes);
  return joinedObservations(parts, seen);
}
