import { limitExcess, limitScale } from '../replicate/constraint.js';
import type { Contender, Dropped } from './contender.js';
import type { ConstraintResult, PlanObjective } from './plan-result.js';
import { MIN_TEST_REPLICATIONS, type RaceRules } from './race-rules.js';
import type { WholeSample } from './whole-sample.js';

/** Of whole runs too few for a test: how far beyond a bound, as a share of it, they must be to count. */
const FAR_BEYOND = 0.1;
/** Likewise, how much worse in the objective. */
const FAR_WORSE = 0.05;
/** And by how many standard deviations of the candidates that were replicated. */
const FAR_DEVIATIONS = 4;

/** How much replications differ, by the replicated candidates; `undefined` without any. */
export interface Spread {
  /** Mean and standard deviation of each constraint's figure, in the order of the constraints. */
  readonly figures: readonly (readonly { readonly mean: number; readonly deviation: number }[])[];
  /** The greatest of the difference from the best in the objective, as a share of the best's. */
  readonly objective: number | undefined;
}

/** The objective with its sign turned where more of it is better, so that less is better. @param first replications */
export function signedObjective(
  sample: WholeSample,
  { figure, sense }: PlanObjective,
  first = sample.n,
): number {
  const value = sample.value(figure, first);
  if (value === null) return Number.POSITIVE_INFINITY;
  return sense === 'least' ? value : -value;
}

/** One objective less another over the replications of both, negative if the first is better. */
export function objectiveGap(one: WholeSample, other: WholeSample, objective: PlanObjective): number {
  const common = Math.min(one.n, other.n);
  const [a, b] = [signedObjective(one, objective, common), signedObjective(other, objective, common)];
  return a === b ? 0 : a - b;
}

export function judged(
  sample: WholeSample,
  { constraints, confidence }: RaceRules,
): readonly ConstraintResult[] {
  return constraints.map((constraint) => sample.judge(constraint, confidence));
}

/** Whether the means meet all constraints. */
export function meets(sample: WholeSample, rules: RaceRules): boolean {
  return judged(sample, rules).every(({ met }) => met);
}

/** Whether each constraint is met with at least this probability. */
export function isSafe(sample: WholeSample, rules: RaceRules, probability: number): boolean {
  return judged(sample, rules).every((result) => (result.probability ?? 0) >= probability);
}

/** Whether a constraint is not clear, and every such one is known to lie within what is indifferent of its bound. */
export function isNear(
  sample: WholeSample,
  { constraints, confidence, indifference, interim_safety }: RaceRules,
): boolean {
  if (sample.n < MIN_TEST_REPLICATIONS) return false;
  const unclear = constraints
    .map((constraint) => ({ ...sample.judge(constraint, confidence), scale: limitScale(constraint) }))
    .filter(({ probability }) => probability === null || probability < interim_safety);
  return (
    unclear.length > 0 &&
    unclear.every(
      ({ value, excess, scale }) =>
        value !== null && excess !== null && Math.abs(excess) + value.half_width / scale < indifference,
    )
  );
}

/**
 * The greatest excess over the constraints; negative if all are met; Infinity if one was not measured.
 * @param first number of replications to use; all by default
 */
export function worstExcess(
  sample: WholeSample,
  { constraints, confidence }: RaceRules,
  first = sample.n,
): number {
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...constraints.map((constraint) => {
      const value = sample.value(constraint.figure, first);
      if (value !== null) return limitExcess(constraint, value);
      const { met } = sample.judge(constraint, confidence);
      return met ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    }),
  );
}

/**
 * Why a contender is out for a constraint: a test says that its mean does not meet it, or it is so far beyond that its
 * spread does not explain it; with fewer replications than a test takes, the spread of those that were replicated.
 */
export function infeasible(whole: WholeSample, rules: RaceRules, spread: Spread): Dropped | undefined {
  for (const [index, constraint] of rules.constraints.entries()) {
    const { met, value, probability, excess } = whole.judge(constraint, rules.confidence);
    if (met) continue;
    const reason = `${constraint.figure} is beyond ${constraint.text}`;
    const out: Dropped = { fate: 'infeasible', evidence: 'inferred', reason, figure: constraint.figure };
    if (value === null) return out;
    const isTested = whole.n >= MIN_TEST_REPLICATIONS && probability !== null;
    if (isTested && probability <= rules.feasibility_error) return { ...out, evidence: 'statistical' };
    const deviation = isTested
      ? whole.deviation(constraint.figure)
      : likelyDeviation(value.mean, spread.figures[index]!);
    const beyond = Math.abs(value.mean - constraint.bound);
    if (excess! > FAR_BEYOND && beyond > FAR_DEVIATIONS * deviation) return out;
  }
  return undefined;
}

