import { HttpAdapter } from '../../adapter/http-adapter.js';
import type { PlatformAdapter } from '../../adapter/platform-adapter.js';
import { createEmulator, type SuiteEmulator } from '../../server/create-emulator.js';
import type { SuiteOptions } from '../../server/suite-emulator.js';
import { checkArguments } from '../arguments/arguments.js';
import { checkTimers, type FakeTimers, passTime } from './fake-timers.js';

/** Options of the emulator for one test. */
export interface WithEmulatorOptions extends Omit<SuiteOptions, 'speed' | 'clock'> {
  /** The suite's fake timers. Emulated time is then the faked `Date`, and both advance together. */
  readonly timers?: FakeTimers;
}

/** An emulator that listens on a port for the duration of one test. */
export interface EmulatorFixture extends Omit<SuiteEmulator, 'advance' | 'listen' | 'stop'> {
  /** Typed calls of the management API, made in process; its waits advance the time of the test. */
  readonly adapter: PlatformAdapter;
  /** Environment for clients in other processes: `NEON_API_HOST` and `NEON_API_KEY`. */
  readonly env: Readonly<Record<'NEON_API_HOST' | 'NEON_API_KEY', string>>;
  /**
   * Advances emulated time, and any fake timers of the suite, without waiting.
   * @throws RangeError if the span is negative or not a number
   */
  readonly advance: (span_ms: number) => Promise<void>;
}

/**
 * Runs a test with a fresh emulator that listens on a free port, and stops it afterwards, even if the test fails.
 *
 * Emulated time is paused until {@link EmulatorFixture.advance}. With the suite's fake timers, emulated time is the
 * faked `Date`. A client's timer that fires within a span then sees the platform as it is at that time, if the client
 * calls it in process with `fetch` or `adapter` of the fixture. Requests over the network arrive at no definite
 * emulated time.
 *
 * ```ts
 * test('the compute sleeps', () =>
 *   withEmulator(async ({ adapter, advance }) => {
 *     const { project, endpoints, operations } = await adapter.createProject({ project: {} });
 *     await operationsSucceeded(adapter, project.id, operations);
 *     await advance(300_000);
 *     const { endpoint } = await adapter.getProjectEndpoint({ project_id: project.id, endpoint_id: endpoints[0]!.id });
 *     expect(endpoint.current_state).toBe('idle');
 *   }));
 * ```
 *
 * @returns what the test returns
 */
export async function withEmulator<Result>(
  test: (emulator: EmulatorFixture) => Promise<Result> | Result,
  options: WithEmulatorOptions = {},
): Promise<Result> {
  checkArguments('withEmulator', { test });
  const { timers, ...rest } = options ?? {};
  if (timers !== undefined) checkTimers(timers);
  const emulator = createEmulator({ ...rest, ...(timers === undefined ? {} : { clock: 'date' }) });
  await emulator.listen();
  try {
    return await test(fixtureOf(emulator, timers));
  } finally {
    await emulator.stop();
  }
}

function fixtureOf(emulator: SuiteEmulator, timers: FakeTimers | undefined): EmulatorFixture {
  const { base_url, api_key, user_id, fetch } = emulator;
  const advance = async (span_ms: number): Promise<void> => {
    if (timers === undefined || typeof span_ms !== 'number' || !(span_ms >= 0)) emulator.advance(span_ms);
    else await passTime(timers, span_ms);
  };
  const clock = {
    ...emulator.clock,
    async sleep(span_ms: number, signal?: AbortSignal) {
      signal?.throwIfAborted();
      await advance(span_ms);
    },
  };
  return {
    base_url,
    api_key,
    user_id,
    get now_ms() {
      return emulator.now_ms;
    },
    clock,
    fetch,
    adapter: new HttpAdapter({ base_url, api_key, fetch, clock, paced: false }),
    env: { NEON_API_HOST: base_url, NEON_API_KEY: api_key },
    advance,
    connect: (endpoint_id) => emulator.connect(endpoint_id),
  };
}
