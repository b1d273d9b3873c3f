import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { PlatformError, REFUSAL_STATUS } from '../../platform/checks/platform-error.js';
import { StoreError } from '../store/state-store.js';

/** The refusal of a request by HTTP, a limit or the platform's rules. */
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

/** The refusal for an error; `undefined` if the error is a defect. */
export function refusalOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof PlatformError) {
    return new ApiError(REFUSAL_STATUS[error.kind], error.message, { code: error.code });
  }
  if (error instanceof StoreError) return new ApiError(503, error.message);
  return undefined;
}

export function routeNotFound(path: string): ApiError {
  return new ApiError(404, `unknown path ${path}; /openapi.json lists all routes`);
}
