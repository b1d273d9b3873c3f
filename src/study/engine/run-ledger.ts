import type { RunTask } from '../runs/executor.js';
import { digestOf, scenarioDigest } from '../runs/scenario-digest.js';
import type { VariantRun } from '../runs/variant.js';

/** What is kept of a run: all but the variant and its price, which follow from the task. */
export type KeptRun = Pick<VariantRun, 'observations' | 'weekday_use'>;

/** Earlier runs that are reused, and the store for new ones. */
export interface RunLedger {
  /** The run that was kept under a key. */
  find(key: string): KeptRun | undefined;
  /** Keeps a run; called as soon as it is done, in no particular order. */
  keep(key: string, run: KeptRun): void;
}

/**
 * Identifies a run by the content of everything that it depends on, so that it is the same on every machine.
 * `undefined` for a run that has to be simulated because its progress is observed.
 */
export function runKey({
  variant,
  replication,
  observer,
  record,
  by_weekday,
  fidelity,
  until,
}: RunTask): string | undefined {
  if (observer !== undefined || record !== undefined) return undefined;
  const how = [replication, by_weekday === true, fidelity ?? 'exact', until];
  return digestOf(JSON.stringify([scenarioDigest(variant.scenario), ...how]));
}
