import { mock } from 'node:test';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { HttpAdapter } from '../../src/adapter/http-adapter.js';
import { operationsSucceeded } from '../../src/adapter/operations-ended.js';
import { type EmulatorFixture, withEmulator } from '../../src/testing/index.js';

const START = Date.parse('2026-01-05T00:00:00Z');

async function computeOf({ adapter }: EmulatorFixture) {
  const { project, endpoints, operations } = await adapter.createProject({ project: { name: 'shop' } });
  await operationsSucceeded(adapter, project.id, operations);
  const id = { project_id: project.id, endpoint_id: endpoints[0]!.id };
  return async () => (await adapter.getProjectEndpoint(id)).endpoint.current_state;
}

afterEach(() => {
  vi.useRealTimers();
  mock.timers.reset();
});

describe('an emulator for one test', () => {
  test('each test gets a new emulator on its port, with the same answers as in process, which is stopped afterwards', async () => {
    const [first, second] = await Promise.all([
      withEmulator(async ({ env, adapter }) => {
        const remote = new HttpAdapter({ base_url: env.NEON_API_HOST, api_key: env.NEON_API_KEY });
        const [list, over_network] = [await adapter.listProjects({}), await remote.listProjects({})];
        return { env, list, over_network };
      }),
      withEmulator(async (one) => {
        await one.adapter.createProject({ project: {} });
        return { env: one.env, list: await one.adapter.listProjects({}) };
      }),
    ]);
    expect(first.list.projects).toHaveLength(0);
    expect(second.list.projects).toHaveLength(1);
    expect(first.env.NEON_API_HOST).not.toBe(second.env.NEON_API_HOST);
    expect(first.over_network).toEqual(first.list);
    await expect(fetch(first.env.NEON_API_HOST)).rejects.toThrow();
  });

  test("the emulator is stopped when the test fails, and the test's failure is reported", async () => {
    let host = '';
    const failed = withEmulator(({ env }) => {
      host = env.NEON_API_HOST;
      throw new Error('not as expected');
    });
    await expect(failed).rejects.toThrow('not as expected');
    await expect(fetch(host)).rejects.toThrow();
  });

  test('five idle minutes can be skipped, and an invalid duration is refused', () =>
    withEmulator(
      async (emulator) => {
        const state = await computeOf(emulator);
        expect(await state()).toBe('active');
        await emulator.advance(300_000);
        expect(await state()).toBe('idle');
        for (const span of [-1, Number.NaN, 1e18, '301000', null] as number[])
          await expect(emulator.advance(span)).rejects.toThrow(RangeError);
      },
      { start_ms: START, operation_duration_ms: 0 },
    ));
});

describe('withEmulator with the fake timers of a test runner', () => {
  test('a vitest timer that fires within a skipped span sees the platform at that time', async () => {
    vi.useFakeTimers({ now: START });
    await withEmulator(
      async (emulator) => {
        const state = await computeOf(emulator);
        const seen: string[] = [];
        const before_ms = emulator.now_ms;
        for (const minutes of [4, 6]) {
          setTimeout(async () => seen.push(`${minutes} min: ${await state()}`), minutes * 60_000);
        }
        await emulator.advance(600_000);
        expect(seen).toEqual(['4 min: active', '6 min: idle']);
        expect(emulator.now_ms).toBe(Date.now());
        expect(emulator.now_ms).toBe(before_ms + 600_000);
      },
      { timers: vi, operation_duration_ms: 0 },
    );
  });

  test('timers of node:test advance with emulated time', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: START });
    await withEmulator(
      async (emulator) => {
        const state = await computeOf(emulator);
        const fired: number[] = [];
        const before_ms = emulator.now_ms;
        setTimeout(() => fired.push(emulator.now_ms), 60_000);
        await emulator.advance(301_000);
        expect(fired).toEqual([before_ms + 60_000]);
        expect(await state()).toBe('idle');
      },
      { timers: mock.timers, operation_duration_ms: 0 },
    );
  });

  test('fake timers that leave Date unchanged are refused, with a remedy', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await withEmulator(
      async (emulator) => {
        await expect(emulator.advance(60_000)).rejects.toThrow(/Date by \d+ ms; expected both to be faked/);
      },
      { timers: vi },
    );
  });
});
