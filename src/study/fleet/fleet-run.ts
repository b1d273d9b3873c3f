import { parseTenants } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import {
  type FleetPart,
  fleetParts,
  JoinedParts,
  TENANTS_AT_ONCE,
  TENANTS_OF_A_PART,
} from '../../simulation/fleet/fleet-parts.js';
import type { ComputesTold, RunShown } from '../../simulation/outcome/computes-told.js';
import { packedDecisions } from '../../simulation/outcome/decision-slices.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { Observer } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { answer } from '../engine/engine.js';
import { makeRuns, wholeRuns } from '../engine/study.js';
import type { WorkOptions } from '../engine/work-options.js';
import type { RunTask } from '../runs/executor.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import type { VariantRun } from '../runs/variant.js';

export interface FleetRunOptions extends Pick<WorkOptions, 'workers' | 'cluster' | 'signal' | 'progress'> {
  readonly fidelity: Fidelity;
  /** Told everything once all parts have been run. */
  readonly observer: Observer;
  /** Told of each compute as soon as those before it are there. */
  readonly computes: ComputesTold;
}

/**
 * Runs a fleet once, its parts side by side on as many threads or cluster workers as there are. The result does not
 * depend on their number.
 * @param scenario whose loads, events and faults may be missing
 * @throws InvariantError, PolicyError as a run does; WorkerError when a thread ended before its time; the signal's
 *   reason
 */
export async function runFleet(
  { fleet, computes: all, duration_seconds }: Scenario,
  parts: Iterable<FleetPart> | AsyncIterable<FleetPart>,
  { fidelity, observer, computes, ...work }: FleetRunOptions,
): Promise<RunShown> {
  const record = new FleetRecord(packedDecisions(duration_seconds));
  const joined = new JoinedParts(computes);
  /** Places of the parts under way, in their order. */
  const places: Pick<FleetPart, 'places'>[] = [];
  const tasks = async function* (): AsyncGenerator<RunTask, void, undefined> {
    for await (const part of parts) {
      places.push({ places: part.places });
      yield partTask(part, fidelity, record);
    }
  };
  const expected = wholeRuns(Math.ceil(all.length / TENANTS_OF_A_PART));
  const take = ({ observations }: VariantRun) => joined.add(places.shift()!, observations);
  await answer(
    makeRuns(tasks(), take, () => expected),
    work,
  );
  record.tell(observer, fleet!.name, all);
  return joined.shown();
}

/**
 * Compiles the parts of a fleet, one range of tenants at a time, so that few loads are in memory.
 * @param outline the partial outline of the fleet
 * @param at_once tenants per range; a multiple of those of a part
 */
export async function* compiledParts(
  source: ScenarioSource,
  { fleet }: Scenario,
  at_once = TENANTS_AT_ONCE,
): AsyncGenerator<FleetPart, void, undefined> {
  const { tenants } = fleet!;
  for (let from = 0; from < tenants.length; from += at_once) {
    const range = await parseTenants(source.text, source, tenants.slice(from, from + at_once));
    for (const { scenario, places } of fleetParts(range)!)
      yield { scenario, places: places.map((place) => from + place) };
  }
}

/** The run of a part of a fleet. @param record takes in what it shows */
function partTask({ scenario }: FleetPart, fidelity: Fidelity, record: FleetRecord): RunTask {
  return { variant: { name: scenario.name, scenario, source: undefined }, replication: 0, fidelity, record };
}
