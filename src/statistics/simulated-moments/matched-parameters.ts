import { studentTQuantile } from '../student-t.js';
import { invert, solveLinear } from './linear-system.js';

/** Difference between an observed statistic and the simulated one. */
export interface StatisticGap {
  /** Positive if the observed statistic is larger; a fit reduces it to 0. */
  readonly gap: number;
  /** The gap by section of the observation, in the same unit; for a small gap, their mean is the gap. */
  readonly sections: Float64Array;
  /**
   * For several replications of the simulation, the deviation of each one's sections from their mean, in the same unit.
   * It estimates the random deviation of the observation if the simulation is right. Absent for a single replication.
   */
  readonly replications?: readonly Float64Array[];
}

/** Parameters to fit, each with the statistic that depends on it most. */
export interface MatchProblem {
  readonly start: readonly number[];
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
  /** The gaps, one per parameter, on common random numbers. */
  readonly gaps: (parameters: readonly number[]) => Promise<readonly StatisticGap[]>;
}

/** A fitted parameter. */
export interface MatchedParameter {
  readonly value: number;
  /** Ends of the interval; NaN for a parameter at its bound, whose interval is unknown. */
  readonly low: number;
  readonly high: number;
}

/** The result of a fit. */
export interface Matched {
  readonly parameters: readonly MatchedParameter[];
  /** Whether every gap is closed, except those of parameters at their bounds. */
  readonly closed: boolean;
}

/** Parameters are logarithms: the derivatives hold only up to this step. */
const MAX_STEP = 0.7;
/** Step of the derivatives: wide enough to average over single events. */
const DIFFERENCE = 0.05;
const ROUNDS = 30;
const HALVINGS = 5;
/** A gap this small, compared with its standard error, is closed well enough to stop. */
const SMALL = 0.01;
/** A gap this small counts as closed if no step reduces it. */
const CLOSED = 0.25;
/** Minimum standard error of a gap: a tenth of a per cent. */
const EXACT = 0.001;

/**
 * Finds the parameters at which simulated statistics equal the observed ones, by the method of simulated moments with
 * as many moments as parameters. Uses Newton's method with Broyden's updates on common random numbers. The interval is
 * the standard error of the gaps divided by their derivatives, with Student's t for the sections. The error is the
 * larger of two: between sections of the observation, and between replications of a section. The sections of a skewed
 * observation with few large values underestimate the error. (D. McFadden, Econometrica 57, 1989; C. G. Broyden, Math.
 * Comp. 19, 1965.)
 *
 * Sections must be long enough to be nearly independent.
 *
 * @param confidence strictly between 0 and 1
 */
export async function matchParameters(problem: MatchProblem, confidence: number): Promise<Matched> {
  const { start, lowest, highest, gaps } = problem;
  const clamped = (x: readonly number[]) => x.map((v, i) => Math.min(highest[i]!, Math.max(lowest[i]!, v)));
  let at = clamped(start);
  let found = await gaps(at);
  let slopes = await derivatives(problem, at, found);
  let fresh = true;
  let free: readonly number[] = at.map((_, index) => index);
  for (let round = 0; round < ROUNDS; round++) {
    const step = newtonStep(problem, at, found, slopes);
    free = step.free;
    if (largest(found, free) <= SMALL) break;
    let shorter = limitedStep(step.change);
    let next: readonly number[] = at;
    let gaps_there = found;
    let better = false;
    for (let halving = 0; halving <= HALVINGS && !better; halving++) {
      next = clamped(at.map((value, index) => value + shorter[index]!));
      gaps_there = await gaps(next);
      better = weightedNorm(gaps_there, free, found) < weightedNorm(found, free, found);
      shorter = shorter.map((value) => value / 2);
    }
    if (!better) {
      // Stop unless the derivatives are outdated.
      if (fresh) break;
      slopes = await derivatives(problem, at, found);
      fresh = true;
      continue;
    }
    slopes = broyden(slopes, at, next, found, gaps_there);
    fresh = false;
    at = [...next];
    found = gaps_there;
  }
  const closed = largest(found, free) <= CLOSED;
  const final_slopes = await derivatives(problem, at, found);
  const between = standardErrors(final_slopes, free, (i, j) =>
    covariance(found[i]!.sections, found[j]!.sections),
  );
  const within = standardErrors(final_slopes, free, (i, j) =>
    replicationCovariance(found[i]!.replications, found[j]!.replications),
  );
  const errors = between.map((error, index) => Math.max(error, within[index]!));
  const t = studentTQuantile((1 + confidence) / 2, Math.max(1, found[0]!.sections.length - 1));
  return {
    closed,
    parameters: at.map((value, index) => {
      const half = t * errors[index]!;
      return { value, low: value - half, high: value + half };
    }),
  };
}

/** ∂gap ÷ ∂parameter by finite differences, towards the side that is within bounds. */
async function derivatives(
  { gaps, highest }: MatchProblem,
  at: readonly number[],
  found: readonly StatisticGap[],
): Promise<readonly (readonly number[])[]> {
  const columns: number[][] = [];
  for (let index = 0; index < at.length; index++) {
    const by = at[index]! + DIFFERENCE > highest[index]! ? -DIFFERENCE : DIFFERENCE;
    const moved = await gaps(at.map((value, other) => (other === index ? value + by : value)));
    columns.push(moved.map(({ gap }, statistic) => (gap - found[statistic]!.gap) / by));
  }
  return found.map((_, statistic) => columns.map((column) => column[statistic]!));
}

