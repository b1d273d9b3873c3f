import { type CallId, CONTRACT } from '../api/contract.js';
import { type FaultRequest, Faults } from '../api/fault.js';
import { type RandomStream, randomStream } from '../kernel/random-stream.js';
import { FROM_ADDR } from '../platform/checks/authentication.js';
import { PlatformError, REFUSAL_STATUS } from '../platform/checks/platform-error.js';
import { Platform } from '../platform/platform.js';
import type { Call } from '../platform/resource/call.js';
import type { PlatformOptions } from '../platform/store/options.js';
import { AdapterError } from './adapter-error.js';
import { faultyCall } from './faulty-call.js';
import { NamedCalls } from './named-calls.js';
import { pathOf } from './path-of.js';
import type { PlatformAdapter } from './platform-adapter.js';
import { callWithRetries, RETRY_POLICY, type RetryPolicy } from './retry.js';

/** Simulated time that adapters of one platform share. */
export interface SimulatedTime {
  now_ms: number;
}

/** The platform, caller and clock of a simulated adapter. */
export interface SimulatedAdapterOptions {
  readonly platform: Platform;
  /** API key for all calls; each call authenticates with it, as on the service. */
  readonly api_key: string;
  /** The organization of the account. */
  readonly org_id?: string;
  /** Shared by all adapters of the platform; a wait of one advances it for all. */
  readonly time: SimulatedTime;
  /** Seed of the retry jitter. */
  readonly seed?: string;
  /** {@link RETRY_POLICY} by default. */
  readonly retries?: RetryPolicy;
  /** Faults to inject into calls; none by default. */
  readonly faults?: Faults;
}

/**
 * Runs the rules in process, in simulated time: time passes only during waits. Calls to a locked project are retried
 * as over HTTP, in simulated time. The same calls return the same responses, byte for byte, if they are made one
 * at a time.
 *
 * ```ts
 * const adapter = simulatedAccount({ start_ms: Date.parse('2026-01-05T00:00:00Z') });
 * const { project } = await adapter.createProject({ project: { name: 'trial' } });
 * await adapter.wait(300_000);
 * ```
 */
export class SimulatedAdapter extends NamedCalls implements PlatformAdapter {
  readonly kind = 'simulated';
  /** The organization of the account, which `rule_book: 'platform'` requires calls to name. */
  readonly org_id: string | undefined;
  readonly #options: SimulatedAdapterOptions;
  readonly #jitter: RandomStream;
  readonly #faults: Faults;

  constructor(options: SimulatedAdapterOptions) {
    const { seed = 'neap' } = options;
    super();
    this.#options = options;
    this.org_id = options.org_id;
    this.#jitter = randomStream(seed, 0, 'adapter', 'retry');
    this.#faults = options.faults ?? new Faults(seed);
  }

  now_ms(): number {
    return this.#options.time.now_ms;
  }

  async wait(span_ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#pass(span_ms);
  }

  /** Injects a fault from now on. */
  fail(fault: FaultRequest): void {
    this.#faults.add(fault, this.now_ms());
  }

  async close(): Promise<void> {
    // There is nothing to close.
  }

  protected override call(name: CallId, input: object): Promise<unknown> {
    return callWithRetries(CONTRACT[name].method, () => this.#once(CONTRACT[name], input), {
      policy: () => this.#options.retries ?? RETRY_POLICY,
      jitter: () => this.#jitter.uniform(),
      sleep: (span_ms) => this.wait(span_ms),
    });
  }

  #once(call: Call, input: object): unknown {
    const fault = this.#faults.takeForCall(call, this.now_ms());
    if (fault === undefined) return this.#callPlatform(call, input);
    return faultyCall(fault, {
      call: shown(call, input),
      carryOut: () => this.#callPlatform(call, input),
      pass: (span_ms) => this.#pass(span_ms),
    });
  }

  #pass(span_ms: number): void {
    const { platform, time } = this.#options;
    time.now_ms += span_ms;
    platform.advance(time.now_ms);
  }

  #callPlatform(call: Call, input: object): unknown {
    const now_ms = this.now_ms();
    const { platform, api_key } = this.#options;
    try {
      const caller = platform.authenticate(api_key, FROM_ADDR, now_ms);
      // The compiler has checked the input of each call.
      return platform.call(call, caller, input as never, now_ms);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      throw new AdapterError({
        status: REFUSAL_STATUS[error.kind],
        code: error.code,
        message: error.message,
        call: shown(call, input),
      });
    }
  }
}

function shown({ method, path }: Call, input: object): string {
  return `${method} ${pathOf(path, input as Record<string, unknown>)}`;
}

/** Options of a simulated platform with a single account. */
export interface SimulatedAccountOptions {
  /** Start of simulated time, in ms since the epoch. */
  readonly start_ms: number;
  readonly platform?: PlatformOptions;
  readonly retries?: RetryPolicy;
}

/** Creates an adapter for a new platform, with the personal key of its only user, an admin of an organization. */
export function simulatedAccount({
  start_ms,
  platform: options = {},
  retries,
}: SimulatedAccountOptions): SimulatedAdapter {
  const time = { now_ms: start_ms };
  const faults = new Faults(options.seed ?? '');
  const platform = new Platform({
    ...options,
    fate: (action, at_ms) => faults.takeForOperation(action, at_ms) ?? options.fate?.(action, at_ms),
  });
  const user = platform.signUp({ name: 'Simulated', email: 'user@neap.example' }, start_ms);
  const organization = { name: 'Neap', admin_user_id: user.id, is_home: true };
  const { id: org_id } = platform.createOrganization(organization, start_ms);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'simulated' }, start_ms);
  return new SimulatedAdapter({
    platform,
    api_key: key,
    org_id,
    time,
    faults,
    ...(options.seed === undefined ? {} : { seed: options.seed }),
    ...(retries === undefined ? {} : { retries }),
  });
}
