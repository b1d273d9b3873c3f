import type { MeanInterval } from '../statistics/confidence-interval.js';
import type { PairedDifference } from '../statistics/paired-difference.js';
import type { Constraint } from './constraint.js';
import type { FigureName } from './run-figures.js';
import type { SweepAxis } from './sweep-axis.js';

/** What a plan makes small, or large. */
export interface PlanObjective {
  readonly figure: FigureName;
  readonly sense: 'least' | 'most';
}

/** A constraint held against what a candidate showed. */
export interface ConstraintResult {
  /** As it was written, such as `latency_p99 <= 300ms`. */
  readonly constraint: string;
  readonly figure: FigureName;
  /** In the figure's unit. */
  readonly bound: number;
  /** `null` where nothing was measured. */
  readonly value: MeanInterval | null;
  /** Whether the mean meets it. */
  readonly met: boolean;
  /** Whether the whole interval lies on one side of the bound, so that chance would not decide. */
  readonly clear: boolean;
  /** How far the mean lies beyond the bound, as a share of the bound; below 0 is room left. `null`: not measured. */
  readonly excess: number | null;
}

/**
 * What became of a candidate.
 *
 * `recommended`, `next_best` and `kept` were raced to the end, or `kept` for want of budget to race it; `worse` fell behind the best one in the objective,
 * `infeasible` broke a constraint, `bounded` was never simulated because a bound rules it out, and `invalid` is
 * forbidden by the size table, the plan or the scenario.
 */
export type CandidateFate =
  | 'recommended'
  | 'next_best'
  | 'kept'
  | 'worse'
  | 'infeasible'
  | 'bounded'
  | 'invalid';

/**
 * What a candidate was dropped by: a bound that always holds; an estimate from a candidate that was simulated; or
 * a test, which errs with the probability that the plan states.
 */
export type DropEvidence = 'proven' | 'inferred' | 'statistical';

/** A combination of settings. */
export interface PlanCandidate {
  /** The settings in words, `min=0.25 max=2 timeout=5m`; tells it from the others. */
  readonly name: string;
  /** By axis, in the order of the axes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether these are the scenario's own settings. */
  readonly today: boolean;
  readonly fate: CandidateFate;
  /** What it was dropped by; `null` where it was not. */
  readonly evidence: DropEvidence | null;
  /** Why it was dropped or is not allowed, in words; `null` where neither. */
  readonly reason: string | null;
  /** What the figures rest on; `null` where nothing was simulated. */
  readonly simulated: {
    /** Of each run. */
    readonly duration_seconds: number;
    readonly replications: number;
    /** Whole runs, runs of the beginning, or windows spread over the run. */
    readonly of: 'whole' | 'beginning' | 'windows';
  } | null;
  /** Every figure of a whole run with its interval, scaled up from a part of it; empty where nothing was simulated. */
  readonly figures: Readonly<Partial<Record<FigureName, MeanInterval | null>>>;
  readonly constraints: readonly ConstraintResult[];
  /** Whether all constraints are met by the means; `null` where nothing was simulated. */
  readonly feasible: boolean | null;
  /** Whether no other candidate is as good in both figures of a front and better in one. */
  readonly pareto: { readonly latency: boolean; readonly delayed: boolean };
}

/** How two candidates differ over the replications of both: second − first. */
export interface CandidateDifference {
  readonly figure: FigureName;
  /** `null` with fewer than two replications of both. */
  readonly difference: PairedDifference | null;
}

/** What another choice is against the recommendation. */
export interface AgainstRecommendation {
  /** Name of the candidate. */
  readonly candidate: string;
  /** The recommendation's figure less the other's, of the objective and of every constraint's figure. */
  readonly differences: readonly CandidateDifference[];
  /** Likewise, of the cost scaled to a month. */
  readonly cost_usd_per_month: PairedDifference | null;
  readonly constraints: readonly ConstraintResult[];
}

/** The settings that one would choose at another load. */
export interface GrowthStep {
  /** Times today's load. */
  readonly factor: number;
  /** `null` where no candidate that was tried meets the constraints. */
  readonly candidate: string | null;
  readonly settings: Readonly<Record<string, string>> | null;
  readonly figures: Readonly<Partial<Record<FigureName, MeanInterval | null>>>;
  readonly constraints: readonly ConstraintResult[];
  /** What today's recommendation would do at that load. */
  readonly stays: { readonly feasible: boolean; readonly constraints: readonly ConstraintResult[] };
  /** Candidates that were tried. */
  readonly tried: number;
  readonly simulated: { readonly duration_seconds: number; readonly replications: number };
}

