import { type WakePoint, waits } from './policy-regret.js';

/**
 * The worths of a wake, in seconds of running, at which a point costs least; `to_seconds` is Infinity without an end.
 */
export interface WakeRange {
  readonly from_seconds: number;
  readonly to_seconds: number;
}

/**
 * The worth of a wake, v ≥ 0 seconds of running, at which each point costs least: running time + v × waits. The points
 * of the lower convex hull have a range, which ends where they cost as much as their neighbour, v = (difference of
 * running times) ÷ (difference of waits); others have none. Of equal points the first counts.
 */
export function wakeRanges(points: readonly WakePoint[]): readonly (WakeRange | undefined)[] {
  // From the most waits and the least running time, which suit a worth of 0, to the fewest waits.
  const order = points
    .map((_, index) => index)
    .sort(
      (a, b) =>
        waits(points[b]!) - waits(points[a]!) ||
        points[a]!.active_seconds - points[b]!.active_seconds ||
        a - b,
    );
  const hull: { readonly index: number; readonly from_seconds: number }[] = [];
  for (const index of order) {
    let from = Number.NEGATIVE_INFINITY;
    for (let last = hull.at(-1); last !== undefined; last = hull.at(-1)) {
      from = equalWorth(points[last.index]!, points[index]!);
      if (from > last.from_seconds) break;
      hull.pop();
      from = Number.NEGATIVE_INFINITY;
    }
    if (from < Number.POSITIVE_INFINITY) hull.push({ index, from_seconds: from });
  }
  const ranges = points.map((): WakeRange | undefined => undefined);
  for (const [place, { index, from_seconds }] of hull.entries()) {
    const to_seconds = hull[place + 1]?.from_seconds ?? Number.POSITIVE_INFINITY;
    if (to_seconds > 0) ranges[index] = { from_seconds: Math.max(0, from_seconds), to_seconds };
  }
  return ranges;
}

/**
 * The worth of a wake above which the second point, with no more waits, costs less than the first; Infinity for never.
 */
function equalWorth(one: WakePoint, two: WakePoint): number {
  const fewer = waits(one) - waits(two);
  return fewer === 0 ? Number.POSITIVE_INFINITY : (two.active_seconds - one.active_seconds) / fewer;
}

/** The range of a policy or a setting, as a comparison has it. */
export interface LeastCost {
  /** The worth of a wake, in seconds of running, above which it costs less than every other; `null` if it never does. */
  readonly least_cost_from_seconds: number | null;
  /** The upper end; `null` if it never costs least, or without an end. */
  readonly least_cost_to_seconds: number | null;
}

export function leastCost(range: WakeRange | undefined): LeastCost {
  const { from_seconds = null, to_seconds = Number.POSITIVE_INFINITY } = range ?? {};
  return {
    least_cost_from_seconds: from_seconds,
    least_cost_to_seconds: to_seconds === Number.POSITIVE_INFINITY ? null : to_seconds,
  };
}
