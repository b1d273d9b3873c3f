import type { RateCursor } from '../rate/cursor.js';

/** Positive nodes of a Gauss-Legendre rule on [−1, 1], and their weights (Abramowitz and Stegun 25.4). */
interface GaussRule {
  readonly nodes: readonly number[];
  readonly weights: readonly number[];
}

const EIGHT_POINTS: GaussRule = {
  nodes: [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363],
  weights: [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763],
};

/** Exact to rounding over a few seconds, since the waves of a rate last a day. */
export const TWO_POINTS: GaussRule = { nodes: [Math.sqrt(1 / 3)], weights: [1] };

/**
 * A Newton step this small, in arrivals, is the last: each step squares the error, and the next one would be
 * lost in rounding.
 */
const LAST_STEP = 1e-6;
const MAX_STEPS = 100;

/**
 * The integral of the rate over [from, to], both in the cursor's current window: expected arrivals.
 * Exact if the rate is constant, otherwise by Gauss-Legendre; within a window rates are smooth and vary little,
 * so the error is of the order of rounding.
 */
export function rateIntegral(cursor: RateCursor, from: number, to: number, rule = EIGHT_POINTS): number {
  if (cursor.low === cursor.high) return cursor.low === 0 ? 0 : cursor.low * (to - from);
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  let sum = 0;
  for (let place = 0; place < rule.nodes.length; place++) {
    const offset = half * rule.nodes[place]!;
    sum += rule.weights[place]! * (cursor.at(middle - offset) + cursor.at(middle + offset));
  }
  return sum * half;
}

/**
 * The time in [from, window's end] at which the integral of the rate from `from` reaches `mass`, which must
 * not exceed the integral to the window's end: Newton's method, with bisection if it would leave the bracket.
 *
 * @param guess start of the search; moved into the bracket that the rate's bounds give
 */
export function invertRateIntegral(cursor: RateCursor, from: number, mass: number, guess: number): number {
  let lowest = from + mass / cursor.high;
  let highest = cursor.low === 0 ? cursor.until : Math.min(cursor.until, from + mass / cursor.low);
  let time = Math.min(highest, Math.max(lowest, guess));
  for (let step = 0; step < MAX_STEPS; step++) {
    const rate = cursor.at(time);
    const excess = rateIntegral(cursor, from, time) - mass;
    if (excess > 0) highest = time;
    else lowest = time;
    const newton = time - excess / rate;
    const inside = newton > lowest && newton < highest;
    if (inside && Math.abs(excess) <= LAST_STEP * Math.min(1, mass)) return newton;
    const next = inside ? newton : (lowest + highest) / 2;
    if (next === time) return time;
    time = next;
  }
  return time;
}
