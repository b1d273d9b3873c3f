import type { Observer, RunObservations } from '../../simulation/run/observation.js';
import type { Summary } from '../../study/run/summary.js';

/**
 * A report of a run that ends in files: it watches the run, or its first replication, and the files appear whole at
 * the end or not at all.
 */
export interface RunOutput extends Observer {
  /**
   * Receives the observations of each replication's computes, in order; once for a single run, whose computes
   * may be combined.
   */
  observed?(observations: Pick<RunObservations, 'computes'>): void;
  /**
   * Writes the rest and moves the files to their place.
   * @param replications one summary per replication; empty for a single run
   */
  commit(summary: Summary, replications?: readonly Summary[]): void | Promise<void>;
  /** Leaves everything as it was; does nothing after {@link commit}. */
  discard(): void;
}
