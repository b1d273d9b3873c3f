import type { LoadLevel } from './load-levels.js';

/** A load below which something holds and above which it does not; either may not have been found. */
export interface LoadBracket {
  /** The largest load tried at which it holds, below the smallest at which it does not. */
  readonly holds: number | undefined;
  readonly breaks: number | undefined;
}

/** How far something is beyond its bound at a level of load: above 0 it is broken. */
export type Beyond = (level: LoadLevel) => number;

/** Steps of one search; halving an interval so often leaves nothing of it. */
const MOST_STEPS = 60;

/**
 * What the levels so far say: the smallest load that breaks, and the largest below it that holds.
 * @param levels ascending by load
 */
export function bracketOf(levels: readonly LoadLevel[], beyond: Beyond): LoadBracket {
  const broken = levels.findIndex((level) => beyond(level) > 0);
  const below = broken < 0 ? levels : levels.slice(0, broken);
  return { holds: below.at(-1)?.factor, breaks: broken < 0 ? undefined : levels[broken]!.factor };
}

/**
 * Narrows a bracket until its ends differ by no more than a tolerance, and gives the load in between at which the
 * bound is met exactly, as a straight line between the ends has it (on a logarithmic scale of load).
 *
 * False position with the retained end's value halved when the same end is kept twice (the Illinois algorithm), so
 * that a curve that bends slows it down little; where a value is not finite, halving.
 *
 * @param at simulates a level of load, or gives it where it has been simulated
 * @param tolerance ratio of the ends less 1, at most
 */
export async function narrowed(
  bracket: { readonly holds: number; readonly breaks: number },
  at: (factor: number) => Promise<LoadLevel>,
  beyond: Beyond,
  tolerance: number,
): Promise<number> {
  let [low, high] = [Math.log(bracket.holds), Math.log(bracket.breaks)];
  let [below, above] = [beyond(await at(bracket.holds)), beyond(await at(bracket.breaks))];
  const width = Math.log(1 + tolerance);
  let kept = 0;
  for (let step = 0; step < MOST_STEPS && high - low > width; step++) {
    const straight = crossing(low, below, high, above);
    // Not closer to an end than a quarter of the tolerance: a step that hardly moves is no step.
    const next = Math.min(high - width / 4, Math.max(low + width / 4, straight));
    const value = beyond(await at(rounded(Math.exp(next))));
    if (value > 0) {
      [high, above] = [next, value];
      if (kept === 1) below /= 2;
      kept = 1;
    } else {
      [low, below] = [next, value];
      if (kept === -1) above /= 2;
      kept = -1;
    }
  }
  const [from, to] = [beyond(await at(rounded(Math.exp(low)))), beyond(await at(rounded(Math.exp(high))))];
  return Math.exp(crossing(low, from, high, to));
}

/** Where the straight line between two ends crosses 0; the middle where it has no slope that can be known. */
function crossing(low: number, below: number, high: number, above: number): number {
  if (!Number.isFinite(below) || !Number.isFinite(above) || above <= below) return (low + high) / 2;
  return low + ((high - low) * -below) / (above - below);
}

/** A load factor with as many digits as mean something, so that levels found again are the same. */
export function rounded(factor: number): number {
  return Number(factor.toPrecision(9));
}
