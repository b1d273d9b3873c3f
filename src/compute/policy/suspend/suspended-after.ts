import type { SuspendDecision } from '../interface/suspend-policy.js';

/** The decision to suspend after so many seconds without work, and then to wait until somebody connects. */
export function suspendedAfter<State>(
  state: State,
  suspend_after_seconds: number,
  reason: string,
): SuspendDecision<State> {
  return { state, suspend_after_seconds, resume_after_seconds: Number.POSITIVE_INFINITY, reason };
}
