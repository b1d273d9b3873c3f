/** Details of a failed call. */
export interface AdapterFailure {
  /** HTTP status of the response; 0 without a response. */
  readonly status: number;
  /**
   * Machine-readable code, empty for most errors, as in the real API. Adapters add codes for errors that the
   * service has no code for: `no_answer`, `timeout`; `unexpected_answer` from a server that is not the service;
   * `bad_base_url`, `bad_api_key`, `not_an_emulator`; `operation_failed`, `operation_not_ended`.
   */
  readonly code?: string;
  readonly message: string;
  /** Request id for the service's support; absent if the service did not send one. */
  readonly request_id?: string | undefined;
  /** Method and path: `PATCH /projects/shop-1/endpoints/ep-2`. */
  readonly call?: string | undefined;
  /** Wait that the service requests before a retry, in ms. */
  readonly retry_after_ms?: number | undefined;
}

/**
 * A call that an adapter could not make, or that the service refused. The message says what to do and never
 * contains a key. After status 0, a call that changes something may still have taken effect.
 */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
  readonly status: number;
  readonly code: string;
  readonly request_id: string | undefined;
  readonly call: string | undefined;
  readonly retry_after_ms: number | undefined;

  constructor({ status, code = '', message, request_id, call, retry_after_ms }: AdapterFailure) {
    super(message);
    this.status = status;
    this.code = code;
    this.request_id = request_id;
    this.call = call;
    this.retry_after_ms = retry_after_ms;
  }
}
