import { suspendCostSeconds, type WakePoint, waits } from './policy-regret.js';

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

/** A suspension policy by its cost and how often it makes a client wait. */
export interface FrontPoint {
  readonly policy: string;
  /** Whether this is the scenario's choice. */
  readonly own: boolean;
  /** The worth of a wake passed to the policy; `null` for one without that parameter. */
  readonly wake_cost_seconds: number | null;
  readonly cost_usd: number;
  /** Share of queries that waited for a wake or a restart; `null` without queries. */
  readonly delayed_probability: number | null;
  /** How long computes were active. */
  readonly running_hours_per_day: number;
  /** Starts of a suspended compute by a client. */
  readonly wakes_per_day: number;
  /** By each of {@link WakeFront.wake_costs_seconds}: hours a day above the oracle. */
  readonly regret_hours_per_day: readonly number[];
  /** The worth of a wake above which it costs less than every other; `null` if it never does. */
  readonly least_cost_from_seconds: number | null;
  /** The upper end; `null` if the policy never costs least, or without an end. */
  readonly least_cost_to_seconds: number | null;
}

export type FrontRun = WakePoint &
  Pick<FrontPoint, 'policy' | 'own' | 'wake_cost_seconds' | 'cost_usd' | 'delayed_probability'>;

/** The suspension policies by the worth of a wake, without those with foresight. */
export interface WakeFront {
  /** The worths of a wake that were passed, in seconds of running. */
  readonly wake_costs_seconds: readonly number[];
  /** In the order of the comparison; no two of the same run. */
  readonly points: readonly FrontPoint[];
}

/**
 * Policies that have been run, as a front of running time against wakes.
 * @param oracles by worth of a wake: the oracle with that worth
 */
export function wakeFront(
  runs: readonly FrontRun[],
  oracles: ReadonlyMap<number, WakePoint>,
  duration_seconds: number,
): WakeFront {
  const ranges = wakeRanges(runs);
  const days = duration_seconds / 86_400;
  const hoursPerDay = (seconds: number) => seconds / 3600 / days;
  const worths = [...oracles.keys()];
  return {
    wake_costs_seconds: worths,
    points: runs.map(({ active_seconds, wakes, resumes, ...run }, index) => ({
      ...run,
      running_hours_per_day: hoursPerDay(active_seconds),
      wakes_per_day: waits({ wakes, resumes }) / days,
      regret_hours_per_day: worths.map((worth) =>
        hoursPerDay(
          suspendCostSeconds({ active_seconds, wakes, resumes }, worth) -
            suspendCostSeconds(oracles.get(worth)!, worth),
        ),
      ),
      least_cost_from_seconds: ranges[index]?.from_seconds ?? null,
      least_cost_to_seconds: finite(ranges[index]?.to_seconds),
    })),
  };
}

function finite(seconds: number | undefined): number | null {
  return seconds === undefined || seconds === Number.POSITIVE_INFINITY ? null : seconds;
}
