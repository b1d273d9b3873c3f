import type { PricedUse } from '../../cost/priced-use.js';
import type { FigureName } from '../../figures/run-figures.js';
import type { Fidelity } from '../../simulation/simulation.js';
import type { MeanInterval } from '../../statistics/confidence-interval.js';
import type { PairedDifference } from '../../statistics/paired-difference.js';
import type { SweepAxis } from '../compare/sweep-axis.js';
import type { Constraint } from '../replicate/constraint.js';
import type { ManyRuns } from '../runs/many-runs.js';

/** The figure that a plan minimises, or maximises. */
export interface PlanObjective {
  readonly figure: FigureName;
  readonly sense: 'least' | 'most';
}

/** A constraint and a candidate's figure. */
export interface ConstraintResult extends Pick<Constraint, 'figure' | 'comparison' | 'bound'> {
  /** As it was written, such as `latency_p99 <= 300ms`. */
  readonly constraint: string;
  /** `null` if it was not measured. */
  readonly value: MeanInterval | null;
  /** Whether the mean meets it. */
  readonly met: boolean;
  /** Whether the whole interval lies on one side of the bound, so that chance would not decide. */
  readonly clear: boolean;
  /**
   * How far the mean lies beyond the bound; below 0 is room left. A share of the bound, or, of a share that is to be
   * large, of what the bound leaves to 1. `null`: not measured.
   */
  readonly excess: number | null;
  /**
   * That the expected figure of a run meets the bound, by Student's t over replications (one-sided); `null` with fewer
   * than two.
   */
  readonly probability: number | null;
}

/**
 * The fate of a candidate.
 *
 * `recommended` and `next_best` speak for themselves; `kept` was run and is not clear; `worse` fell behind the best one
 * in the objective, `infeasible` broke a constraint; `bounded` was never simulated because a bound rules it out,
 * `not_looked_at` because the budget had no room for it; and `invalid` is forbidden by the size table, the plan or the scenario.
 */
export type CandidateFate =
  | 'recommended'
  | 'next_best'
  | 'kept'
  | 'worse'
  | 'infeasible'
  | 'bounded'
  | 'not_looked_at'
  | 'invalid';

/**
 * The evidence for dropping a candidate: a bound that always holds; whole runs that are too few for a test, but too far off
 * for the spread of the others to explain; the same for a run at hybrid fidelity; or a test, which errs with
 * the probability that the plan states.
 */
export type DropEvidence = 'proven' | 'inferred' | 'hybrid' | 'statistical';

/** The inputs of a candidate's cost. */
export interface CandidateUse extends PricedUse {
  /** CU of all computes at their largest: no hour uses more. */
  readonly largest_cu: number;
}

/** A combination of settings. */
export interface PlanCandidate {
  /** The settings in words, `min=0.25 max=2 timeout=5m`; unique. */
  readonly name: string;
  /** By axis, in the order of the axes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether these are the scenario's own settings. */
  readonly today: boolean;
  /** Settings that differ from today's: the fewest win among equals; `null` for settings that are not allowed. */
  readonly changes: number | null;
  readonly fate: CandidateFate;
  /** The evidence for dropping it; `null` if it was kept. */
  readonly evidence: DropEvidence | null;
  /** Why it was dropped or is not allowed, in words; `null` if neither. */
  readonly reason: string | null;
  /** Number of runs of the whole horizon. */
  readonly replications: number;
  /** Every figure with its interval; empty without runs. */
  readonly figures: Readonly<Partial<Record<FigureName, MeanInterval | null>>>;
  readonly constraints: readonly ConstraintResult[];
  /** Whether the means meet all constraints; `null` without runs. */
  readonly feasible: boolean | null;
  /** Whether no other candidate is as good in both figures of a front and better in one. */
  readonly pareto: { readonly latency: boolean; readonly delayed: boolean };
  /** `null` without runs. */
  readonly use: CandidateUse | null;
}

/** How two candidates differ over the replications of both: second − first. */
export interface CandidateDifference {
  readonly figure: FigureName;
  /** `null` with fewer than two replications of both. */
  readonly difference: PairedDifference | null;
}

/** Another choice compared with the recommendation. */
export interface AgainstRecommendation {
  /** Name of the candidate. */
  readonly candidate: string;
  /** The recommendation's figure less the other's, of the objective, the cost and every constraint's figure. */
  readonly differences: readonly CandidateDifference[];
  /** Likewise, of the cost scaled to a month. */
  readonly cost_usd_per_month: PairedDifference | null;
  readonly constraints: readonly ConstraintResult[];
}

/** The settings that one would choose at another load; all by runs of the whole horizon. */
export interface GrowthStep {
  /** Times today's load. */
  readonly factor: number;
  /** `null` if no evaluated candidate meets the constraints. */
  readonly candidate: string | null;
  readonly settings: Readonly<Record<string, string>> | null;
  readonly figures: Readonly<Partial<Record<FigureName, MeanInterval | null>>>;
  readonly constraints: readonly ConstraintResult[];
  /** Today's recommendation at that load. */
  readonly stays: {
    readonly feasible: boolean;
    readonly constraints: readonly ConstraintResult[];
    readonly figures: Readonly<Partial<Record<FigureName, MeanInterval | null>>>;
  };
  /** Candidates that were evaluated or ruled out by a bound, including the recommendation. */
  readonly tried: number;
  /** Whether the search was completed before the budget was used up. */
  readonly complete: boolean;
  /** Of the one that would be chosen. */
  readonly replications: number;
}

