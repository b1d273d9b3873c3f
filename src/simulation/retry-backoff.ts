import type { RandomStream } from '../kernel/random-stream.js';
import type { RetrySpecification } from '../workload/load-specification.js';

/** Errors a client does not repeat: the query itself, or its own pool, is at fault. */
const FINAL_ERRORS: ReadonlySet<string> = new Set(['53100', 'acquire_timeout', 'pool_full']);

/** Whether a client tries again after the given number of attempts has failed. */
export function triesAgain(retry: RetrySpecification, attempts: number, error: string): boolean {
  return attempts < retry.attempts && !FINAL_ERRORS.has(error);
}

/**
 * Seconds a client waits before its next attempt: first · factor^(attempts − 1), at most `max_seconds`, with
 * jitter. Source of the jitter forms: M. Brooker, "Exponential backoff and jitter", 2015.
 * @param attempts attempts made so far, 1 or more
 */
export function backoffSeconds(retry: RetrySpecification, attempts: number, stream: RandomStream): number {
  let backoff = retry.first_seconds;
  for (let attempt = 1; attempt < attempts && backoff < retry.max_seconds; attempt++) backoff *= retry.factor;
  backoff = Math.min(backoff, retry.max_seconds);
  switch (retry.jitter) {
    case 'full':
      return backoff * stream.uniform();
    case 'equal':
      return (backoff / 2) * (1 + stream.uniform());
    case 'none':
      return backoff;
  }
}
