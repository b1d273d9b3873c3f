import { afterEach, describe, expect, test } from 'vitest';
import { HttpAdapter } from '../../src/adapter/http-adapter.js';
import { operationsSucceeded } from '../../src/adapter/operations-ended.js';
import { createEmulator, PlatformError, type SuiteEmulator } from '../../src/server/index.js';

const START_MS = Date.parse('2026-01-05T00:00:00Z');

const running: SuiteEmulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

function emulated(options: Parameters<typeof createEmulator>[0] = {}): SuiteEmulator {
  const emulator = createEmulator({ seed: 'suite', start_ms: START_MS, ...options });
  running.push(emulator);
  return emulator;
}

/** A project whose compute is active, made through the emulator's own clock. */
async function shop({ base_url, api_key, fetch, clock }: SuiteEmulator) {
  const adapter = new HttpAdapter({ base_url, api_key, fetch, clock });
  const { project, endpoints, operations } = await adapter.createProject({ project: { name: 'shop' } });
  await operationsSucceeded(adapter, project.id, operations);
  const endpoint = { project_id: project.id, endpoint_id: endpoints[0]!.id };
  const state = async () => (await adapter.getProjectEndpoint(endpoint)).endpoint.current_state;
  return { adapter, endpoint, state };
}

test.each([
  [
    { sede: 'suite' },
    'options of an emulator: "sede" is not known here; expected operation_duration_ms, log, seed',
  ],
  [{ strict: 'yes' }, 'options of an emulator: "strict": expected true or false, got "yes"'],
  // Time would run back, or an operation would never end.
  [{ speed: -1 }, 'options of an emulator: "speed": expected at least 0, got -1'],
  [
    { operation_duration_ms: Number('none') },
    'options of an emulator: "operation_duration_ms": expected a number, got NaN',
  ],
  [{ start_ms: '0' }, 'options of an emulator: "start_ms": expected a number, got "0"'],
  [{ clock: 'dates' }, 'options of an emulator: "clock": expected one of date, got "dates"'],
])('%j is refused', (options, message) => {
  expect(() => createEmulator(options as object)).toThrow(message);
});

describe('in process', () => {
  test('five idle minutes pass at once; a client wakes the compute', async () => {
    const emulator = emulated();
    const { endpoint, state } = await shop(emulator);
    expect(await state()).toBe('active');
    emulator.advance(301_000);
    expect(await state()).toBe('idle');
    emulator.connect(endpoint.endpoint_id);
    emulator.advance(10_000);
    expect(await state()).toBe('active');
  });

  test('waiting for operations takes emulated time', async () => {
    const emulator = emulated({ operation_duration_ms: 60_000 });
    await shop(emulator);
    expect(emulator.now_ms - START_MS).toBeGreaterThanOrEqual(60_000);
  });

  test('time is paused until it is advanced, and runs once it has a speed', () => {
    const standing = emulated();
    expect([standing.now_ms, standing.now_ms]).toEqual([START_MS, START_MS]);
    expect(() => standing.advance(-1)).toThrow(/expected a span of 0 ms or more .* got -1/);
    for (const span of [Number.NaN, 1e18, '5', null] as number[])
      expect(() => standing.advance(span)).toThrow(RangeError);
    expect(emulated({ speed: 1000 }).now_ms).toBeGreaterThanOrEqual(START_MS);
  });

  test('the same seed gives the same key; without one it is another each time', () => {
    const key = (seed?: string) => createEmulator(seed === undefined ? {} : { seed }).api_key;
    expect(key('one')).toBe(key('one'));
    expect(key()).not.toBe(key());
  });

  test('a client cannot connect to what is not there', () => {
    expect(() => emulated().connect('ep-none')).toThrow(PlatformError);
  });
});

describe('on a port', () => {
  test('clients that know the address and the key use it, until it stops', async () => {
    const emulator = emulated();
    await emulator.listen();
    const { base_url, api_key } = emulator;
    expect(base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
    await expect(emulator.listen()).rejects.toThrow('listens already');
    const me = await new HttpAdapter({ base_url, api_key }).getCurrentUserInfo();
    expect(me.id).toBe(emulator.user_id);
    await emulator.stop();
    await expect(fetch(`${base_url}/users/me`)).rejects.toThrow();
  });
});
