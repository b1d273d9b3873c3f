/** The platform's default for a `suspend_timeout_seconds` of 0. */
export const DEFAULT_SUSPEND_TIMEOUT_SECONDS = 300;

/** `suspend_timeout_seconds` of a compute that never suspends. */
export const NEVER_SUSPEND = -1;

const MIN_SUSPEND_TIMEOUT_SECONDS = 60;
const MAX_SUSPEND_TIMEOUT_SECONDS = 604_800;

/** Seconds of inactivity after which a compute with this setting is suspended; Infinity for never. */
export function effectiveSuspendTimeout(suspend_timeout_seconds: number): number {
  if (suspend_timeout_seconds === NEVER_SUSPEND) return Number.POSITIVE_INFINITY;
  return suspend_timeout_seconds === 0 ? DEFAULT_SUSPEND_TIMEOUT_SECONDS : suspend_timeout_seconds;
}

/** What is wrong with a `suspend_timeout_seconds`, in words for a person; `undefined` when it is valid. */
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
  return `${value} is not a suspend timeout; expected 0 (the default of 300 s), -1 (never), or whole seconds from 60 to 604800`;
}
