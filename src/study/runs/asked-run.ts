import type { Scenario } from '../../scenario/scenario.js';
import { FleetRecord } from '../../simulation/outcome/fleet-record.js';
import { unpackError } from './error-transfer.js';
import type { RunTask } from './executor.js';
import { unpackObservations } from './observations-transfer.js';
import type { WorkerAnswer } from './run-worker.js';
import { digestOf, scenarioDigest } from './scenario-digest.js';
import type { VariantRun } from './variant.js';
import { pricedRun } from './whole-run.js';

/** A run that is delegated to another thread or process. */
export interface AskedRun extends Omit<RunTask, 'variant' | 'observer' | 'record' | 'packing'> {
  readonly scenario: Scenario;
  /** Whether the timeline and the decisions of a fleet are wanted. */
  readonly recorded: boolean;
}

export function askedOf({ variant, observer: _, packing: __, record, ...options }: RunTask): AskedRun {
  return { ...options, scenario: variant.scenario, recorded: record !== undefined };
}

/**
 * Identifies a run by the content of everything that its figures depend on, so that it is the same on every machine.
 * It does not depend on whether the timeline is kept.
 */
export function runDigest({ scenario, replication, by_weekday, fidelity, until }: AskedRun): string {
  const how = [replication, by_weekday === true, fidelity ?? 'exact', until];
  return digestOf(JSON.stringify([scenarioDigest(scenario), ...how]));
}

/** The run that a thread has answered. @throws the error that it has answered */
export function answeredRun(task: RunTask, answer: WorkerAnswer): VariantRun {
  if ('error' in answer) throw unpackError(answer.error);
  if (answer.record !== undefined) task.record?.merge(FleetRecord.unpack(answer.record));
  return pricedRun(task.variant, unpackObservations(answer.observations), answer);
}