/** A Newton step; a parameter that would leave its bounds stays there, and its statistic is ignored. */
function newtonStep(
  { lowest, highest }: MatchProblem,
  at: readonly number[],
  found: readonly StatisticGap[],
  slopes: readonly (readonly number[])[],
): { readonly free: readonly number[]; readonly change: readonly number[] } {
  let free = at.map((_, index) => index);
  for (;;) {
    const part = solveLinear(
      free.map((row) => free.map((column) => slopes[row]![column]!)),
      free.map((row) => -found[row]!.gap),
    );
    // Without derivatives, assume that each statistic increases with its parameter.
    const changes = part ?? free.map((row) => Math.sign(found[row]!.gap) * MAX_STEP);
    const at_bounds = free.filter((index, place) => {
      const change = changes[place]!;
      return (at[index]! <= lowest[index]! && change < 0) || (at[index]! >= highest[index]! && change > 0);
    });
    if (at_bounds.length === 0) {
      const change = at.map(() => 0);
      for (const [place, index] of free.entries()) change[index] = changes[place]!;
      return { free, change };
    }
    free = free.filter((index) => !at_bounds.includes(index));
  }
}

function limitedStep(change: readonly number[]): readonly number[] {
  const longest = Math.max(...change.map(Math.abs));
  return longest <= MAX_STEP ? change : change.map((value) => (value * MAX_STEP) / longest);
}

function broyden(
  slopes: readonly (readonly number[])[],
  at: readonly number[],
  next: readonly number[],
  found: readonly StatisticGap[],
  gaps_there: readonly StatisticGap[],
): readonly (readonly number[])[] {
  const step = next.map((value, index) => value - at[index]!);
  const squared = step.reduce((sum, value) => sum + value * value, 0);
  if (squared === 0) return slopes;
  return slopes.map((row, statistic) => {
    const foreseen = row.reduce((sum, slope, index) => sum + slope * step[index]!, 0);
    const off = gaps_there[statistic]!.gap - found[statistic]!.gap - foreseen;
    return row.map((slope, index) => slope + (off * step[index]!) / squared);
  });
}

/** Standard error of the mean over sections, in the unit of gaps. */
function errorOf({ sections }: StatisticGap): number {
  return Math.max(EXACT, Math.sqrt(covariance(sections, sections)));
}

/** Covariance of two means over sections. */
function covariance(a: Float64Array, b: Float64Array): number {
  const n = a.length;
  const [mean_a, mean_b] = [a, b].map((of) => of.reduce((sum, value) => sum + value, 0) / n) as [
    number,
    number,
  ];
  let sum = 0;
  for (let i = 0; i < n; i++) sum += (a[i]! - mean_a) * (b[i]! - mean_b);
  return sum / (n * (n - 1));
}

function largest(found: readonly StatisticGap[], free: readonly number[]): number {
  return Math.max(0, ...free.map((index) => Math.abs(found[index]!.gap) / errorOf(found[index]!)));
}

/** Norm of the gaps, each divided by its standard error at `scale`. */
function weightedNorm(
  found: readonly StatisticGap[],
  free: readonly number[],
  scale: readonly StatisticGap[],
): number {
  return free.reduce((sum, index) => {
    const share = found[index]!.gap / errorOf(scale[index]!);
    // Parameters without data are infinitely far away.
    return sum + (Number.isFinite(share) ? share * share : Number.MAX_VALUE);
  }, 0);
}

/** Covariance of two means over sections, from the differences between replications of each section. */
function replicationCovariance(
  a: readonly Float64Array[] | undefined,
  b: readonly Float64Array[] | undefined,
): number {
  const replications = a?.length ?? 0;
  if (a === undefined || b === undefined || replications < 2) return 0;
  let sum = 0;
  for (const [replication, own] of a.entries()) {
    const other = b[replication]!;
    for (let section = 0; section < own.length; section++) sum += own[section]! * other[section]!;
  }
  const sections = a[0]!.length;
  return (sum * (1 + 1 / replications)) / ((replications - 1) * sections * sections);
}

/** Square roots of the diagonal of J⁻¹ Σ J⁻ᵀ; NaN for what is not free. */
function standardErrors(
  slopes: readonly (readonly number[])[],
  free: readonly number[],
  between: (first: number, second: number) => number,
): readonly number[] {
  const errors = slopes.map(() => Number.NaN);
  const own = free.map((row) => free.map((column) => slopes[row]![column]!));
  const inverse = invert(own);
  for (const [place, index] of free.entries()) {
    let variance = 0;
    for (const [i, first] of free.entries()) {
      for (const [j, second] of free.entries()) {
        const weight = (inverse[i]?.[place] ?? Number.NaN) * (inverse[j]?.[place] ?? Number.NaN);
        variance += weight * between(first, second);
      }
    }
    errors[index] = Math.sqrt(Math.max(0, variance));
  }
  return errors;
}
