import type { RandomStream } from '../kernel/random-stream.js';
import type { RetrySpecification } from './load-specification.js';

/** Errors that a client does not retry: the query itself, or the client's pool, is at fault. */
const FINAL_ERRORS: ReadonlySet<string> = new Set(['53100', '57014', 'acquire_timeout', 'pool_full']);

/** A reconnect waits at least this long, so that jitter never lets a client retry endlessly at the same instant. */
const MIN_RECONNECT_SECONDS = 0.1;

/** Maximum number of failures that lengthen a backoff. */
const MAX_FAILURES = 100;

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

/**
 * Seconds until a connection that is kept open without queries is reopened, by the load's backoff; the number of attempts is not limited.
 * @param failures number of times it was lost or refused since it was last open, 1 or more
 */
export function reconnectSeconds(retry: RetrySpecification, failures: number, stream: RandomStream): number {
  const seconds = backoffSeconds(retry, Math.min(failures, MAX_FAILURES), stream);
  return Math.max(MIN_RECONNECT_SECONDS, seconds);
}
