import { afterEach, expect, test } from 'vitest';
import { HttpAdapter } from '../../src/adapter/http-adapter.js';
import { operationsSucceeded } from '../../src/adapter/operations-ended.js';
import { createEmulator, PlatformError, type SuiteEmulator } from '../../src/server/index.js';
import { START_MS } from './emulator-under-test.js';

const running: SuiteEmulator[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.stop()));
});

function emulated(options: Parameters<typeof createEmulator>[0] = {}): SuiteEmulator {
  const emulator = createEmulator({ seed: 'suite', start_ms: START_MS, ...options });
  running.push(emulator);
  return emulator;
}

test.each([
  [{ sede: 'suite' }, 'options of an emulator: "sede" is unknown; expected operation_duration_ms, log, seed'],
  [{ strict: 'yes' }, 'options of an emulator: "strict": expected true or false, got "yes"'],
  // With these, time would decrease, or an operation would never end.
  [{ speed: -1 }, 'options of an emulator: "speed": expected at least 0, got -1'],
  [
    { operation_duration_ms: Number('none') },
    'options of an emulator: "operation_duration_ms": expected a number, got NaN',
  ],
  [{ start_ms: '0' }, 'options of an emulator: "start_ms": expected a number, got "0"'],
  [{ clock: 'dates' }, 'options of an emulator: "clock": expected one of date, got "dates"'],
])('createEmulator refuses the options %j', (options, message) => {
  expect(() => createEmulator(options as object)).toThrow(message);
});

test('in process, waiting for operations takes emulated time, and a client wakes a suspended compute', async () => {
  const emulator = emulated({ operation_duration_ms: 60_000 });
  const { base_url, api_key, fetch, clock } = emulator;
  const adapter = new HttpAdapter({ base_url, api_key, fetch, clock });
  const { project, endpoints, operations } = await adapter.createProject({ project: { name: 'shop' } });
  await operationsSucceeded(adapter, project.id, operations);
  expect(emulator.now_ms - START_MS).toBeGreaterThanOrEqual(60_000);
  const compute = { project_id: project.id, endpoint_id: endpoints[0]!.id };
  const state = async () => (await adapter.getProjectEndpoint(compute)).endpoint.current_state;
  expect(await state()).toBe('active');
  emulator.advance(361_000);
  expect(await state()).toBe('idle');
  emulator.connect(compute.endpoint_id);
  emulator.advance(60_000);
  expect(await state()).toBe('active');
  expect(() => emulator.connect('ep-none')).toThrow(PlatformError);
});

test('time is paused until it is advanced, and runs once it has a speed', () => {
  const paused = emulated();
  expect([paused.now_ms, paused.now_ms]).toEqual([START_MS, START_MS]);
  expect(() => paused.advance(-1)).toThrow(/expected a span of 0 ms or more .* got -1/);
  for (const span of [Number.NaN, 1e18, '5', null] as number[])
    expect(() => paused.advance(span)).toThrow(RangeError);
  expect(emulated({ speed: 1000 }).now_ms).toBeGreaterThanOrEqual(START_MS);
});

test('the same seed gives the same key; without a seed each emulator has its own key', () => {
  const key = (seed?: string) => createEmulator(seed === undefined ? {} : { seed }).api_key;
  expect(key('one')).toBe(key('one'));
  expect(key()).not.toBe(key());
});

test('on a port, clients that know the address and the key use the emulator until it stops', async () => {
  const emulator = emulated();
  await emulator.listen();
  const { base_url, api_key } = emulator;
  expect(base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2$/);
  await expect(emulator.listen()).rejects.toThrow('already listens');
  const me = await new HttpAdapter({ base_url, api_key }).getCurrentUserInfo();
  expect(me.id).toBe(emulator.user_id);
  await emulator.stop();
  await expect(fetch(`${base_url}/users/me`)).rejects.toThrow();
});
