import type { RandomStream } from '../kernel/random-stream.js';
import { randomStream } from '../kernel/random-stream.js';
import type { Caller } from '../platform/caller.js';
import type { Platform } from '../platform/platform.js';
import { PlatformError } from '../platform/platform-error.js';
import { AdapterError } from './adapter-error.js';
import { API_CALLS, type CallName, pathOf } from './api-calls.js';
import { NamedCalls } from './named-calls.js';
import type { PlatformAdapter } from './platform-adapter.js';
import { REFUSAL_STATUS } from './refusal-status.js';
import { retried } from './retried.js';
import { RETRY_POLICY, type RetryPolicy } from './retry.js';

/** Simulated time that adapters of one platform share. */
export interface SimulatedTime {
  now_ms: number;
}

/** Whom a simulated adapter asks, as whom, and when. */
export interface SimulatedAdapterOptions {
  readonly platform: Platform;
  /** The secret of the key that calls are made with; looked up anew for each, as the service does. */
  readonly api_key: string;
  /** Shared by all adapters of the platform; whichever waits moves it for all. */
  readonly time: SimulatedTime;
  /** Names the draws of the waits between attempts. */
  readonly seed?: string;
  /** {@link RETRY_POLICY} unless given. */
  readonly retries?: RetryPolicy;
}

/** Where calls in process come from, as keys note it. */
const FROM_ADDR = '127.0.0.1';

/** A method of the platform, whatever its input is; the calls without input leave it out. */
type PlatformCall = (caller: Caller, ...rest: readonly unknown[]) => unknown;

/**
 * The rules in process, in simulated time: nothing happens between two calls but what was waited for. A project
 * that is locked is waited for as over HTTP, in simulated time. The same calls have the same answers, byte for
 * byte, as long as one call is made at a time.
 *
 * ```ts
 * const adapter = simulatedAccount({ start_ms: Date.parse('2026-01-05T00:00:00Z') });
 * const { project } = await adapter.createProject({ project: { name: 'trial' } });
 * await adapter.wait(300_000);
 * ```
 */
export class SimulatedAdapter extends NamedCalls implements PlatformAdapter {
  readonly kind = 'simulated';
  readonly #platform: Platform;
  readonly #api_key: string;
  readonly #time: SimulatedTime;
  readonly #retries: RetryPolicy;
  readonly #jitter: RandomStream;

  constructor({ platform, api_key, time, seed = 'neap', retries = RETRY_POLICY }: SimulatedAdapterOptions) {
    super();
    this.#platform = platform;
    this.#api_key = api_key;
    this.#time = time;
    this.#retries = retries;
    this.#jitter = randomStream(seed, 0, 'adapter', 'retry');
  }

  now_ms(): number {
    return this.#time.now_ms;
  }

  async wait(span_ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#time.now_ms += span_ms;
    this.#platform.advance(this.#time.now_ms);
  }

  async close(): Promise<void> {
    // Nothing is held.
  }

  protected override call<Name extends CallName>(
    name: Name,
    input?: Parameters<PlatformAdapter[Name]>[0],
  ): ReturnType<PlatformAdapter[Name]> {
    const { method } = API_CALLS[name];
    const answer = retried(method, () => this.#once(name, input), {
      policy: () => this.#retries,
      jitter: () => this.#jitter.uniform(),
      sleep: (span_ms) => this.wait(span_ms),
    });
    // Platform and adapter name their calls alike, and this one is the platform's answer to it.
    return answer as ReturnType<PlatformAdapter[Name]>;
  }

  #once(name: CallName, input: unknown): unknown {
    const now_ms = this.#time.now_ms;
    try {
      const caller = this.#platform.authenticate(this.#api_key, FROM_ADDR, now_ms);
      const make = this.#platform[name].bind(this.#platform) as PlatformCall;
      return input === undefined ? make(caller, now_ms) : make(caller, input, now_ms);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { method, path } = API_CALLS[name];
      throw new AdapterError({
        status: REFUSAL_STATUS[error.kind],
        code: error.code,
        message: error.message,
        call: `${method} ${pathOf(path, (input ?? {}) as Record<string, unknown>)}`,
      });
    }
  }
}
