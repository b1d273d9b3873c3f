import { AdapterError } from './adapter-error.js';
import type { ApiMethod } from './api-calls.js';
import { type RetryPolicy, retryDecision } from './retry.js';

/** What repeating a call needs of the world. */
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
