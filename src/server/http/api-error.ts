import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { PlatformError, REFUSAL_STATUS } from '../../platform/checks/platform-error.js';
import { StoreError } from '../store/state-store.js';

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

/** The answer to a request that threw: `undefined` when the error is a defect rather than a refusal. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof PlatformError) {
    return new ApiError(REFUSAL_STATUS[error.kind], error.message, { code: error.code });
  }
  if (error instanceof StoreError) return new ApiError(503, error.message);
  return undefined;
}

export function nothingAt(path: string): ApiError {
  return new ApiError(404, `there is no ${path} here; /openapi.json lists what is served`);
}
