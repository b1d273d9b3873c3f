import type { PolicyFigures } from '../../figures/policy-figures.js';

/** What a policy costs above the oracle of its side; the figure of the other side is `null`. */
export interface PolicyRegret {
  /** Of a suspension policy: see {@link suspendRegret}. */
  readonly regret_hours_per_day: number | null;
  /** Of a size policy: see {@link sizeRegret}. */
  readonly regret_cu_hours_share: number | null;
}

/**
 * How much more than the oracle's a suspension policy's choices cost, in hours of a running compute for each day of
 * the run: the difference of (active time + K × wakes), K being the time that a wake is worth.
 *
 * The oracle minimises just that, Σ min(gap, K): keeping a compute costs c a second, a wake K·c. The time that
 * queries take is in the active time of both and cancels, but for the pages that a cold cache has to read again and
 * for speed lost by starting at the minimum size, so that a regret of seconds a day is none. A wake that a resume
 * brings forward costs as much as any other. A difference, and not a ratio: the oracle's own cost may be nothing.
 * @param wake_cost_seconds K ÷ c
 */
export function suspendRegret(
  policy: PolicyFigures,
  oracle: PolicyFigures,
  wake_cost_seconds: number,
  duration_seconds: number,
): PolicyRegret {
  const cost = (figures: PolicyFigures) => suspendCostSeconds(figures, wake_cost_seconds);
  const hours = (cost(policy) - cost(oracle)) / 3600;
  return { regret_hours_per_day: hours / (duration_seconds / 86_400), regret_cu_hours_share: null };
}

/** What the choices of a suspension policy cost, in seconds of running: the running itself, and so much for each wake. */
export function suspendCostSeconds(
  { active_seconds, wakes }: Pick<PolicyFigures, 'active_seconds' | 'wakes'>,
  wake_cost_seconds: number,
): number {
  return active_seconds + wake_cost_seconds * wakes;
}

/**
 * How many CU-hours a size policy uses above the oracle's, as a share of the oracle's; `null` where the oracle uses
 * none. Below 0 is no merit by itself: the oracle serves all demand within its windows, and a policy that uses less
 * pays in latency and in saturated time.
 */
export function sizeRegret(policy: PolicyFigures, oracle: PolicyFigures): PolicyRegret {
  const regret_cu_hours_share = oracle.cu_hours > 0 ? policy.cu_hours / oracle.cu_hours - 1 : null;
  return { regret_hours_per_day: null, regret_cu_hours_share };
}
