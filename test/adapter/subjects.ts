import { HttpAdapter, type HttpAdapterOptions } from '../../src/adapter/http-adapter.js';
import { SimulatedAdapter } from '../../src/adapter/simulated-adapter.js';
import type { AdapterClock } from '../../src/adapter/wall-clock.js';
import { Platform } from '../../src/platform/platform.js';
import { sameDurations } from '../../src/platform/store/options.js';
import { API_PATH } from '../../src/server/app.js';
import { listen } from '../../src/server/listen.js';
import { EmulatorUnderTest, RepeatableSecrets, START_MS } from '../server/emulator-under-test.js';
import type { ContractSubject } from './contract.js';

const PLATFORM = { seed: 'contract', operation_duration_ms: sameDurations(700) };

/** The platform in process. */
export function simulatedSubject(): ContractSubject {
  const platform = new Platform(PLATFORM);
  const user = platform.signUp({ name: 'Ada', email: 'ada@example.com' }, START_MS);
  platform.createOrganization({ name: 'Neap', admin_user_id: user.id, is_home: true }, START_MS);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, START_MS);
  const time = { now_ms: START_MS };
  const withKey = (api_key: string) => new SimulatedAdapter({ platform, api_key, time });
  return { adapter: withKey(key), withKey, idles: true };
}

/** An emulator with rate limits whose time a test advances, and the clock for an adapter of it. */
export function emulatorWithClock(secret = new RepeatableSecrets().secret) {
  const emulator = new EmulatorUnderTest({ platform: PLATFORM, secret, speed: 1, rate_limits: true });
  const clock: AdapterClock = {
    epochMs: () => emulator.emulator.now(),
    monotonicMs: emulator.real.monotonicMs,
    async sleep(span_ms, signal) {
      signal?.throwIfAborted();
      emulator.real.pass(span_ms);
    },
  };
  return { emulator, clock };
}

/** An adapter for an emulator in process, without a port. */
export function inProcess(
  emulator: EmulatorUnderTest,
  clock: AdapterClock,
  options: Partial<HttpAdapterOptions> = {},
): HttpAdapter {
  return new HttpAdapter({
    base_url: `http://127.0.0.1${API_PATH}`,
    api_key: emulator.key,
    clock,
    seed: 'test',
    fetch: async (input, init) => emulator.app.request(input as Request, init),
    ...options,
  });
}

/** An adapter for an emulator on a port. */
export async function servedSubject(): Promise<ContractSubject> {
  const { emulator, clock } = emulatorWithClock();
  const listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
  const base_url = `${listening.address}${API_PATH}`;
  const withKey = (api_key: string) => new HttpAdapter({ base_url, api_key, clock, seed: 'test' });
  return { adapter: withKey(emulator.key), withKey, idles: true, release: () => listening.stop() };
}
