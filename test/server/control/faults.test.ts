import { describe, expect, test } from 'vitest';
import { HttpAdapter } from '../../../src/adapter/http-adapter.js';
import { createEmulator } from '../../../src/server/create-emulator.js';
import { listen } from '../../../src/server/listen.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

const NAMED = { project: { name: 'shop' } };

describe('calls that are made to fail', () => {
  test.each([429, 500, 503, 524])('the next one answers %i and is not carried out', async (answer) => {
    const emulator = new EmulatorUnderTest();
    await emulator.control('POST', '/faults', { answer, call: 'createProject' });
    expect((await emulator.call('GET', '/projects')).status).toBe(200);
    const refused = await emulator.call('POST', '/projects', NAMED);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      answer,
      answer === 429 ? '1' : null,
    ]);
    if (answer === 524) expect(refused.body).toContain('<title>524');
    else expect(refused.body).toMatchObject({ code: '', request_id: expect.any(String) });
    expect((await emulator.call('GET', '/projects')).body.projects).toEqual([]);
    expect((await emulator.call('POST', '/projects', NAMED)).status).toBe(201);
    expect((await emulator.control('GET', '/faults')).body.faults).toEqual([]);
  });

  test('an answer is lost after the deed: in process and on a port', async () => {
    const emulator = new EmulatorUnderTest();
    const listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
    const fault = { answer: 'none', carried_out: true, method: 'POST' };
    await emulator.control('POST', '/faults', fault);
    const headers = { Authorization: `Bearer ${emulator.key}`, 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(NAMED) };
    await expect(fetch(`${listening.address}/api/v2/projects`, sent)).rejects.toThrow();
    expect((await emulator.call('GET', '/projects')).body.projects).toMatchObject([{ name: 'shop' }]);
    await listening.stop();

    const own = createEmulator({ seed: 'suite' });
    const control = (body: object) =>
      own.fetch('http://localhost/_neap/faults', { method: 'POST', body: JSON.stringify(body) });
    await control({ answer: 'none', times: 2 });
    const auth = { headers: { Authorization: `Bearer ${own.api_key}` } };
    await expect(own.fetch(`${own.base_url}/projects`, auth)).rejects.toThrow('fetch failed');
    // A client that repeats what is safe to repeat gets through.
    const adapter = new HttpAdapter({
      base_url: own.base_url,
      api_key: own.api_key,
      fetch: own.fetch,
      clock: own.clock,
    });
    expect((await adapter.listProjects({})).projects).toEqual([]);
  });

  test('the control plane is away for a while of emulated time', async () => {
    const emulator = new EmulatorUnderTest();
    await emulator.control('POST', '/faults', { answer: 503, for: '30s' });
    const statusOf = async () => (await emulator.call('GET', '/projects')).status;
    expect([await statusOf(), await statusOf()]).toEqual([503, 503]);
    await emulator.control('POST', '/clock', { advance: '29s' });
    expect(await statusOf()).toBe(503);
    await emulator.control('POST', '/clock', { advance: '1s' });
    expect(await statusOf()).toBe(200);
  });

  test('a fault that is set now takes effect at a later moment', async () => {
    const emulator = new EmulatorUnderTest();
    const { body } = await emulator.control('POST', '/faults', { answer: 503, after: '10s', for: '5s' });
    expect(Date.parse(body.until) - Date.parse(body.from)).toBe(5_000);
    const statuses: number[] = [];
    for (let seconds = 0; seconds < 16; seconds++) {
      statuses.push((await emulator.call('GET', '/projects')).status);
      await emulator.control('POST', '/clock', { advance: '1s' });
    }
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(503), 200]);
  });

  test('a share of calls, the same ones by the same seed', async () => {
    const hits = async (seed: string, emulator = new EmulatorUnderTest({ platform: { seed } })) => {
      await emulator.control('POST', '/faults', { answer: 503, share: 0.3 });
      const statuses: number[] = [];
      for (let count = 0; count < 100; count++)
        statuses.push((await emulator.call('GET', '/regions')).status);
      return statuses;
    };
    const first = await hits('a');
    expect(await hits('a')).toEqual(first);
    expect(await hits('b')).not.toEqual(first);
    const again = new EmulatorUnderTest({ platform: { seed: 'a' } });
    again.emulator.remember();
    expect(await hits('a', again)).toEqual(first);
    await again.control('POST', '/reset', {});
    expect(await hits('a', again)).toEqual(first);
    const failed = first.filter((status) => status === 503).length;
    expect(failed).toBeGreaterThan(15);
    expect(failed).toBeLessThan(45);
  });

  test('an answer that is slow is the right one', async () => {
    const emulator = new EmulatorUnderTest();
    await emulator.control('POST', '/faults', { delay: '20ms' });
    expect((await emulator.call('GET', '/projects')).body.projects).toEqual([]);
  });

  test.each([
    [{}, 'expected "answer" or "delay", or "operation" alone'],
    [{ answer: 503, operation: 'fails' }, 'expected "answer" or "delay", or "operation" alone'],
    [{ answer: 200 }, '"answer"'],
    [{ answer: 503, call: 'createCluster' }, 'there is no "createCluster"'],
    [{ answer: '503' }, '"answer": expected a number or one of none, got "503"'],
    [{ operation: 'fails', call: 'createProject' }, '"operation" goes by "action"'],
    [{ answer: 503, action: 'start_compute' }, '"action" goes with "operation"'],
    [{ delay: '1s', carried_out: false }, '"carried_out" goes with "answer"'],
    [{ delay: '11m' }, 'at most 10m'],
    [{ anwser: 503 }, '"anwser" is not known here'],
  ])('%j is refused', async (body, message) => {
    const emulator = new EmulatorUnderTest();
    const answer = await emulator.control('POST', '/faults', body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('operations that are made to fail', () => {
  test('a start fails: the compute is idle, and wakes the next time', async () => {
    const emulator = new EmulatorUnderTest();
    const { project_id, endpoint_id } = await emulator.project();
    await emulator.control('POST', '/clock', { advance: '6m' });
    await emulator.control('POST', '/faults', { operation: 'fails', action: 'start_compute' });
    const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
    const { body } = await emulator.call('POST', `${path}/start`);
    await emulator.control('POST', '/clock', { advance: '1s' });
    const operation = await emulator.call(
      'GET',
      `/projects/${project_id}/operations/${body.operations[0].id}`,
    );
    expect(operation.body.operation).toMatchObject({
      status: 'failed',
      failures_count: 1,
      error: expect.any(String),
    });
    const shown = async () => (await emulator.call('GET', path)).body.endpoint;
    expect(await shown()).toMatchObject({ current_state: 'idle' });
    expect(await shown()).not.toHaveProperty('pending_state');
    await emulator.call('POST', `${path}/start`);
    await emulator.control('POST', '/clock', { advance: '1s' });
    expect(await shown()).toMatchObject({ current_state: 'active' });
  });

  test.each([60, 1])(
    'an operation that comes due while %d min are skipped at once meets the faults of its moment',
    async (minutes) => {
      const emulator = new EmulatorUnderTest();
      const { project_id } = await emulator.project();
      await emulator.control('POST', '/faults', {
        operation: 'fails',
        action: 'suspend_compute',
        for: '6m30s',
      });
      await emulator.control('POST', '/faults', {
        operation: 'sticks',
        action: 'suspend_compute',
        after: '40m',
      });
      for (let passed = 0; passed < 60; passed += minutes) {
        await emulator.control('POST', '/clock', { advance: `${minutes}m` });
      }
      const { body } = await emulator.call('GET', `/projects/${project_id}/operations`);
      const suspensions = body.operations.filter(
        ({ action }: { action: string }) => action === 'suspend_compute',
      );
      // After five idle minutes, then every minute.
      expect(suspensions.map(({ status }: { status: string }) => status)).toEqual([
        'finished',
        'failed',
        'failed',
      ]);
    },
  );

  test('an operation is stuck: the project stays locked until it is released', async () => {
    const emulator = new EmulatorUnderTest();
    const { project_id, endpoint_id } = await emulator.project();
    const path = `/projects/${project_id}/endpoints/${endpoint_id}`;
    await emulator.control('POST', '/faults', { operation: 'sticks' });
    const { body } = await emulator.call('POST', `${path}/suspend`);
    await emulator.control('POST', '/clock', { advance: '1d' });
    expect((await emulator.call('POST', `${path}/restart`)).status).toBe(423);
    const released = await emulator.control('DELETE', '/faults');
    expect(released.body).toEqual({ released: [body.operations[0].id] });
    expect((await emulator.call('GET', path)).body.endpoint.current_state).toBe('idle');
  });
});
