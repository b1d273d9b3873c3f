import type { Scenario } from '../../scenario/scenario.js';
import { loadFrom } from '../../workload/load-window.js';

/** A part of a scenario's run, in seconds since its start. */
export interface RunWindow {
  readonly from_seconds: number;
  readonly to_seconds: number;
}

/**
 * Whether a run may begin in the middle: nothing that was done to a compute before would be missing.
 */
export function mayBeginLater({ events, faults }: Scenario): boolean {
  return events.length === 0 && faults.length === 0;
}

/**
 * A scenario that lasts for a part of its run only. Its computes begin as they would at the scenario's start, its
 * loads as they are at that moment; events and faults after the end are left out.
 *
 * @throws RangeError for a window that begins later where something happens to the computes, or that is empty
 */
export function scenarioWithin(scenario: Scenario, { from_seconds, to_seconds }: RunWindow): Scenario {
  const end = Math.min(to_seconds, scenario.duration_seconds);
  if (!(from_seconds >= 0 && from_seconds < end)) {
    throw new RangeError(`run window: expected a part of the run, got ${from_seconds} to ${to_seconds} s`);
  }
  if (from_seconds > 0 && !mayBeginLater(scenario)) {
    throw new RangeError('run window: a run with events or faults begins at its start');
  }
  const start_epoch_seconds = scenario.start_epoch_seconds + from_seconds;
  return Object.freeze({
    ...scenario,
    start: `${new Date(start_epoch_seconds * 1000).toISOString().slice(0, 19)}Z`,
    start_epoch_seconds,
    duration_seconds: end - from_seconds,
    load: scenario.load.map((load) => loadFrom(load, from_seconds)),
    events: scenario.events.filter(({ at_seconds }) => at_seconds < end),
    faults: scenario.faults.filter(({ at_seconds, for_seconds }) => at_seconds + for_seconds <= end),
  });
}
