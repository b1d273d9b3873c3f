import type { Constraint } from '../replicate/constraint.js';
import type { PlanObjective, PlanResult } from './plan-result.js';

/** Replications of a contender after each look; if whole runs are expensive, two as well. */
const LOOK_REPLICATIONS = [1, 3, 5, 10, 20, 40, 80, 160, 320, 640];
/** Minimum number of replications for a t test. */
export const MIN_TEST_REPLICATIONS = 3;
/** Probability that the best candidate is dropped by chance, over all tests. */
const RACE_ERROR = 0.05;
/** A difference of less than this share of the objective, or of a bound, does not matter. */
const INDIFFERENCE = 0.01;
/** Before the last look a constraint counts as met only if the probability that it is not is at most this. */
const INTERIM_ERROR = 0.001;

export interface RaceRules extends Pick<PlanResult, 'objective' | 'constraints' | 'confidence' | 'safety'> {
  /** The same at all looks but the last. */
  readonly interim_safety: number;
  /** Probability that the best candidate is dropped by chance, at most. */
  readonly error: number;
  /** Error probability of one test of a constraint, and of the objective, at one look. */
  readonly feasibility_error: number;
  readonly objective_error: number;
  readonly indifference: number;
  /** Most replications of a contender. */
  readonly replications: number;
}

/**
 * The rules of a race between this many candidates.
 *
 * What is promised is a good selection (Nelson & Matejcik 1995): with a probability of 95 % the recommendation is
 * within 1 % of the best candidate in the objective, of those that meet each constraint with 1 % of room. Selection and
 * feasibility have half of the error each (Andradóttir & Kim 2010). The best can be dropped at any look, by the tests of
 * any constraint and against any other candidate: Bonferroni's inequality divides the error among these. Paired t tests
 * with Bonferroni hold under common random numbers whatever the correlation (Clark & Yang 1986), and screening the
 * candidates again at each look before one is selected follows Nelson, Swann, Goldsman & Song (2001). That a constraint
 * is met is tested at 0.1 % until the last look and at the safety asked for then (Haybittle 1971, Peto et al. 1976). Not
 * covered: candidates dropped without a test because they are far off by their own spread or, with fewer than three runs,
 * by the spread of the others; and, where exact runs are expensive, those dropped by a run at hybrid fidelity.
 *
 * @param most replications of a candidate; `undefined`: as many as it takes, up to 640
 */
export function raceRules(
  objective: PlanObjective,
  constraints: readonly Constraint[],
  levels: { readonly confidence: number; readonly safety: number },
  candidates: number,
  most: number | undefined,
): RaceRules {
  const replications = most ?? LOOK_REPLICATIONS.at(-1)!;
  const tests =
    LOOK_REPLICATIONS.filter((look) => look >= MIN_TEST_REPLICATIONS && look <= replications).length + 1;
  return {
    objective,
    constraints,
    confidence: levels.confidence,
    safety: levels.safety,
    interim_safety: Math.max(levels.safety, 1 - INTERIM_ERROR),
    error: RACE_ERROR,
    feasibility_error: RACE_ERROR / 2 / (Math.max(1, constraints.length) * tests),
    objective_error: RACE_ERROR / 2 / (Math.max(1, candidates - 1) * tests),
    indifference: INDIFFERENCE,
    replications,
  };
}

/** Replications after the next look at a contender that has had `n`. @param expensive whether two replications justify a look */
export function nextLook(n: number, { replications }: RaceRules, expensive: boolean): number {
  if (expensive && n === 1) return Math.min(2, replications);
  return Math.min(LOOK_REPLICATIONS.find((look) => look > n) ?? replications, replications);
}
