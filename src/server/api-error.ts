import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { PlatformError, type PlatformErrorKind } from '../platform/platform-error.js';
import { StoreError } from './store/state-store.js';

/** The status code of each kind of refusal. */
const STATUS: Readonly<Record<PlatformErrorKind, ContentfulStatusCode>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  unprocessable: 422,
  locked: 423,
};

/** A request that is answered with an error: what HTTP itself, a limit or the platform's rules refuse. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    { code = '', headers = {} }: { readonly code?: string; readonly headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** The body of every error, as the platform's API has it. */
export interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly request_id: string;
}

/** The answer to a request that threw: `undefined` when the error is no refusal but a defect. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof PlatformError) {
    return new ApiError(STATUS[error.kind], error.message, { code: error.code });
  }
  if (error instanceof StoreError) return new ApiError(503, error.message);
  return undefined;
}