/** What happens to the recommendation where an assumption is otherwise. */
export interface SensitivityEffect {
  /** As a scenario would write it. */
  readonly value: string;
  /** Change of the objective against the assumed value, paired. */
  readonly objective: PairedDifference | null;
  /** The same as a share of the objective; `null` where that is 0 or not measured. */
  readonly relative: number | null;
  /** Constraints that are met as assumed and missed with this value. */
  readonly breaks: readonly string[];
  /** Another candidate that would be recommended then, among those that were tried; `null`: the same one. */
  readonly instead: string | null;
  /** Why this value cannot be tried, in words; `null` where it was. */
  readonly refused: string | null;
}

/** An assumption, and what two other values of it do. */
export interface Sensitivity {
  /** Path in the scenario file. */
  readonly assumption: string;
  readonly value: string;
  readonly confidence: 'high' | 'medium' | 'low' | 'yours';
  readonly low: SensitivityEffect | null;
  readonly high: SensitivityEffect | null;
  /** The greatest relative change of the objective or of a constraint's figure against its bound. */
  readonly swing: number;
}

/** Why no candidate will do. */
export interface Infeasibility {
  readonly constraints: readonly {
    readonly constraint: string;
    /** The best that any candidate reached. */
    readonly best: number | null;
    readonly candidate: string | null;
    /** Beyond the bound, as a share of it; below 0: some candidate meets this one alone. */
    readonly excess: number | null;
  }[];
  /** The candidate whose greatest excess is least. */
  readonly closest: string | null;
}

/** A front: candidates that are best in one figure for what they cost in the other. */
export interface ParetoFront {
  readonly cost: FigureName;
  readonly against: FigureName;
  /** Names of candidates, by ascending cost. */
  readonly candidates: readonly string[];
}

/** What the search took. */
export interface PlanWork {
  /** Events simulated by the search: arrivals, completions, looks of the autoscaler and whatever else happens. */
  readonly searched_events: number;
  /** Events that every allowed combination at full length in all replications would have taken, estimated. */
  readonly exhaustive_events: number;
  /** The first by the second. */
  readonly share: number;
  /** Events simulated after the search: today's settings, the next best, growth, sensitivity. */
  readonly further_events: number;
  /** Runs of any length. */
  readonly runs: number;
  readonly rounds: readonly PlanRound[];
}

/** One round of the race. */
export interface PlanRound {
  /** Of each run: shorter than the scenario where a part of it was sampled. */
  readonly duration_seconds: number;
  /** Of each candidate, all rounds of this length together; for a sample, its parts. */
  readonly replications: number;
  readonly candidates: number;
  readonly dropped: number;
}

/** A cheaper neighbour of the recommendation, and what it violates. */
export interface CheaperNeighbour {
  readonly name: string;
  /** What it breaks, the worst first; empty for one that breaks nothing and is not better by enough to matter. */
  readonly missed: readonly ConstraintResult[];
  /** How much less its objective is, as a share of the recommendation's. */
  readonly saving: number;
}

/** What a recommendation rests on. */
export interface PlanReasons {
  /** The constraint that leaves the least room, and the result of the recommendation in it. */
  readonly binding: ConstraintResult | null;
  /** One step away, better in the objective, by descending saving. */
  readonly cheaper: readonly CheaperNeighbour[];
}

/** The answer of `neap plan`; the content of `plan.json`. */
export interface PlanResult {
  readonly scenario: string;
  readonly seed: string;
  readonly start: string;
  readonly duration_seconds: number;
  /** Of the candidates that were raced to the end. */
  readonly replications: number;
  readonly confidence: number;
  /** Probability that the race drops the best candidate by chance, at most. */
  readonly error: number;
  readonly objective: PlanObjective;
  readonly constraints: readonly Constraint[];
  readonly axes: readonly SweepAxis[];
  /** Name of the recommended candidate; `null` where no candidate meets the constraints. */
  readonly recommendation: string | null;
  /** What the recommendation rests on; `null` where there is none. */
  readonly reasons: PlanReasons | null;
  readonly candidates: readonly PlanCandidate[];
  readonly next_best: AgainstRecommendation | null;
  /** The scenario's own settings against the recommendation; `null` where they are the recommendation. */
  readonly today: AgainstRecommendation | null;
  readonly fronts: readonly ParetoFront[];
  readonly growth: readonly GrowthStep[];
  /** By descending swing. */
  readonly sensitivity: readonly Sensitivity[];
  /** `null` where there is a recommendation. */
  readonly infeasibility: Infeasibility | null;
  readonly work: PlanWork;
  readonly warnings: readonly string[];
}
