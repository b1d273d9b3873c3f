import type { Objective, ObjectiveName } from '../scenario/scenario.js';
import type { MeanInterval } from '../statistics/confidence-interval.js';
import { moreIsBetter } from './run-figures.js';

/** The figures of objectives, in their units; `null` without a measurement. */
export type ObjectiveFigures = Readonly<Record<ObjectiveName, number | null>>;

/** An objective and its actual value. */
export interface ObjectiveResult {
  readonly objective: ObjectiveName;
  readonly target: number;
  readonly actual: number | null;
  readonly met: boolean;
  /** With replications, the figure's mean and the half-width of its interval. */
  readonly ci?: Omit<MeanInterval, 'n'>;
  /** With replications, whether the whole interval lies on one side of the target. */
  readonly clear?: boolean;
}

/**
 * Compares each objective with its figure, in the order of the scenario.
 *
 * A figure that is `null` because no query arrived meets its objective. One that is `null` although queries arrived,
 * such as a latency when none completed, misses it.
 */
export function evaluateObjectives(
  objectives: readonly Objective[],
  figures: ObjectiveFigures,
  arrived: number,
): readonly ObjectiveResult[] {
  return objectives.map(({ objective, target }) => {
    const actual = figures[objective];
    const met =
      actual === null ? arrived === 0 : moreIsBetter(objective) ? actual >= target : actual <= target;
    return { objective, target, actual, met };
  });
}
