import { remembered } from '../kernel/remembered.js';
import { RATE_LIMITS } from '../platform/resource/call.js';

/** Windows are taken this much longer than the limits have them: requests do not travel equally long. */
const MARGIN = 1.05;
const MINUTE_MS = 60_000 * MARGIN;
const SECOND_MS = 1000 * MARGIN;

/** The start times of the last calls in a ring buffer. */
class Window {
  readonly #starts_ms: Float64Array;
  readonly #span_ms: number;
  #next = 0;

  constructor(most: number, span_ms: number) {
    this.#starts_ms = new Float64Array(most).fill(Number.NEGATIVE_INFINITY);
    this.#span_ms = span_ms;
  }

  /** From when on there is room for one more. */
  get free_at_ms(): number {
    return this.#starts_ms[this.#next]! + this.#span_ms;
  }

  note(start_ms: number): void {
    this.#starts_ms[this.#next] = start_ms;
    this.#next = (this.#next + 1) % this.#starts_ms.length;
  }
}

/**
 * Keeps one client under the platform's documented limits: never more calls in a minute than an account
 * may make, or in a second than a route takes. Calls start in the order of requests.
 */
export class Pacing {
  readonly #account = new Window(RATE_LIMITS.account_per_minute, MINUTE_MS);
  readonly #routes = new Map<string, Window>();
  #last_ms = Number.NEGATIVE_INFINITY;

  /**
   * Books a call.
   * @param route its name
   * @param per_second the most this route takes in a second
   * @param now_ms of any clock that does not go back
   * @returns when it may start, by that clock
   */
  book(route: string, per_second: number, now_ms: number): number {
    const own = remembered(this.#routes, route, () => new Window(per_second, SECOND_MS));
    const start_ms = Math.max(now_ms, this.#last_ms, this.#account.free_at_ms, own.free_at_ms);
    this.#last_ms = start_ms;
    this.#account.note(start_ms);
    own.note(start_ms);
    return start_ms;
  }
}
