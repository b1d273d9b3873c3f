import { parseTenants } from '../../scenario/load-scenario.js';
import type { Scenario } from '../../scenario/scenario.js';
import {
  type FleetPart,
  fleetParts,
  JoinedParts,
  TENANTS_AT_ONCE,
  TENANTS_OF_A_PART,
} from '../../simulation/fleet/fleet-parts.js';
import { type ComputeSink, passComputes, type RunFigures } from '../../simulation/outcome/compute-sink.js';
import { packedDecisions } from '../../simulation/outcome/decision-slices.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import type { Observer } from '../../simulation/run/observation.js';
import type { Fidelity } from '../../simulation/simulation.js';
import { makeRuns, observedRun, type Study, wholeRuns } from '../engine/study.js';
import type { RunTask } from '../runs/executor.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import type { VariantRun } from '../runs/variant.js';

export interface ShownRun {
  readonly fidelity: Fidelity;
  /** Told everything: of a fleet in parts once all of them have been run. */
  readonly observer: Observer;
  /** Told of each compute as soon as those before it are there. */
  readonly computes: ComputeSink;
}

/**
 * Runs a scenario once and passes on each compute, so that those of a fleet need not all be kept. A fleet is run part by
 * part if it can be, side by side on as many threads or cluster workers as there are.
 * @param parts by default those of the scenario; a fleet whose parts are compiled while it runs may lack loads, events and
 *   faults
 * @returns the other observations of the run
 */
export function* shownRun(
  scenario: Scenario,
  { fidelity, observer, computes }: ShownRun,
  parts: Iterable<FleetPart> | AsyncIterable<FleetPart> | undefined = fleetParts(scenario),
): Study<RunFigures> {
  if (parts === undefined) {
    const observations = yield* observedRun(scenario, observer, fidelity);
    passComputes(observations, computes);
    return observations;
  }
  const { fleet, computes: all, duration_seconds } = scenario;
  const record = new FleetRecord(packedDecisions(duration_seconds));
  const joined = new JoinedParts(computes);
  /** Places of the parts under way, in their order. */
  const places: Pick<FleetPart, 'places'>[] = [];
  const tasks = async function* (): AsyncGenerator<RunTask, void, undefined> {
    for await (const { scenario: part, places: own } of parts) {
      places.push({ places: own });
      yield { variant: { name: part.name, scenario: part }, replication: 0, fidelity, record };
    }
  };
  const expected = wholeRuns(Math.ceil(all.length / TENANTS_OF_A_PART));
  const take = ({ observations }: VariantRun) => joined.add(places.shift()!, observations);
  yield* makeRuns(tasks(), take, () => expected);
  record.replay(observer, fleet!.name, all);
  return joined.shown;
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
