import { z } from 'zod';
import type { AdapterClock } from '../adapter/wall-clock.js';
import { API_PATH, emulatorApp } from './app.js';
import { checkArgument } from './http/validation.js';
import { type ListeningEmulator, listen } from './listen.js';
import { isConnectionCut } from './management/faulty-answer.js';
import { type SuiteOptions, suiteEmulator } from './suite-emulator.js';

/** An emulator in the process of a test suite, with the API key of its only user. */
export interface SuiteEmulator {
  /** Base URL of the management API; reachable from other processes once the emulator listens. */
  readonly base_url: string;
  readonly api_key: string;
  readonly user_id: string;
  /** Emulated time, in ms since the epoch. */
  readonly now_ms: number;
  /** A clock for an adapter: its `sleep` advances emulated time and takes no real time. */
  readonly clock: AdapterClock;
  /** Answers a request in process; a replacement for the global `fetch`. The URL's host is ignored. */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Listens for clients in other processes.
   * @param port any free port by default
   * @throws the system's error if the port or host is not available; Error if the emulator already listens
   */
  listen(at?: { readonly port?: number; readonly host?: string }): Promise<void>;
  /**
   * Advances emulated time without waiting; events that come due happen at their times.
   * @throws RangeError for a span that is negative or not a number
   */
  advance(span_ms: number): void;
  /**
   * Simulates a Postgres connection: wakes an idle compute, or restarts the suspend timeout of an active one.
   * @throws PlatformError if the endpoint does not exist or does not accept connections
   */
  connect(endpoint_id: string): void;
  /** Answers pending requests, then releases the port. */
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
 * @throws TypeError for an unknown option or a value of the wrong type
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
      // The same error as for a broken connection.
      if (isConnectionCut(answer)) throw new TypeError('fetch failed');
      return answer;
    },
    async listen(at = {}) {
      checkArgument('listen', LISTEN, at);
      const { port = 0, host = '127.0.0.1' } = at;
      if (listening !== undefined) throw new Error(`this emulator already listens on ${listening.address}`);
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
