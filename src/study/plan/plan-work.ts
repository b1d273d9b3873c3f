import type { FigureName } from '../../figures/run-figures.js';
import type { Scenario } from '../../scenario/scenario.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { SweepAxis } from '../compare/sweep-axis.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ScenarioSource } from '../runs/scenario-source.js';
import type { Contender } from './contender.js';
import { type PlanBudget, type PlanPhase, queryLimit } from './plan-budget.js';
import type { PlanCandidates } from './plan-candidates.js';
import type { PlanRace } from './plan-race.js';
import type { GrowthStep, PlanResult } from './plan-result.js';
import type { PlanRuns } from './plan-runs.js';
import type { Doubts } from './plan-sensitivity.js';
import type { RaceRules } from './race-rules.js';

/** The question of a plan. */
export interface PlanQuestion extends Pick<PlanResult, 'confidence' | 'safety'> {
  readonly objective: FigureName;
  /** In addition to the scenario's `slo:`. */
  readonly constraints: readonly Constraint[];
  /** Axes as a sweep takes them, or names of dimensions; empty: minimum, maximum and timeout. */
  readonly vary: readonly string[];
  /** Factors of the load; each gets a separate choice. */
  readonly growth: readonly number[];
  readonly sensitivity: boolean;
  readonly budget: PlanBudget;
}

/** A plan in progress, with its results so far, which an interrupted plan reports. */
export interface PlanWork {
  readonly question: PlanQuestion;
  /** The source that the candidates change. */
  readonly source: ScenarioSource;
  readonly scenario: Scenario;
  readonly axes: readonly SweepAxis[];
  readonly candidates: PlanCandidates;
  readonly rules: RaceRules;
  readonly runs: PlanRuns;
  race?: PlanRace;
  /** Whether candidates have had runs at hybrid fidelity. */
  isScreened: boolean;
  winner?: Contender | undefined;
  nextBest?: Contender | undefined;
  searched_queries?: number;
  readonly warnings: string[];
  readonly cost_scope: string | undefined;
  readonly growth: GrowthStep[];
  doubts: Doubts;
}

export function limitOf({ question, candidates, runs }: PlanWork, phase: PlanPhase): number {
  return queryLimit(question.budget, phase, runs.workOf(candidates.today));
}

/** The fidelity of runs under other loads and assumptions. */
export function furtherFidelity({ isScreened }: PlanWork): Fidelity {
  return isScreened ? 'hybrid' : 'exact';
}
