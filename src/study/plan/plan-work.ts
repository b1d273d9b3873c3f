import type { FigureName } from '../../figures/run-figures.js';
import type { Constraint } from '../replicate/constraint.js';
import type { Contender } from './contender.js';
import { type PlanBudget, type PlanPhase, queryLimit } from './plan-budget.js';
import type { PlanRecord } from './plan-findings.js';
import type { PlanRace } from './plan-race.js';
import type { GrowthStep, PlanResult } from './plan-result.js';
import type { Doubts } from './plan-sensitivity.js';
import type { Screening } from './screening.js';

/** What is asked of a plan. */
export interface PlanQuestion extends Pick<PlanResult, 'confidence' | 'safety'> {
  readonly objective: FigureName;
  /** In addition to the scenario's `slo:`. */
  readonly constraints: readonly Constraint[];
  /** Axes as a sweep takes them, or names of dimensions; empty: minimum, maximum and timeout. */
  readonly vary: readonly string[];
  /** The one compute that is planned for; `undefined`: all together. */
  readonly compute: string | undefined;
  /** Factors of the load; each gets a separate choice. */
  readonly growth: readonly number[];
  readonly sensitivity: boolean;
  readonly budget: PlanBudget;
}

/** A plan that is being made. */
export interface PlanWork extends Pick<PlanRecord, 'axes' | 'candidates' | 'rules' | 'runs'> {
  readonly question: PlanQuestion;
}

/** The results of a plan so far: an interrupted one reports them. */
export interface FoundPlan {
  race?: PlanRace;
  screening?: Screening | undefined;
  winner?: Contender | undefined;
  nextBest?: Contender | undefined;
  searched_queries?: number;
  readonly warnings: string[];
  readonly growth: GrowthStep[];
  doubts: Doubts;
}

export const NO_DOUBTS: Doubts = { sensitivity: [], left_out: [] };

export function limitOf({ question, candidates, runs }: PlanWork, phase: PlanPhase): number {
  return queryLimit(question.budget, phase, runs.workOf(candidates.today));
}
