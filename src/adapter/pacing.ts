import { getOrCreate } from '../kernel/get-or-create.js';
import { RATE_LIMITS } from '../platform/resource/call.js';

/** Windows are longer than those of the limits by this factor, because network latency varies. */
const MARGIN = 1.05;
const MINUTE_MS = 60_000 * MARGIN;
const SECOND_MS = 1000 * MARGIN;

/** Ring buffer with the start times of the last calls. */
class Window {
  readonly #starts_ms: Float64Array;
  readonly #span_ms: number;
  #next = 0;

  constructor(most: number, span_ms: number) {
    this.#starts_ms = new Float64Array(most).fill(Number.NEGATIVE_INFINITY);
    this.#span_ms = span_ms;
  }

  /** Earliest time at which one more call fits. */
  get free_at_ms(): number {
    return this.#starts_ms[this.#next]! + this.#span_ms;
  }

  note(start_ms: number): void {
    this.#starts_ms[this.#next] = start_ms;
    this.#next = (this.#next + 1) % this.#starts_ms.length;
  }
}

/**
 * Keeps one client within the platform's documented rate limits: calls per minute and account, and calls per
 * second and route. Calls start in booking order.
 */
export class Pacing {
  readonly #account = new Window(RATE_LIMITS.account_per_minute, MINUTE_MS);
  readonly #routes = new Map<string, Window>();
  #last_ms = Number.NEGATIVE_INFINITY;

  /**
   * Books a call.
   * @param route name of the route
   * @param per_second limit of the route
   * @param now_ms time of any monotonic clock
   * @returns earliest start of the call, by that clock
   */
  book(route: string, per_second: number, now_ms: number): number {
    const own = getOrCreate(this.#routes, route, () => new Window(per_second, SECOND_MS));
    const start_ms = Math.max(now_ms, this.#last_ms, this.#account.free_at_ms, own.free_at_ms);
    this.#last_ms = start_ms;
    this.#account.note(start_ms);
    own.note(start_ms);
    return start_ms;
  }
}
