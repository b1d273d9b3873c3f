/** Use of computes within a calendar month, or its limit. */
export interface Consumption {
  /** Active seconds, summed over computes. */
  readonly active_seconds: number;
  /** CU-seconds: the integral of the current size over active time. */
  readonly compute_seconds: number;
}

export const NO_CONSUMPTION: Consumption = { active_seconds: 0, compute_seconds: 0 };

/** Tolerance for rounding, in seconds: far below a millisecond. */
const ROUNDING_SECONDS = 1e-6;

/**
 * The consumption after this many more active seconds at one size. Active time is billed by the second, including the
 * idle time before a suspend but not the time of a start.
 */
export function addConsumption(before: Consumption, size_cu: number, seconds: number): Consumption {
  return {
    active_seconds: before.active_seconds + seconds,
    compute_seconds: before.compute_seconds + seconds * size_cu,
  };
}

/**
 * The part of a quota that is used up, so that no compute of the project may run until the month ends; `undefined` if
 * none is. @param quota monthly allowance; Infinity for no limit
 */
export function exceededQuota(used: Consumption, quota: Consumption): keyof Consumption | undefined {
  if (used.active_seconds >= quota.active_seconds - ROUNDING_SECONDS) return 'active_seconds';
  return used.compute_seconds >= quota.compute_seconds - ROUNDING_SECONDS ? 'compute_seconds' : undefined;
}

/**
 * Seconds until a part of a quota is used up if nothing changes; Infinity if it never is.
 * @param rate use per second: the number of active computes, or their CU
 */
export function secondsUntilExceeded(used: number, quota: number, rate: number): number {
  return rate > 0 ? Math.max(0, quota - used) / rate : Number.POSITIVE_INFINITY;
}
