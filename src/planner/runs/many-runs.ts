/** What every answer that many runs of a scenario give begins and ends with. */
export interface ManyRuns {
  readonly seed: string;
  /** ISO 8601 UTC. */
  readonly start: string;
  readonly duration_seconds: number;
  /** Of each of the settings that were run. */
  readonly replications: number;
  /** Of the intervals, strictly between 0 and 1. */
  readonly confidence: number;
  /** What was noticed in the scenario, and what makes the answer doubtful, in words. */
  readonly warnings: readonly string[];
}