/** The recommendation under another value of an assumption. */
export interface SensitivityEffect {
  /** As a scenario would write it. */
  readonly value: string;
  /** Change of the objective against the assumed value, paired. */
  readonly objective: PairedDifference | null;
  /** The same as a share of the objective; `null` if that is 0 or not measured. */
  readonly relative: number | null;
  /** The constraint whose figure changes most, and the change as a share of its bound; `null` if none changes. */
  readonly limit: { readonly constraint: string; readonly change: number } | null;
  /** Constraints that are met as assumed and missed with this value. */
  readonly breaks: readonly string[];
  /** Another candidate that would be recommended then, among those that were tried; `null`: the same one. */
  readonly instead: string | null;
  /** Why this value is invalid, in words; `null` if it was run. */
  readonly refused: string | null;
}

/** An assumption, and the effects of two other values. */
export interface Sensitivity {
  /** Path in the scenario file. */
  readonly assumption: string;
  readonly value: string;
  readonly confidence: 'high' | 'medium' | 'low' | 'yours' | 'measured';
  readonly low: SensitivityEffect | null;
  readonly high: SensitivityEffect | null;
  /** The greatest relative change of the objective or of a constraint's figure against its bound. */
  readonly swing: number;
}

/** The reason for no recommendation. */
export interface Infeasibility {
  /**
   * `none`: whole runs show that no candidate meets the constraints; `undecided`: some may, but the runs do not show it
   * with the requested safety; `none_found`: no evaluated candidate does, and there are others.
   */
  readonly outcome: 'none' | 'undecided' | 'none_found';
  readonly constraints: readonly {
    readonly constraint: string;
    readonly figure: FigureName;
    /** The best that any candidate reached. */
    readonly best: MeanInterval | null;
    readonly candidate: string | null;
    /** As of a {@link ConstraintResult}; below 0: some candidate meets this one alone. */
    readonly excess: number | null;
  }[];
  /** The best of those whose means meet everything, else the candidate whose greatest excess is least. */
  readonly closest: string | null;
}

/** The strength of a selection. */
export interface PlanSelection {
  /**
   * `good_selection`: with a probability of 1 − `error` no other allowed candidate that meets each constraint with that
   * much room is better by more than what is indifferent; `fixed_budget`: the best by what the budget showed.
   */
  readonly guarantee: 'good_selection' | 'fixed_budget';
  /** As a share of the objective, and of each bound. */
  readonly indifference: number;
  readonly error: number;
  /** Candidates that were run on the whole horizon. */
  readonly looked_at: number;
  /** Those that were neither run nor ruled out by a bound. */
  readonly not_looked_at: number;
  /** Names of those that were run, and may be better still. */
  readonly undecided: readonly string[];
  /** Whether these and no others are undecided, and lie so close to a bound that no more runs are made of them. */
  readonly at_bounds: boolean;
}

/** A front: candidates that are best in one figure for what they cost in the other. */
export interface ParetoFront {
  readonly cost: FigureName;
  readonly against: FigureName;
  /** Names of candidates, by ascending cost. */
  readonly candidates: readonly string[];
}

/** The work of the search. */
export interface PlanWork {
  /** Work of the search, in queries of exact runs: two simulated events each, at hybrid fidelity one. */
  readonly searched_queries: number;
  /** Estimated work of every allowed combination at full length in all replications. */
  readonly exhaustive_queries: number;
  /** The first by the second. */
  readonly share: number;
  /** Work after the search: today's settings, the next best, growth, sensitivity. */
  readonly further_queries: number;
  /** Estimated budget that has room for the loads and assumptions that were not simulated; `null` if all were. */
  readonly needed_queries: number | null;
  /** Runs of any length. */
  readonly runs: number;
  readonly rounds: readonly PlanRound[];
}

/** One round of the race. */
export interface PlanRound {
  /** That the furthest of its candidates has had after it. */
  readonly replications: number;
  readonly candidates: number;
  readonly dropped: number;
}

/** The reasons for a recommendation. */
export interface PlanReasons {
  /** The constraint that leaves the least room, and the result of the recommendation in it. */
  readonly binding: ConstraintResult | null;
}

/** The answer of `neap plan`; the content of `plan.json`. */
export interface PlanResult extends ManyRuns {
  readonly scenario: string;
  /** Scope of the costs and which are bounds, in words; left out if every candidate is on Neon. */
  readonly cost_scope?: string;
  /** Of the recommendation; without one, of the candidate with most. */
  readonly replications: number;
  /** Required probability that the recommendation meets each constraint, strictly between 0 and 1. */
  readonly safety: number;
  readonly selection: PlanSelection;
  readonly objective: PlanObjective;
  readonly constraints: readonly Constraint[];
  readonly axes: readonly SweepAxis[];
  /** Name of the recommended candidate; `null` if none is known to meet the constraints with the requested safety. */
  readonly recommendation: string | null;
  /** The reasons for the recommendation; `null` without one. */
  readonly reasons: PlanReasons | null;
  readonly candidates: readonly PlanCandidate[];
  readonly next_best: AgainstRecommendation | null;
  /** The scenario's settings compared with the recommendation; `null` if they are the recommendation. */
  readonly today: AgainstRecommendation | null;
  readonly fronts: readonly ParetoFront[];
  /** Of the runs that growth and sensitivity rest on; those of candidates in all other answers are exact. */
  readonly fidelity: Fidelity;
  readonly growth: readonly GrowthStep[];
  /** By descending swing. */
  readonly sensitivity: readonly Sensitivity[];
  /** Assumptions that were not varied because the budget was used up. */
  readonly sensitivity_left_out: readonly string[];
  /** `null` if there is a recommendation. */
  readonly infeasibility: Infeasibility | null;
  readonly work: PlanWork;
}
