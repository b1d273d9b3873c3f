import type { PlatformErrorKind } from '../platform/checks/platform-error.js';

/** The HTTP status of each kind of refusal. */
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
} as const satisfies Record<PlatformErrorKind, number>;
