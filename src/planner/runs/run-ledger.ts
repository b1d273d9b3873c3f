import { createHash } from 'node:crypto';
import type { RunTask } from './executor.js';
import type { VariantRun } from './variant.js';

/** What is kept of a run: all but the variant and its price, which follow from the task. */
export type KeptRun = Pick<VariantRun, 'observations' | 'weekday_use'>;

/** Runs that need not be made again, and the place where new ones are kept. */
export interface RunLedger {
  /** The run that was kept under a key. */
  find(key: string): KeptRun | undefined;
  /** Keeps a run; called as soon as it is done, in no particular order. */
  keep(key: string, run: KeptRun): void;
  /**
   * Aborted when no more runs are to be begun: those under way are finished and kept, and then the work throws the
   * signal's reason.
   */
  readonly ending: AbortSignal | undefined;
}

/**
 * What a run is known by: all that it depends on besides the files that its scenario reads. `undefined` for a run that
 * has to be made: somebody watches it, or its scenario was never a text.
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
  if (observer !== undefined || record !== undefined || variant.source === undefined) return undefined;
  return createHash('sha256')
    .update(JSON.stringify([variant.source, replication, by_weekday === true, fidelity ?? 'exact', until]))
    .digest('base64url');
}
