import type { SuspendDecision } from '../interface/suspend-policy.js';

/** The decision to suspend after this many idle seconds, and then to wait for a connection. */
export function suspendedAfter<State>(
  state: State,
  suspend_after_seconds: number,
  reason: string,
): SuspendDecision<State> {
  return { state, suspend_after_seconds, resume_after_seconds: Number.POSITIVE_INFINITY, reason };
}