/**
 * Why a contender is out for the objective: a paired test shows that it does not beat another feasible one,
 * within the indifference zone, or it is worse by so far that its spread does not explain it; with fewer replications than
 * a test needs, the spread of the replicated candidates counts.
 */
export function worse(
  whole: WholeSample,
  than: Contender,
  rules: RaceRules,
  spread: Spread,
): Dropped | undefined {
  const { figure, sense } = rules.objective;
  const scale = Math.abs(than.whole.value(figure) ?? 0);
  const common = Math.min(whole.n, than.whole.n);
  const reason = `its ${figure} is no better than that of ${than.name}`;
  const far: Dropped = { fate: 'worse', evidence: 'inferred', reason, figure };
  const mean = objectiveGap(whole, than.whole, rules.objective);
  if (mean === Number.POSITIVE_INFINITY) return far;
  const isFar = (deviation: number | null | undefined): boolean =>
    typeof deviation === 'number' && mean > Math.max(FAR_WORSE * scale, FAR_DEVIATIONS * deviation);
  if (common < MIN_TEST_REPLICATIONS) {
    return isFar(spread.objective && spread.objective * scale) ? far : undefined;
  }
  const difference = than.whole.difference(whole, figure, 1 - 2 * rules.objective_error);
  if (difference === null) return undefined;
  const least = (sense === 'least' ? 1 : -1) * difference.mean - difference.half_width;
  if (least > -rules.indifference * scale) return { ...far, evidence: 'statistical' };
  return isFar(than.whole.deviationFrom(whole, figure)) ? far : undefined;
}

/**
 * Why a contender is out that did not beat the leader in the same run: differences vary so little that any
 * advantage is within the indifference zone.
 */
export function dropInferior(
  whole: WholeSample,
  leader: Contender,
  { objective, indifference }: RaceRules,
  spread: Spread,
): Dropped | undefined {
  const difference = objectiveGap(whole, leader.whole, objective);
  const scale = Math.abs(leader.whole.value(objective.figure) ?? 0);
  const deviation = spread.objective ?? Number.POSITIVE_INFINITY;
  if (difference < Math.max(0, FAR_DEVIATIONS * deviation - indifference) * scale) return undefined;
  const { figure } = objective;
  const reason = `its ${figure} is no better than that of ${leader.name}`;
  return { fate: 'worse', evidence: 'inferred', reason, figure };
}

/** The spread of the replicated candidates' runs. @param best the reference of differences */
export function spreadOf(
  contenders: readonly Contender[],
  best: Contender | undefined,
  { constraints, objective }: RaceRules,
): Spread {
  const replicated = contenders.filter(({ whole }) => whole.n >= 2);
  const scale = Math.max(1e-12, Math.abs(best?.whole.value(objective.figure) ?? 0));
  const gaps = replicated.flatMap(({ whole }) => {
    const deviation = whole === best?.whole ? null : best?.whole.deviationFrom(whole, objective.figure);
    return deviation === null || deviation === undefined ? [] : [deviation / scale];
  });
  const figures = constraints.map(({ figure }) =>
    replicated.map(({ whole }) => ({ mean: whole.value(figure) ?? 0, deviation: whole.deviation(figure) })),
  );
  if (gaps.length > 0) return { figures, objective: Math.max(...gaps) };
  // With common arrivals, the difference varies less than with independent ones.
  const alone = best !== undefined && best.whole.n >= 2;
  return { figures, objective: alone ? (2 * best.whole.deviation(objective.figure)) / scale : undefined };
}

/** The deviation of the nearest replicated candidate, scaled down if its mean is smaller. */
function likelyDeviation(mean: number, replicated: Spread['figures'][number]): number {
  let [least, deviation] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const other of replicated) {
    const away = Math.abs(other.mean - mean);
    if (away >= least) continue;
    least = away;
    deviation = other.deviation * Math.max(1, Math.abs(mean) / Math.max(1e-12, Math.abs(other.mean)));
  }
  return deviation;
}
