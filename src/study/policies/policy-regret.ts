import type { PolicyFigures } from '../../figures/policy-figures.js';

/** The cost of a policy above the oracle of its side; the figure of the other side is `null`. */
export interface PolicyRegret {
  /** Of a suspension policy: see {@link suspendRegret}. */
  readonly regret_hours_per_day: number | null;
  /** Of a size policy: see {@link sizeRegret}. */
  readonly regret_cu_hours_share: number | null;
}

/**
 * The cost of a suspension policy's choices above the oracle's, in hours of a running compute per day of
 * the run: the difference of (active time + K × waits), where K is the running time that a client's wait for a wake is
 * worth.
 *
 * The oracle minimises exactly that, Σ min(gap, K): keeping a compute costs c per second, a wait K·c. The time that
 * queries take is in the active time of both and cancels, except for the pages that a cold cache has to read again and
 * the speed lost by starting at the minimum size, so a regret of seconds per day is negligible. A resume ahead of a query
 * costs its running time only. A difference, and not a ratio, because the oracle's cost may be 0.
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

/** The coordinates of a policy: how long its computes ran, and how often they were started. */
export type WakePoint = Pick<PolicyFigures, 'active_seconds' | 'wakes' | 'resumes'>;

/** Starts that a client waited for: not those by the policy ahead of a query. */
export function waits({ wakes, resumes }: Pick<WakePoint, 'wakes' | 'resumes'>): number {
  return wakes - resumes;
}

/** The cost of a suspension policy's choices, in seconds of running: the running time, plus a fixed amount per wait. */
export function suspendCostSeconds(point: WakePoint, wake_cost_seconds: number): number {
  return point.active_seconds + wake_cost_seconds * waits(point);
}

/**
 * The CU-hours that a size policy uses above the oracle's, as a share of the oracle's; `null` if the oracle uses
 * none. A value below 0 is not a merit: the oracle serves all demand within its windows, and a policy that uses less
 * pays in latency and in saturated time.
 */
export function sizeRegret(policy: PolicyFigures, oracle: PolicyFigures): PolicyRegret {
  const regret_cu_hours_share = oracle.cu_hours > 0 ? policy.cu_hours / oracle.cu_hours - 1 : null;
  return { regret_hours_per_day: null, regret_cu_hours_share };
}
