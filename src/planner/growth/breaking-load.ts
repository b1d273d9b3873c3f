import type { LoadLevel } from '../replicate/load-levels.js';

/** A load at which something holds and the next beyond it at which it does not; either may not have been found. */
export interface LoadBracket {
  readonly holds: number | undefined;
  readonly breaks: number | undefined;
}

/** A bracket of which both ends are known. */
export interface ClosedBracket {
  readonly holds: number;
  readonly breaks: number;
}

/** Which end of the loads that are met is looked at: what holds breaks as the load grows, or as it shrinks. */
export type LoadEnd = 'upper' | 'lower';

/** How far something is beyond its bound at a level of load: above 0 it is broken. */
export type Beyond = (level: LoadLevel) => number;

/** Steps of one search; halving an interval so often leaves nothing of it. */
const MAX_STEPS = 60;

/**
 * What the levels so far say about an end: the first load on the way there that breaks, and the last before it that
 * holds.
 * @param levels ascending by load
 */
export function bracketOf(levels: readonly LoadLevel[], beyond: Beyond, end: LoadEnd = 'upper'): LoadBracket {
  const onTheWay = end === 'upper' ? levels : levels.toReversed();
  const broken = onTheWay.findIndex((level) => beyond(level) > 0);
  const before = broken < 0 ? onTheWay : onTheWay.slice(0, broken);
  return { holds: before.at(-1)?.factor, breaks: broken < 0 ? undefined : onTheWay[broken]!.factor };
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
  bracket: ClosedBracket,
  at: (factor: number) => Promise<LoadLevel>,
  beyond: Beyond,
  tolerance: number,
): Promise<number> {
  // Position on the way from what holds to what breaks, whichever of the two is the larger load.
  const sign = bracket.holds < bracket.breaks ? 1 : -1;
  const load = (position: number): number => Math.exp(sign * position);
  let [low, high] = [sign * Math.log(bracket.holds), sign * Math.log(bracket.breaks)];
  let [below, above] = [beyond(await at(bracket.holds)), beyond(await at(bracket.breaks))];
  const width = Math.log(1 + tolerance);
  let kept = 0;
  for (let step = 0; step < MAX_STEPS && high - low > width; step++) {
    const straight = crossing(low, below, high, above);
    // Not closer to an end than a quarter of the tolerance: a step that hardly moves is no step.
    const next = Math.min(high - width / 4, Math.max(low + width / 4, straight));
    const value = beyond(await at(roundedFactor(load(next))));
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
  const [from, to] = [
    beyond(await at(roundedFactor(load(low)))),
    beyond(await at(roundedFactor(load(high)))),
  ];
  return load(crossing(low, from, high, to));
}

/** The load between two levels at which the bound is met exactly, by a straight line on a logarithmic scale. */
export function loadBetween(levels: readonly LoadLevel[], bracket: ClosedBracket, beyond: Beyond): number {
  const { holds, breaks } = bracket;
  const [below, above] = [holds, breaks].map((factor) =>
    beyond(levels.find((level) => level.factor === factor)!),
  ) as [number, number];
  const share = Number.isFinite(below) && Number.isFinite(above) ? -below / (above - below) : 0.5;
  return holds * Math.exp(share * Math.log(breaks / holds));
}

/** Where the straight line between two ends crosses 0; the middle where it has no slope that can be known. */
function crossing(low: number, below: number, high: number, above: number): number {
  if (!Number.isFinite(below) || !Number.isFinite(above) || above <= below) return (low + high) / 2;
  return low + ((high - low) * -below) / (above - below);
}

/** A load factor with as many digits as mean something, so that levels found again are the same. */
export function roundedFactor(factor: number): number {
  return Number(factor.toPrecision(9));
}
