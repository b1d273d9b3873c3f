import { FIGURE_UNITS } from '../../figures/run-figures.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { Constraint } from './constraint.js';
import { type LoadLevel, levelFigure } from './load-levels.js';

/** An objective compared with one level of load. */
export interface ObjectiveMargin {
  readonly objective: Constraint;
  /** `null` if the figure was never measured. */
  readonly value: MeanInterval | null;
  /**
   * How far the mean lies beyond the bound, as a logarithm of their ratio: above 0 the objective is missed. A
   * share that should be large is compared by its distance to 1. ±Infinity if nothing was measured, or nothing misses.
   */
  readonly beyond: number;
  /** The same for the better and the worse end of the interval. */
  readonly at_best: number;
  readonly at_worst: number;
}

/**
 * Holds objectives against a level of load.
 * @param confidence of all intervals together: each is wider, so that none of them is likely to miss (Bonferroni)
 */
export function objectiveMargins(
  level: LoadLevel,
  objectives: readonly Constraint[],
  confidence: number,
): readonly ObjectiveMargin[] {
  const single = 1 - (1 - confidence) / objectives.length;
  return objectives.map((objective) => {
    const value = levelFigure(level, objective.figure, single);
    if (value === null) {
      // A figure that is missing because no queries arrived is fine; a latency that is missing because all failed is not.
      const arrived = level.runs.some(({ figures }) => (figures.queries_arrived ?? 0) > 0);
      const beyond = arrived ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      return { objective, value, beyond, at_best: beyond, at_worst: beyond };
    }
    // A single replication has no interval.
    const half = Number.isFinite(value.half_width) ? value.half_width : 0;
    const worse = objective.comparison === '<=' ? half : -half;
    return {
      objective,
      value,
      beyond: beyondBound(objective, value.mean),
      at_best: beyondBound(objective, value.mean - worse),
      at_worst: beyondBound(objective, value.mean + worse),
    };
  });
}

/** How far the worst objective is beyond its bound, by level. @param confidence of all intervals together */
export function worstMargin(
  { objectives, confidence }: { readonly objectives: readonly Constraint[]; readonly confidence: number },
  part: 'beyond' | 'at_best' | 'at_worst',
): (level: LoadLevel) => number {
  return (level) =>
    Math.max(...objectiveMargins(level, objectives, confidence).map((margin) => margin[part]));
}

function beyondBound({ figure, comparison, bound }: Constraint, value: number): number {
  const share = FIGURE_UNITS[figure] === 'share';
  const [actual, target] =
    comparison === '<=' ? [value, bound] : share ? [1 - value, 1 - bound] : [bound, value];
  if (actual <= 0) return Number.NEGATIVE_INFINITY;
  return target <= 0 ? Number.POSITIVE_INFINITY : Math.log(actual / target);
}
