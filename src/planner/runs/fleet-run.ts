import type { Scenario } from '../../scenario/scenario.js';
import { type FleetPart, JoinedParts } from '../../simulation/fleet/fleet-parts.js';
import type { ComputesTold, RunShown } from '../../simulation/outcome/computes-told.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { Observer } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { RunTask } from './executor.js';
import { takenOfRuns, type WorkOptions } from './make-runs.js';

/** How a fleet is run. */
export interface FleetRunOptions extends Pick<WorkOptions, 'workers' | 'cluster' | 'signal' | 'progress'> {
  readonly fidelity: Fidelity;
  /** Told everything once all parts have been run. */
  readonly observer: Observer;
  /** Told of each compute as soon as those before it are there. */
  readonly computes: ComputesTold;
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
  { fidelity, observer, computes, ...work }: FleetRunOptions,
): Promise<RunShown> {
  const record = new FleetRecord(scenario.duration_seconds);
  const joined = new JoinedParts(computes);
  const tasks = parts.map((part) => partTask(part, fidelity, record));
  await takenOfRuns(tasks, work, ({ run }) => joined.add(parts[joined.taken]!, run.observations));
  record.tell(observer, scenario.fleet!.name, scenario.computes);
  return joined.shown();
}

/** The run of a part of a fleet. @param record takes in what it shows */
export function partTask({ scenario }: FleetPart, fidelity: Fidelity, record: FleetRecord): RunTask {
  return { variant: { name: scenario.name, scenario, source: undefined }, replication: 0, fidelity, record };
}
