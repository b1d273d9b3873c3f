import type { ApiMethod } from '../platform/resource/call.js';
import { AdapterError } from './adapter-error.js';

/** Budget and backoff of retries. */
export interface RetryPolicy {
  /** Maximum total wait between the attempts of one call, in ms; 0 disables retries. */
  readonly budget_ms: number;
  /** Wait after the first attempt, in ms; it doubles after each further attempt. */
  readonly first_ms: number;
  /** Maximum wait if the service does not request one, in ms. */
  readonly longest_ms: number;
}

/** Retries for a minute: locks of the real platform last seconds, at most half a minute. */
export const RETRY_POLICY: RetryPolicy = { budget_ms: 60_000, first_ms: 250, longest_ms: 10_000 };

/** Disables retries. */
export const NO_RETRIES: RetryPolicy = { ...RETRY_POLICY, budget_ms: 0 };

export interface FailedAttempt {
  readonly method: ApiMethod;
  /** HTTP status of the response; 0 without a response. */
  readonly status: number;
  /** Wait requested by the service, in ms. */
  readonly retry_after_ms?: number | undefined;
  /** Attempts so far, including this one. */
  readonly attempts: number;
  /** Time spent waiting between attempts so far, in ms. */
  readonly waited_ms: number;
}

/**
 * Decision about a retry.
 *
 * - `wait_ms`: retry after this wait.
 * - `final`: do not retry; the result would be the same, or a change might be made twice.
 * - `budget_spent`: a retry would be safe, but exceeds the budget.
 */
export type RetryDecision = { readonly wait_ms: number } | 'final' | 'budget_spent';

/** Statuses of calls that were not accepted, so that any call can be retried. */
const NOT_ACCEPTED: ReadonlySet<number> = new Set([423, 429, 503]);
/** Cap on doublings, far beyond the maximum wait. */
const MAX_DOUBLINGS = 20;

/** Whether a retry is safe. Source: the platform's API schema on 423, 503 and network failures. */
function isSafe(method: ApiMethod, status: number): boolean {
  if (NOT_ACCEPTED.has(status)) return true;
  return method === 'GET' && (status === 0 || status >= 500);
}

/**
 * Decides what follows a failed attempt: the wait that the service requests, or exponential backoff with half of
 * it random, in whole ms.
 * @param jitter a uniform draw between 0 and 1
 */
export function retryDecision(attempt: FailedAttempt, policy: RetryPolicy, jitter: number): RetryDecision {
  if (!isSafe(attempt.method, attempt.status)) return 'final';
  const doublings = Math.min(attempt.attempts - 1, MAX_DOUBLINGS);
  const longest = Math.min(policy.longest_ms, policy.first_ms * (1 << doublings));
  // Wait at least half of the first backoff, even if the service requests no wait.
  const wait_ms = Math.ceil(
    attempt.retry_after_ms === undefined
      ? (longest * (1 + jitter)) / 2
      : Math.max(attempt.retry_after_ms, policy.first_ms / 2),
  );
  return attempt.waited_ms + wait_ms > policy.budget_ms ? 'budget_spent' : { wait_ms };
}

/**
 * Parses a `Retry-After` header, in seconds or as an HTTP date, into a wait in ms.
 * @param now_ms time of day, for a date
 * @returns `undefined` for a missing or unreadable header
 */
export function retryAfterMs(header: string | null, now_ms: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const at_ms = /^[A-Za-z]{3}, /.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at_ms) ? undefined : Math.max(0, at_ms - now_ms);
}

/** Policy, randomness and sleep for {@link callWithRetries}. */
export interface Retrying {
  /** Called after each failed attempt. */
  readonly policy: () => RetryPolicy;
  /** A uniform draw between 0 and 1. */
  readonly jitter: () => number;
  /** @throws the reason of an abort */
  readonly sleep: (span_ms: number) => Promise<void>;
}

/**
 * Makes a call and retries it while that is safe, may help and is within the budget.
 * @throws AdapterError of the last attempt, with advice if the budget is spent
 */
export async function callWithRetries<Answer>(
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
      if (decision === 'budget_spent') throw budgetSpentError(error, attempts, waited_ms);
      await sleep(decision.wait_ms);
      waited_ms += decision.wait_ms;
    }
  }
}

function budgetSpentError(error: AdapterError, attempts: number, waited_ms: number): AdapterError {
  const requested_ms = error.retry_after_ms;
  const still =
    attempts === 1 && requested_ms !== undefined
      ? `the service asks to wait ${Math.ceil(requested_ms / 1000)} s`
      : `still so after ${attempts} attempts in ${Math.round(waited_ms / 1000)} s`;
  return new AdapterError({ ...error, message: `${error.message} (${still}; ${adviceFor(error.status)})` });
}

function adviceFor(status: number): string {
  if (status === 423) return 'other operations hold the project: try again when they have finished';
  if (status === 429) return "other clients use up the account's rate limit: try again in a minute";
  if (status === 0) return 'check the base URL and the network';
  return 'the service is not available: look at its status page and try again later';
}
