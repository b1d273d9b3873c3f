/** What is known of a call that failed. */
export interface AdapterFailure {
  /** Status of the answer; 0 where none came. */
  readonly status: number;
  /**
   * The machine-readable code in addition to the message, empty for most errors as in the real API. Adapters add
   * codes where the service has none: `no_answer`, `timeout`; `unexpected_answer` from a server that is not the service;
   * `bad_base_url`, `bad_api_key`, `not_an_emulator`; `operation_failed`, `operation_not_ended`.
   */
  readonly code?: string;
  readonly message: string;
  /** The service's id of the request, for its support; absent if the service did not send one. */
  readonly request_id?: string | undefined;
  /** The call, as method and path: `PATCH /projects/shop-1/endpoints/ep-2`. */
  readonly call?: string | undefined;
  /** How long the service asks to wait before the call is repeated, in ms. */
  readonly retry_after_ms?: number | undefined;
}

/**
 * A call that an adapter could not make, or that was refused. The message is in words a person can act on; it
 * never holds a key. After status 0 a call that changes something may have been carried out.
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
