import { durationWords } from '../interface/reason-words.js';
import type { SuspendPolicy } from '../interface/suspend-policy.js';
import { suspendedAfter } from './suspended-after.js';

/** The latest timeout, and its reason, formatted once. */
export interface FixedState {
  readonly timeout_seconds: number;
  readonly reason: string;
}

/** The platform's policy: the compute's `suspend_timeout_seconds`, independent of history. */
export const fixed: SuspendPolicy<FixedState> = {
  name: 'fixed',
  description: "Suspends after the compute's suspend_timeout_seconds, and wakes when a client connects.",
  source: 'the platform; Lakebase, PVLDB 19(12), 2026',
  parameters: {},
  foresight: false,
  randomised: false,
  start: (_values, context) => stateOf(context.suspend_timeout_seconds),
  idle(state, moment) {
    const timeout = moment.suspend_timeout_seconds;
    const next = state.timeout_seconds === timeout ? state : stateOf(timeout);
    return suspendedAfter(next, timeout, next.reason);
  },
  busy: (state) => state,
};

function stateOf(timeout_seconds: number): FixedState {
  const never = timeout_seconds === Number.POSITIVE_INFINITY;
  const reason = never ? 'set never to suspend' : `suspend timeout of ${durationWords(timeout_seconds)}`;
  return { timeout_seconds, reason };
}
