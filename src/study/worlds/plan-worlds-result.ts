import type { FigureName } from '../../figures/run-figures.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { PlanCandidate, PlanResult } from '../plan/plan-result.js';
import type { FigureOverWorlds, WorldRow, WorldSpread } from './world-spread.js';

/** A constraint that a candidate breaks in some worlds. */
export interface BrokenInWorlds {
  readonly constraint: string;
  readonly figure: FigureName;
  readonly worlds: number;
  /** The figure furthest beyond the bound; `null` if nothing was measured although queries arrived. */
  readonly worst: number | null;
  readonly worst_world: number;
}

export interface CandidateOverWorlds extends Pick<PlanCandidate, 'name' | 'settings' | 'today'> {
  /** Whether the plan recommends it in the middle world. */
  readonly best_of_middle: boolean;
  /**
   * `least_regret` is the choice; `more_regret` also meets the constraints, with more regret; `refused` breaks one in
   * too many worlds; for `not_looked_at` the budget was too small for every world.
   */
  readonly fate: 'least_regret' | 'more_regret' | 'refused' | 'not_looked_at';
  /** Worlds where it meets every constraint. */
  readonly worlds_met: number | null;
  /** Over the worlds where some candidate meets every constraint; `null` if it was not run in all of them. */
  readonly regret: {
    readonly mean: number;
    readonly greatest: number;
    /** In which it is. */
    readonly world: number;
  } | null;
  readonly objective: WorldSpread | null;
  /** Those that break in most worlds first. */
  readonly broken: readonly BrokenInWorlds[];
}

/** One world: its best candidate, and the result of the choice in it. */
export interface WorldOutcome extends Pick<WorldRow, 'world' | 'inputs'> {
  /** The best candidate that meets every constraint; `null` if none does. */
  readonly best: string | null;
  readonly best_objective: number | null;
  readonly choice_objective: number | null;
  /** `null` in a world where no candidate meets every constraint. */
  readonly choice_regret: number | null;
}

/** The choice of least regret over worlds. */
export interface PlanOverWorlds extends Pick<FigureOverWorlds, 'worlds' | 'chance'> {
  /** Worlds where some simulated candidate meets every constraint: regret covers these. */
  readonly possible_worlds: number;
  /** Number of these worlds where a choice must meet every constraint: the share of `safety`. */
  readonly least_worlds_met: number;
  /** `null` if no candidate meets the constraints in enough worlds. */
  readonly choice: string | null;
  /** Candidates that were run in every world, and those there are. */
  readonly looked_at: number;
  readonly candidates_allowed: number;
  /** The choice first, then by regret, then those refused by the worlds that they meet. */
  readonly candidates: readonly CandidateOverWorlds[];
  /** Each interval, with its rank correlation with the objective of the choice, or of today's settings without one. */
  readonly inputs: FigureOverWorlds['inputs'];
  readonly outcomes: readonly WorldOutcome[];
  readonly fidelity: Fidelity;
  readonly runs: number;
  readonly queries: number;
}

/** A plan, and the choice over worlds if any were drawn. */
export interface PlanWithWorlds extends PlanResult {
  readonly worlds?: PlanOverWorlds;
}
