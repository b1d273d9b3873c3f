import { studentTQuantile } from '../student-t.js';
import { invert, solve } from './linear-system.js';

/** How far a statistic of what was observed lies from the same one of a simulation. */
export interface StatisticGap {
  /** A fit brings it to 0; positive if more was observed. */
  readonly gap: number;
  /** The same by sections of the observation, in the same unit: their mean is the gap as long as it is small. */
  readonly sections: Float64Array;
  /**
   * For several replications of the simulation, the deviation of each one's sections from their mean, in the same unit:
   * the deviation that the observation has by chance if the simulation is right. Absent for a single replication.
   */
  readonly replications?: readonly Float64Array[];
}

/** Parameters to fit, each with the statistic that determines it most. */
export interface MatchProblem {
  readonly start: readonly number[];
  readonly lowest: readonly number[];
  readonly highest: readonly number[];
  /** The gaps, one a parameter, on random numbers that are the same each time. */
  readonly gaps: (parameters: readonly number[]) => Promise<readonly StatisticGap[]>;
}

/** A parameter that was found. */
export interface MatchedParameter {
  readonly value: number;
  /** Ends of the interval; NaN for a parameter left at its bound, about which no more is known. */
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
/** Over which derivatives are taken: wide enough for what single events do. */
const DIFFERENCE = 0.05;
const ROUNDS = 30;
const HALVINGS = 5;
/** A gap this small, compared with its standard error, is closed well enough to stop. */
const SMALL = 0.01;
/** And one this small counts as closed where no step makes it smaller. */
const CLOSED = 0.25;
/** Gaps are resolved to a tenth of a per cent if the observation has less chance in it than that. */
const EXACT = 0.001;

/**
 * The parameters at which simulated statistics equal the observed ones: the method of simulated moments with as many moments
 * as parameters, by Newton's method with Broyden's updates, on common random numbers. The interval follows from how much
 * the gaps differ between sections of the observation, or replications of a section, whichever is more, divided by their
 * derivatives; with Student's t for the sections. A skewed observation with few large values underestimates its own chance.
 * (D. McFadden, Econometrica 57, 1989; C. G. Broyden, Math. Comp. 19, 1965.)
 *
 * Sections must be long enough to be all but independent of each other.
 *
 * @param confidence strictly between 0 and 1
 */
export async function matchedParameters(problem: MatchProblem, confidence: number): Promise<Matched> {
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
    let there = found;
    let better = false;
    for (let halving = 0; halving <= HALVINGS && !better; halving++) {
      next = clamped(at.map((value, index) => value + shorter[index]!));
      there = await gaps(next);
      better = weightedNorm(there, free, found) < weightedNorm(found, free, found);
      shorter = shorter.map((value) => value / 2);
    }
    if (!better) {
      // The derivatives may have become old; where they have not, this is as near as it comes.
      if (fresh) break;
      slopes = await derivatives(problem, at, found);
      fresh = true;
      continue;
    }
    slopes = broyden(slopes, at, next, found, there);
    fresh = false;
    at = [...next];
    found = there;
  }
  const closed = largest(found, free) <= CLOSED;
  const slopes_there = await derivatives(problem, at, found);
  const between = standardErrors(slopes_there, free, (i, j) =>
    covariance(found[i]!.sections, found[j]!.sections),
  );
  const within = standardErrors(slopes_there, free, (i, j) =>
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

/** ∂gap ÷ ∂parameter by differences on the side of a parameter that has room. */
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

/** A step of Newton's; parameters that would leave their bounds stay there, and their statistics are let go. */
function newtonStep(
  { lowest, highest }: MatchProblem,
  at: readonly number[],
  found: readonly StatisticGap[],
  slopes: readonly (readonly number[])[],
): { readonly free: readonly number[]; readonly change: readonly number[] } {
  let free = at.map((_, index) => index);
  for (;;) {
    const part = solve(
      free.map((row) => free.map((column) => slopes[row]![column]!)),
      free.map((row) => -found[row]!.gap),
    );
    // Without derivatives to go by: a longer demand is a longer latency.
    const changes = part ?? free.map((row) => Math.sign(found[row]!.gap) * MAX_STEP);
    const held = free.filter((index, place) => {
      const change = changes[place]!;
      return (at[index]! <= lowest[index]! && change < 0) || (at[index]! >= highest[index]! && change > 0);
    });
    if (held.length === 0) {
      const change = at.map(() => 0);
      for (const [place, index] of free.entries()) change[index] = changes[place]!;
      return { free, change };
    }
    free = free.filter((index) => !held.includes(index));
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
  there: readonly StatisticGap[],
): readonly (readonly number[])[] {
  const step = next.map((value, index) => value - at[index]!);
  const squared = step.reduce((sum, value) => sum + value * value, 0);
  if (squared === 0) return slopes;
  return slopes.map((row, statistic) => {
    const foreseen = row.reduce((sum, slope, index) => sum + slope * step[index]!, 0);
    const off = there[statistic]!.gap - found[statistic]!.gap - foreseen;
    return row.map((slope, index) => slope + (off * step[index]!) / squared);
  });
}

/** Standard error of a mean over sections: the unit of gaps. */
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

/** Length of the gaps, each in the standard errors of a place that others are compared with. */
function weightedNorm(
  found: readonly StatisticGap[],
  free: readonly number[],
  scale: readonly StatisticGap[],
): number {
  return free.reduce((sum, index) => {
    const share = found[index]!.gap / errorOf(scale[index]!);
    // A place without data is far away.
    return sum + (Number.isFinite(share) ? share * share : Number.MAX_VALUE);
  }, 0);
}

/** Covariance of two means over sections by how replications of each section differ, which a simulation adds its own to. */
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
