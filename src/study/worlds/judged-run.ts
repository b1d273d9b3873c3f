import { moreIsBetter } from '../../figures/run-figures.js';
import type { PlanResult } from '../plan/plan-result.js';
import type { WholeRun } from '../plan/whole-sample.js';
import { type Constraint, limitExcess } from '../replicate/constraint.js';
import type { WorldFigure } from './regret.js';

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

type ComparedRun = Pick<WholeRun, 'figures' | 'arrived'>;

export type Judge = (run: ComparedRun) => Judged;

/** Judges a run by the objective, with its sign reversed if more is better, and by the constraints of the plan. */
export function judgeOf({
  objective: { figure },
  constraints,
}: Pick<PlanResult, 'objective' | 'constraints'>): Judge {
  const sign = moreIsBetter(figure) ? -1 : 1;
  return (run) => {
    const broken = constraints.flatMap((constraint) => {
      const value = run.figures[constraint.figure];
      const excess = excessOf(constraint, value, run);
      return excess > 0 ? [{ constraint, value, excess }] : [];
    });
    return {
      // Nothing to measure is nothing to regret.
      objective: sign * (run.figures[figure] ?? 0),
      met: broken.length === 0,
      broken,
      excess: broken.reduce((most, { excess }) => Math.max(most, excess), 0),
    };
  };
}

function excessOf(constraint: Constraint, value: number | null, { arrived }: ComparedRun): number {
  if (value === null) return arrived === 0 ? 0 : Number.POSITIVE_INFINITY;
  return Math.max(0, limitExcess(constraint, value));
}
