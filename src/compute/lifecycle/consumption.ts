/** Use of computes within a calendar month, or its limit. */
export interface Consumption {
  /** Active seconds, added up over computes. */
  readonly active_seconds: number;
  /** CU-seconds: the integral of the current size over active time. */
  readonly compute_seconds: number;
}

export const NO_CONSUMPTION: Consumption = { active_seconds: 0, compute_seconds: 0 };

/** Seconds of consumption that rounding may hide: far less than a millisecond. */
const ROUNDING_SECONDS = 1e-6;

/**
 * The consumption after a compute has been active at one size for this many more seconds. Active time is billed by the
 * second, the idle time before a suspend included; the time of a start is not.
 */
export function consumed(before: Consumption, size_cu: number, seconds: number): Consumption {
  return {
    active_seconds: before.active_seconds + seconds,
    compute_seconds: before.compute_seconds + seconds * size_cu,
  };
}

/**
 * In which respect a quota is used up, so that no compute of the project may run until the month ends; `undefined`
 * when it is not. @param quota what a month allows; Infinity for no limit
 */
export function exceededQuota(used: Consumption, quota: Consumption): keyof Consumption | undefined {
  if (used.active_seconds >= quota.active_seconds - ROUNDING_SECONDS) return 'active_seconds';
  return used.compute_seconds >= quota.compute_seconds - ROUNDING_SECONDS ? 'compute_seconds' : undefined;
}

/**
 * In how many seconds one part of a quota is used up if nothing changes; Infinity where it never is.
 * @param rate how much is used in a second: the number of active computes, or their CU
 */
export function secondsUntilExceeded(used: number, quota: number, rate: number): number {
  return rate > 0 ? Math.max(0, quota - used) / rate : Number.POSITIVE_INFINITY;
}
