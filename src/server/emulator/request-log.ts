/** A request to the management API, and its outcome. */
export interface LoggedRequest {
  /** Counts requests since the emulator began, or was reset. */
  readonly number: number;
  /** Emulated time, in ms since the epoch. */
  readonly at_ms: number;
  readonly request_id: string;
  readonly method: string;
  /** With its query, below the version segment. */
  readonly path: string;
  /** The vendor's name of the call. */
  readonly call: string;
  /** The request body, if it is JSON and short. */
  readonly body: unknown;
  /** Of the response. */
  readonly status: number;
  /** Whether a fault replaced or delayed the response. */
  readonly faulty: boolean;
  /** In ms of the wall clock. */
  readonly duration_ms: number;
}

/** Maximum stored requests; older ones are dropped. */
const MAX_REQUESTS = 1000;
/** Maximum length of a stored body, in characters. */
const MAX_BODY_LENGTH = 4096;

/** The latest requests to the management API, for suites that assert on them. */
export class RequestLog {
  #requests: LoggedRequest[] = [];
  #count = 0;

  /** Records a request. @param body as sent */
  add(request: Omit<LoggedRequest, 'number' | 'body'>, body: string): void {
    this.#count += 1;
    this.#requests.push({ number: this.#count, ...request, body: parseBody(body) });
    // Only now and then, so that the amortized cost of a request is negligible.
    if (this.#requests.length >= 2 * MAX_REQUESTS) this.#requests = this.#requests.slice(-MAX_REQUESTS);
  }

  /** The latest of them, oldest first. */
  latest(): readonly LoggedRequest[] {
    return this.#requests.slice(-MAX_REQUESTS);
  }

  clear(): void {
    this.#requests = [];
    this.#count = 0;
  }
}

function parseBody(body: string): unknown {
  if (body === '' || body.length > MAX_BODY_LENGTH) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
