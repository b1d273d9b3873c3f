import type { ApiMethod } from '../platform/resource/call.js';
import { AdapterError } from './adapter-error.js';

/** How long a call is repeated, and how its attempts are spaced. */
export interface RetryPolicy {
  /** How long a call may spend between its attempts before it is given up, in ms; 0 never repeats. */
  readonly budget_ms: number;
  /** Wait after the first attempt, in ms; it doubles with each further one. */
  readonly first_ms: number;
  /** Longest wait where the service does not name one, in ms. */
  readonly longest_ms: number;
}

/** A minute in all: the locks of the real platform last seconds, at most half a minute. */
export const RETRY_POLICY: RetryPolicy = { budget_ms: 60_000, first_ms: 250, longest_ms: 10_000 };

/** Repeats nothing. */
export const NO_RETRIES: RetryPolicy = { ...RETRY_POLICY, budget_ms: 0 };

export interface FailedAttempt {
  readonly method: ApiMethod;
  /** Status of the answer; 0 where none came. */
  readonly status: number;
  /** Wait requested by the service, in ms. */
  readonly retry_after_ms?: number | undefined;
  /** Attempts so far, this one included. */
  readonly attempts: number;
  /** Time spent waiting between attempts so far, in ms. */
  readonly waited_ms: number;
}

/**
 * Whether an attempt may be repeated, and if so after how long.
 *
 * - `wait_ms`: repeat after that.
 * - `final`: the answer stands; repeating would bring the same, or might carry a change out twice.
 * - `budget_spent`: it could be repeated, but not within the budget.
 */
export type RetryDecision = { readonly wait_ms: number } | 'final' | 'budget_spent';

/** Statuses that say that the call was not accepted, so that it can be repeated whatever it does. */
const NOT_ACCEPTED: ReadonlySet<number> = new Set([423, 429, 503]);
/** Most doublings, beyond which the longest wait has long been reached. */
const MAX_DOUBLINGS = 20;

/** Whether repeating is safe. Source: the platform's API schema on 423 and 503, and on failures of the network. */
function isSafe(method: ApiMethod, status: number): boolean {
  if (NOT_ACCEPTED.has(status)) return true;
  return method === 'GET' && (status === 0 || status >= 500);
}

/**
 * The step after a failed attempt: the wait that the service asks for, or exponential backoff, one
 * half of it drawn at random; in whole ms.
 * @param jitter a uniform draw between 0 and 1
 */
export function retryDecision(attempt: FailedAttempt, policy: RetryPolicy, jitter: number): RetryDecision {
  if (!isSafe(attempt.method, attempt.status)) return 'final';
  const doublings = Math.min(attempt.attempts - 1, MAX_DOUBLINGS);
  const longest = Math.min(policy.longest_ms, policy.first_ms * (1 << doublings));
  // A service that asks for no wait at all is still not asked without a pause.
  const wait_ms = Math.ceil(
    attempt.retry_after_ms === undefined
      ? (longest * (1 + jitter)) / 2
      : Math.max(attempt.retry_after_ms, policy.first_ms / 2),
  );
  return attempt.waited_ms + wait_ms > policy.budget_ms ? 'budget_spent' : { wait_ms };
}

/**
 * The wait that a `Retry-After` header asks for, in ms: seconds, or an HTTP date.
 * @param now_ms time of day, for a date
 * @returns `undefined` for a missing or unreadable header
 */
export function retryAfterMs(header: string | null, now_ms: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const at_ms = /^[A-Za-z]{3}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at_ms) ? undefined : Math.max(0, at_ms - now_ms);
}

/** The environment of repeated calls. */
export interface Retrying {
  /** Asked after each attempt that failed. */
  readonly policy: () => RetryPolicy;
  /** A uniform draw between 0 and 1. */
  readonly jitter: () => number;
  /** @throws what an abort gives as its reason */
  readonly sleep: (span_ms: number) => Promise<void>;
}

/**
 * Makes a call, and again as long as that is safe, may help and is within the budget.
 * @throws AdapterError of the last attempt, with the advice what to do where the budget is spent
 */
export async function retried<Answer>(
  method: ApiMethod,
  attempt: () => Answer | Promise<Answer>,
  { policy: currentPolicy, jitter, sleep }: Retrying,
): Promise<Answer> {
  let waited_ms = 0;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      const policy = currentPolicy();
      const { status, retry_after_ms } = error;
      const decision = retryDecision(
        { method, status, retry_after_ms, attempts, waited_ms },
        policy,
        jitter(),
      );
      if (decision === 'final' || policy.budget_ms === 0) throw error;
      if (decision === 'budget_spent') throw givenUp(error, attempts, waited_ms);
      await sleep(decision.wait_ms);
      waited_ms += decision.wait_ms;
    }
  }
}

function givenUp(error: AdapterError, attempts: number, waited_ms: number): AdapterError {
  const asked_ms = error.retry_after_ms;
  const still =
    attempts === 1 && asked_ms !== undefined
      ? `the service asks to wait ${Math.ceil(asked_ms / 1000)} s`
      : `still so after ${attempts} attempts in ${Math.round(waited_ms / 1000)} s`;
  return new AdapterError({ ...error, message: `${error.message} (${still}; ${adviceFor(error.status)})` });
}

function adviceFor(status: number): string {
  if (status === 423) return 'other operations hold the project: try again when they have finished';
  if (status === 429) return "other clients use up the account's rate limit: try again in a minute";
  if (status === 0) return 'check the base URL and the network';
  return 'the service is not available: look at its status page and try again later';
}
