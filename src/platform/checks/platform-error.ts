/** The HTTP status for each kind of refusal. */
export const REFUSAL_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  unprocessable: 422,
  locked: 423,
  not_implemented: 501,
  unavailable: 503,
} as const;

export type PlatformErrorKind = keyof typeof REFUSAL_STATUS;

/**
 * A refused call: nothing has changed. `message` is the text that clients see, `code` the machine-readable code.
 * The code is empty for most errors, as in the real API.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformErrorKind;
  readonly code: string;

  constructor(kind: PlatformErrorKind, message: string, code = '') {
    super(message);
    this.kind = kind;
    this.code = code;
  }
}

/** The error for a missing object or one that belongs to another account: clients cannot distinguish the two. */
export function notFound(thing: string): PlatformError {
  return new PlatformError('not_found', `${thing} not found`);
}

/** The error for a value that is invalid in every state. */
export function badRequest(message: string): PlatformError {
  return new PlatformError('bad_request', message);
}
