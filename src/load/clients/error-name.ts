import { PoolFull } from './load-client.js';

/** The driver's messages, and their names in a run's error counts. */
const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/, 'acquire_timeout'],
  [/^(timeout expired|connection terminated due to connection timeout)/i, 'connect_timeout'],
  // PgBouncer uses the same SQLSTATE for several errors.
  [/query_wait_timeout/, 'query_wait_timeout'],
];

/** A lost or refused connection. */
const CONNECTION_FAILED = '08006';

/**
 * The name of an error in a run's counts: an SQLSTATE, or a client's error such as `connect_timeout`. Network errors
 * count as 08006.
 */
export function errorName(error: unknown): string {
  const { message = '', code = '' } = error as { readonly message?: string; readonly code?: string };
  const named = BY_MESSAGE.find(([pattern]) => pattern.test(message));
  if (named !== undefined) return named[1];
  if (error instanceof PoolFull) return error.code;
  return /^[0-9A-Z]{5}$/.test(code) && !isSystemError(error) ? code : CONNECTION_FAILED;
}

function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errno' in error;
}
