import { askedOf, runDigest } from '../runs/asked-run.js';
import type { RunTask } from '../runs/executor.js';
import type { VariantRun } from '../runs/variant.js';

/** The stored part of a run, without the variant and its price, which follow from the task. */
export type KeptRun = Pick<VariantRun, 'observations' | 'weekday_use'>;

/** Earlier runs that are reused, and the store for new ones. */
export interface RunLedger {
  /** The run that was stored under a key. */
  find(key: string): KeptRun | undefined;
  /** Keeps a run; called as soon as it is done, in no particular order. */
  keep(key: string, run: KeptRun): void;
}

/** Identifies a run; `undefined` for one that has to be simulated because its progress is observed. */
export function runKey(task: RunTask): string | undefined {
  const isObserved = task.observer !== undefined || task.record !== undefined;
  return isObserved ? undefined : runDigest(askedOf(task));
}
