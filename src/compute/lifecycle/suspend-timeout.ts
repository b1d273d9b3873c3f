import { AUTOSCALING_MAX_CU } from '../size.js';
import type { ComputeSettings } from './settings.js';

/** Five minutes: the platform's default, and the meaning of a `suspend_timeout_seconds` of 0. */
export const DEFAULT_SUSPEND_TIMEOUT_SECONDS = 300;

/** `suspend_timeout_seconds` of a compute that never suspends. */
export const NEVER_SUSPEND = -1;

const MIN_SUSPEND_TIMEOUT_SECONDS = 60;
export const MAX_SUSPEND_TIMEOUT_SECONDS = 604_800;

/** Seconds of inactivity after which a compute with this setting is suspended; Infinity for never. */
export function effectiveSuspendTimeout(suspend_timeout_seconds: number): number {
  if (suspend_timeout_seconds === NEVER_SUSPEND) return Number.POSITIVE_INFINITY;
  return suspend_timeout_seconds === 0 ? DEFAULT_SUSPEND_TIMEOUT_SECONDS : suspend_timeout_seconds;
}

/** The rule for sizes above the autoscaling range, as the beginning of a sentence. */
export const ALWAYS_ACTIVE = `a compute above ${AUTOSCALING_MAX_CU} CU is always active`;

/** Whether a compute never suspends because of its size: above 16 CU. */
export function isAlwaysActive(settings: Pick<ComputeSettings, 'autoscaling_limit_max_cu'>): boolean {
  return settings.autoscaling_limit_max_cu > AUTOSCALING_MAX_CU;
}

/**
 * The default `suspend_timeout_seconds` of a compute: −1 if it is always active.
 * @param otherwise the default for other sizes
 */
export function impliedSuspendTimeout(
  settings: Pick<ComputeSettings, 'autoscaling_limit_max_cu'>,
  otherwise = 0,
): number {
  return isAlwaysActive(settings) ? NEVER_SUSPEND : otherwise;
}

/** Seconds of inactivity after which a compute's settings suspend it; Infinity for never. */
export function idleTimeout(settings: Omit<ComputeSettings, 'autoscaling_limit_min_cu'>): number {
  return isAlwaysActive(settings)
    ? Number.POSITIVE_INFINITY
    : effectiveSuspendTimeout(settings.suspend_timeout_seconds);
}

/**
 * The time at which an active compute is suspended for inactivity; Infinity for never.
 * @param idle_since time of its last activity
 * @param timeout allowed inactivity, in the unit of that time
 */
export function suspendDueAt(idle_since: number, timeout: number): number {
  return idle_since + timeout;
}

export const SUSPEND_TIMEOUT_VALUES = `0 (the default of ${DEFAULT_SUSPEND_TIMEOUT_SECONDS} s), never (-1), or whole seconds from ${MIN_SUSPEND_TIMEOUT_SECONDS} to ${MAX_SUSPEND_TIMEOUT_SECONDS}`;

/** The problem with a `suspend_timeout_seconds`, in words; `undefined` if it is valid. */
export function suspendTimeoutProblem(suspend_timeout_seconds: number): string | undefined {
  const value = suspend_timeout_seconds;
  if (value === 0 || value === NEVER_SUSPEND) return undefined;
  if (
    Number.isInteger(value) &&
    value >= MIN_SUSPEND_TIMEOUT_SECONDS &&
    value <= MAX_SUSPEND_TIMEOUT_SECONDS
  ) {
    return undefined;
  }
  return `${value} is not a suspend timeout; expected ${SUSPEND_TIMEOUT_VALUES}`;
}
