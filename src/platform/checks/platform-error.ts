/** Why a call is refused; whoever carries it (HTTP, a test) maps it to a code of its own. */
export type PlatformErrorKind =
  | 'bad_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'not_acceptable'
  | 'conflict'
  | 'precondition_failed'
  | 'unprocessable'
  | 'locked'
  | 'not_implemented'
  | 'unavailable';

/**
 * A refused call: nothing has changed. `message` is the text a client sees, `code` the machine-readable code
 * beside it, empty for most errors as in the real API.
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

/** The error for a thing that is not there, or belongs to others: the two cannot be told apart. */
export function notFound(thing: string): PlatformError {
  return new PlatformError('not_found', `${thing} not found`);
}

/** The error for a value that breaks a rule of its own, whatever the state. */
export function badRequest(message: string): PlatformError {
  return new PlatformError('bad_request', message);
}
