import { getOrCreate } from '../../kernel/get-or-create.js';
import { RATE_LIMITS } from '../../platform/resource/call.js';

export interface LimitedRequest {
  readonly account: string;
  /** Method and path pattern. */
  readonly route: string;
  /** The route's limit of requests per second. */
  readonly route_per_second: number;
}

interface Bucket {
  tokens: number;
  at_ms: number;
}

/** Maximum stored buckets; beyond it all are dropped, which only admits more requests. */
const MAX_BUCKETS = 20_000;

/**
 * Token buckets: each account has one for requests per minute, and one per route for requests per second.
 * A request takes a token from both, or from neither.
 */
export class RateLimits {
  readonly #buckets = new Map<string, Bucket>();

  /**
   * Counts a request that comes at `now_ms` (of any clock that does not go back).
   * @returns 0 if it is admitted, otherwise the whole seconds that the client should wait
   */
  wait(request: LimitedRequest, now_ms: number): number {
    const { account, route, route_per_second } = request;
    const minute = RATE_LIMITS.account_per_minute;
    const whole = this.#filled(account, minute, minute / 60_000, now_ms);
    const own = this.#filled(`${account} ${route}`, route_per_second, route_per_second / 1000, now_ms);
    if (whole.tokens >= 1 && own.tokens >= 1) {
      whole.tokens -= 1;
      own.tokens -= 1;
      return 0;
    }
    const missing_ms = Math.max(
      (1 - whole.tokens) / (minute / 60_000),
      (1 - own.tokens) / (route_per_second / 1000),
    );
    return Math.max(1, Math.ceil(missing_ms / 1000));
  }

  /** Clears the counts so far. */
  clear(): void {
    this.#buckets.clear();
  }

  #filled(name: string, capacity: number, per_ms: number, now_ms: number): Bucket {
    if (this.#buckets.size >= MAX_BUCKETS && !this.#buckets.has(name)) this.#buckets.clear();
    const bucket = getOrCreate(this.#buckets, name, () => ({ tokens: capacity, at_ms: now_ms }));
    bucket.tokens = Math.min(capacity, bucket.tokens + (now_ms - bucket.at_ms) * per_ms);
    bucket.at_ms = now_ms;
    return bucket;
  }
}
