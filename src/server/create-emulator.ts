import { randomBytes, randomUUID } from 'node:crypto';
import type { AdapterClock } from '../adapter/wall-clock.js';
import { WALL_CLOCK } from '../adapter/wall-clock.js';
import { sameDurations } from '../platform/store/options.js';
import { API_PATH, emulatorApp } from './app.js';
import { Emulator } from './emulator/emulator.js';
import { firstAccount } from './emulator/first-account.js';
import { type ListeningEmulator, listen } from './listen.js';
import { isCut } from './management/faulty-answer.js';
import { MEMORY_STORE } from './store/state-store.js';

/** What a suite chooses about its emulator; everything has a default. */
export interface CreateEmulatorOptions {
  /** Makes ids and keys repeatable; random unless given. */
  readonly seed?: string;
  /** Emulated time at the beginning, in ms since the epoch; the time of day unless given. */
  readonly start_ms?: number;
  /** Emulated seconds a second; 0, the default, stands still until time is advanced. */
  readonly speed?: number;
  /** How long every operation takes, in ms, such as 0; as long as real ones unless given. */
  readonly operation_duration_ms?: number;
  /** Whether requests are limited as the service limits them; not unless asked for. */
  readonly rate_limits?: boolean;
  /** Whether attributes that the API does not know are refused, where the service ignores them; not unless asked for. */
  readonly strict?: boolean;
  /** The key of the only user, instead of one that is made. */
  readonly api_key?: string;
  /** The plan of users and organizations; the largest unless given. */
  readonly plan?: string;
  /** Receives what is wrong with the emulator itself; the process's standard error unless given. */
  readonly log?: (message: string) => void;
}

/** An emulator that lives in the process of a test suite, with the key of its only user. */
export interface SuiteEmulator {
  /** Of the management API: a real address once it listens. */
  readonly base_url: string;
  readonly api_key: string;
  readonly user_id: string;
  /** Emulated time, in ms since the epoch. */
  readonly now_ms: number;
  /** For an adapter that waits in emulated time: its sleep advances it, and takes none of the suite's. */
  readonly clock: AdapterClock;
  /** Answers a request in process, in place of the platform's `fetch`; the address's host does not matter. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Listens for clients in other processes.
   * @param port any free one unless given
   * @throws the system's error when the port or host cannot be had; Error when it listens already
   */
  listen(at?: { readonly port?: number; readonly host?: string }): Promise<void>;
  /**
   * Lets emulated time pass at once; what comes due in it happens, each thing at its moment.
   * @throws RangeError for a span that is negative or no number
   */
  advance(span_ms: number): void;
  /**
   * A client of Postgres connects: wakes an idle compute, and keeps an active one from being suspended for its timeout.
   * @throws PlatformError where the endpoint does not exist or cannot be connected to
   */
  connect(endpoint_id: string): void;
  /** Answers the requests that have come, and lets go of the port. */
  stop(): Promise<void>;
}

/** What the address of an emulator that does not listen begins with. */
const IN_PROCESS = 'http://localhost';

/**
 * An emulator of the management API for a test suite: in process through {@link SuiteEmulator.fetch}, or on a port.
 *
 * @example
 * const emulator = createEmulator({ seed: 'suite' });
 * const { base_url, api_key, fetch, clock } = emulator;
 * const adapter = new HttpAdapter({ base_url, api_key, fetch, clock });
 * const { endpoints, project, operations } = await adapter.createProject({ project: { name: 'shop' } });
 * await operationsSucceeded(adapter, project.id, operations);
 * emulator.advance(300_000); // five idle minutes: the compute is suspended
 * await emulator.stop();
 */
export function createEmulator(options: CreateEmulatorOptions = {}): SuiteEmulator {
  const { seed = randomUUID(), operation_duration_ms } = options;
  const emulator = new Emulator({
    real: WALL_CLOCK,
    store: MEMORY_STORE,
    // A suite that names a seed wants the same keys again; the state is gone with the process.
    secret: options.seed === undefined ? randomBytes : undefined,
    platform: {
      seed,
      default_plan: options.plan,
      ...(operation_duration_ms === undefined
        ? {}
        : { operation_duration_ms: sameDurations(operation_duration_ms) }),
    },
    speed: options.speed ?? 0,
    start_ms: options.start_ms,
    rate_limits: options.rate_limits ?? false,
    strict: options.strict ?? false,
    control_from_anywhere: false,
    log: options.log ?? ((message) => process.stderr.write(`neap: ${message}\n`)),
  });
  const app = emulatorApp(emulator);
  const { user_id, api_key } = firstAccount(emulator, { anew: true, secret: options.api_key });
  emulator.remember();
  const now = () => emulator.now();
  let listening: ListeningEmulator | undefined;
  return {
    get base_url() {
      return `${listening?.address ?? IN_PROCESS}${API_PATH}`;
    },
    api_key: api_key!,
    user_id,
    get now_ms() {
      return now();
    },
    clock: {
      epochMs: now,
      monotonicMs: now,
      async sleep(span_ms, signal) {
        signal?.throwIfAborted();
        emulator.skip(span_ms);
      },
    },
    fetch: async (input, init) => {
      const answer = await app.request(input instanceof URL ? input.href : input, init);
      // As a connection that breaks does.
      if (isCut(answer)) throw new TypeError('fetch failed');
      return answer;
    },
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      if (listening !== undefined) throw new Error(`this emulator listens already, on ${listening.address}`);
      listening = await listen(emulator, { port, host });
    },
    advance(span_ms) {
      if (!(span_ms >= 0 && span_ms < Number.POSITIVE_INFINITY)) {
        throw new RangeError(`advance: expected a span of 0 ms or more, got ${span_ms}`);
      }
      emulator.skip(span_ms);
    },
    connect(endpoint_id) {
      emulator.platform.touch(endpoint_id, now());
    },
    async stop() {
      await listening?.stop();
      listening = undefined;
    },
  };
}
