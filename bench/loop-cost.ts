import { median } from './median.js';
import type { ModelRun } from './model-run.js';

/** The cost of the scaling loop: the whole model autoscaled, compared with the same at a fixed size, round by round. */
export interface LoopCost {
  /** Queries per second of CPU time with the loop ÷ without it, median of the rounds. */
  readonly with_to_without: number;
  /** Mean size with the loop, and its number of changes. */
  readonly autoscaled_mean_cu: number;
  readonly resizes: number;
  readonly fixed_cu: number;
}

/** Tolerated relative difference in events per query between the two, which must differ only in the loop. */
const SAME_WORK = 0.02;

/**
 * Compares runs of the two sizings.
 *
 * A size that follows the load needs the loop, so the other run has the same queries at a fixed size near the mean. It
 * fires as many events per query. The rest of the difference is the loop with its looks at metrics, load averages,
 * working set and memory, and the resizes that it causes.
 *
 * @param autoscaled one run per round, at least one
 * @param fixed one run for each of the same rounds
 * @throws Error if the queries of the two do not cause the same work
 */
export function loopCost(autoscaled: readonly ModelRun[], fixed: readonly ModelRun[]): LoopCost {
  const [one, other] = [autoscaled[0]!, fixed[0]!];
  const work = one.events / one.queries / (other.events / other.queries);
  if (one.queries !== other.queries || Math.abs(work - 1) > SAME_WORK) {
    throw new Error(
      `whole model: ${one.queries} queries and ${one.events} events autoscaled, ` +
        `${other.queries} and ${other.events} at a fixed size: they do not differ in the scaling loop alone`,
    );
  }
  return {
    with_to_without: median(fixed.map((run, round) => rateOf(autoscaled[round]!) / rateOf(run))),
    autoscaled_mean_cu: one.mean_cu,
    resizes: one.resizes,
    fixed_cu: other.mean_cu,
  };
}

function rateOf({ queries, cpu_seconds }: ModelRun): number {
  return queries / cpu_seconds;
}
