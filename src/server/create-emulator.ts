import { z } from 'zod';
import type { AdapterClock } from '../adapter/wall-clock.js';
import { API_PATH, emulatorApp } from './app.js';
import { checkArgument } from './http/validation.js';
import { type ListeningEmulator, listen } from './listen.js';
import { isCut } from './management/faulty-answer.js';
import { type SuiteOptions, suiteEmulator } from './suite-emulator.js';

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

const LISTEN = z.strictObject({ port: z.int().min(0).max(65_535), host: z.string() }).partial();

/** The base address of an emulator that does not listen on a port. */
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
 * @throws TypeError for an option that there is not, or a value of another type
 */
export function createEmulator(options: SuiteOptions = {}): SuiteEmulator {
  const { emulator, account } = suiteEmulator(options);
  const { user_id, api_key } = account;
  const app = emulatorApp(emulator);
  const now = () => emulator.now();
  let listening: ListeningEmulator | undefined;
  return {
    get base_url() {
      return `${listening?.address ?? IN_PROCESS}${API_PATH}`;
    },
    api_key,
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
    async listen(at = {}) {
      checkArgument('listen', LISTEN, at);
      const { port = 0, host = '127.0.0.1' } = at;
      if (listening !== undefined) throw new Error(`this emulator listens already, on ${listening.address}`);
      listening = await listen(emulator, { port, host });
    },
    advance(span_ms) {
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
