import type { ClusterOptions } from '../runs/cluster-options.js';
import type { MadeRun } from './ordered-runs.js';
import type { RunLedger } from './run-ledger.js';
import type { BudgetUse } from './study.js';

/** Progress of work that consists of many runs. */
export interface WorkProgress {
  /** Completed runs, and shares of those under way. */
  readonly done: number;
  /** Expected number of runs, if known. */
  readonly runs: number;
  /** The same work in whole exact runs of the scenario: fewer if most runs are cheaper. */
  readonly whole_runs: number;
  /** Queries that have arrived in all of them. */
  readonly arrived: number;
  /** Of work with a budget. */
  readonly budget?: BudgetUse | undefined;
}

/** Where runs are made, and how the work is observed and ended. */
export interface WorkOptions {
  /** Threads; defaults to 1, the calling thread. Results do not depend on it. */
  readonly workers?: number;
  /** Other processes make the runs instead of threads of this one. Results do not depend on it. */
  readonly cluster?: ClusterOptions;
  /** Ends the work, which answers from its finished runs if it can, and throws the signal's reason otherwise. */
  readonly signal?: AbortSignal;
  /** Receives the progress a few times per second; an error that it throws ends the work. */
  readonly progress?: (progress: WorkProgress) => void;
  /** Earlier runs that are reused, and the store for new ones. */
  readonly ledger?: RunLedger;
  /** Receives every run, in the order of the tasks, before it becomes part of a result. */
  readonly made?: (made: MadeRun) => void;
}
