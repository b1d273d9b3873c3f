import { moreIsBetter } from '../../figures/run-figures.js';
import type { PlanResult } from '../plan/plan-result.js';
import { beyondBound, constraintScale } from '../plan/whole-sample.js';
import type { Constraint } from '../replicate/constraint.js';
import type { WorldFigure } from './regret.js';
import type { SeenInWorld } from './world-runs.js';

/** A run compared with the objective and the constraints. */
export interface Judged extends WorldFigure {
  readonly broken: readonly {
    readonly constraint: Constraint;
    readonly value: number | null;
    readonly excess: number;
  }[];
  /** The greatest, as a share of the bound. */
  readonly excess: number;
}

export type Judge = (seen: SeenInWorld) => Judged;

/** Judges a run by the objective, with its sign reversed if more is better, and by the constraints of the plan. */
export function judgeOf({
  objective: { figure },
  constraints,
}: Pick<PlanResult, 'objective' | 'constraints'>): Judge {
  const sign = moreIsBetter(figure) ? -1 : 1;
  return (seen) => {
    const broken = constraints.flatMap((constraint) => {
      const value = seen.figures[constraint.figure];
      const excess = excessOf(constraint, value, seen);
      return excess > 0 ? [{ constraint, value, excess }] : [];
    });
    return {
      // Nothing to measure is nothing to regret.
      objective: sign * (seen.figures[figure] ?? 0),
      met: broken.length === 0,
      broken,
      excess: broken.reduce((most, { excess }) => Math.max(most, excess), 0),
    };
  };
}

function excessOf(constraint: Constraint, value: number | null, { arrived }: SeenInWorld): number {
  if (value === null) return arrived === 0 ? 0 : Number.POSITIVE_INFINITY;
  return Math.max(0, beyondBound(constraint, value)) / constraintScale(constraint);
}
