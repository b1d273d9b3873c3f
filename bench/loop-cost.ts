import { median } from './median.js';
import type { ModelRun } from './model-run.js';

/** What the scaling loop costs: the whole model autoscaled against the same at a fixed size, round by round. */
export interface LoopCost {
  /** Queries per second of CPU time with the loop over those without, the median of the rounds. */
  readonly with_to_without: number;
  /** Mean size with the loop, and how often it changed. */
  readonly autoscaled_mean_cu: number;
  readonly resizes: number;
  readonly fixed_cu: number;
}

/** How far the events of a query may differ between the two, which are to differ in the loop alone. */
const SAME_WORK = 0.02;

/**
 * Compares runs of the two sizings.
 *
 * A size that follows the load cannot be had without the loop, so the other run has the same queries at a fixed
 * size near the mean: as many events fire for a query, and what is left of a difference is the loop with its
 * looks at metrics, load averages, working set and memory, and the resizes it causes.
 *
 * @param autoscaled a run a round, at least one
 * @param fixed a run of each of the same rounds
 * @throws Error when the queries of the two do not cause the same work
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
