import type { LoadLevel } from '../replicate/load-levels.js';

/** A load at which something holds and the next beyond it at which it does not; either may not have been found. */
export interface LoadBracket {
  readonly holds: number | undefined;
  readonly breaks: number | undefined;
}

export type ClosedBracket = Readonly<Record<keyof LoadBracket, number>>;

/** The examined end of the passing loads: objectives break as the load grows (upper) or shrinks (lower). */
export type LoadEnd = 'upper' | 'lower';

/** How far something is beyond its bound at a level of load: above 0 it is broken. */
export type Beyond = (level: LoadLevel) => number;

/**
 * Brackets an end with the levels so far: the first load towards it that breaks, and the last before that one that
 * holds.
 * @param levels ascending by load
 */
export function bracketOf(levels: readonly LoadLevel[], beyond: Beyond, end: LoadEnd = 'upper'): LoadBracket {
  const onTheWay = end === 'upper' ? levels : levels.toReversed();
  const broken = onTheWay.findIndex((level) => beyond(level) > 0);
  const before = broken < 0 ? onTheWay : onTheWay.slice(0, broken);
  return { holds: before.at(-1)?.factor, breaks: broken < 0 ? undefined : onTheWay[broken]!.factor };
}

/** Of the levels that a load comes through as it grows, or falls: the first that breaks, and the last before it. */
export function passedBracket(levels: readonly LoadLevel[], beyond: Beyond, growth: number): LoadBracket {
  const falls = growth < 1;
  const passed = levels.filter(({ factor }) => (falls ? factor <= 1 : factor >= 1));
  return bracketOf(passed, beyond, falls ? 'lower' : 'upper');
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

/** A load factor with as many digits as mean something, so that levels found again are the same. */
export function roundedFactor(factor: number): number {
  return Number(factor.toPrecision(9));
}

/** Ratio of two loads, as a logarithm. */
export function factorGap(one: number, other: number): number {
  return Math.abs(Math.log(one / other));
}

/** Levels by their distance from a load, the closest first. */
export function nearestFirst(levels: readonly LoadLevel[], load: number): readonly LoadLevel[] {
  return levels.toSorted((a, b) => factorGap(a.factor, load) - factorGap(b.factor, load));
}

/** The exact level closest to a load, if it is within a tolerance of it, as a logarithm. */
export function exactNear(
  levels: readonly LoadLevel[],
  load: number,
  tolerance: number,
): LoadLevel | undefined {
  const exact = levels.filter(({ fidelity }) => fidelity === 'exact');
  return nearestFirst(exact, load).find(({ factor }) => factorGap(factor, load) <= tolerance);
}
