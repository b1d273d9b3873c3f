import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createEmulator } from '../../../src/server/create-emulator.js';
import { listen } from '../../../src/server/listen.js';
import { openStateFolder } from '../../../src/server/store/state-folder.js';
import { EmulatorUnderTest } from '../emulator-under-test.js';

describe('a suite resets the emulator', () => {
  test('state, time, ids, faults and requests are those of the beginning', async () => {
    const emulator = new EmulatorUnderTest();
    const first = await emulator.project({ name: 'shop' });
    await emulator.control('POST', '/clock', { advance: '3h' });
    await emulator.control('POST', '/faults', { answer: 503, times: 5 });
    const { body: reset } = await emulator.control('POST', '/reset', {});
    expect(reset.now).toBe('2026-01-05T00:00:00.000Z');
    expect((await emulator.call('GET', '/projects')).body.projects).toEqual([]);
    expect((await emulator.control('GET', '/state')).body).toMatchObject({ projects: 0, computes: [] });
    const again = await emulator.project({ name: 'shop' });
    expect([again.project_id, again.endpoint_id]).toEqual([first.project_id, first.endpoint_id]);
    const { body } = await emulator.control('GET', '/requests');
    expect(body.requests.map(({ call }: { call: string }) => call)).toEqual([
      'listProjects',
      'createProject',
    ]);
  });

  test('or from a snapshot, with what is due from there; revoked keys work again', async () => {
    const emulator = new EmulatorUnderTest();
    const { project_id, endpoint_id } = await emulator.project();
    const { body: key } = await emulator.call('POST', '/api_keys', { key_name: 'k' });
    expect((await emulator.control('POST', '/snapshots', { name: 'awake' })).status).toBe(200);
    const state = async () =>
      (await emulator.call('GET', `/projects/${project_id}/endpoints/${endpoint_id}`)).body.endpoint
        .current_state;
    for (let round = 0; round < 2; round++) {
      await emulator.control('POST', '/clock', { advance: '4m' });
      expect(await state()).toBe('active');
      await emulator.control('POST', '/clock', { advance: '2m' });
      expect(await state()).toBe('idle');
      await emulator.call('DELETE', `/api_keys/${key.id}`);
      expect((await emulator.call('GET', '/projects', undefined, key.key)).status).toBe(401);
      await emulator.control('POST', '/reset', { to: 'awake' });
      expect((await emulator.call('GET', '/projects', undefined, key.key)).status).toBe(200);
      expect(await state()).toBe('active');
    }
    const unknown = await emulator.control('POST', '/reset', { to: 'nothing' });
    expect([unknown.status, unknown.body.message]).toEqual([
      409,
      'unknown snapshot "nothing"; expected one of awake',
    ]);
  });

  test('what is kept in a folder is what it went back to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neap-reset-'));
    const first = new EmulatorUnderTest({ store: await openStateFolder(folder) });
    const { project_id } = await first.project({ name: 'kept' });
    await first.control('POST', '/snapshots', { name: 'one' });
    await first.project({ name: 'gone' });
    await first.control('POST', '/reset', { to: 'one' });
    const tables = JSON.stringify(first.emulator.platform.tables().projects);
    await first.emulator.store.close();
    const second = new EmulatorUnderTest({ store: await openStateFolder(folder), start_ms: undefined });
    expect(JSON.stringify(second.emulator.platform.tables().projects)).toBe(tables);
    expect((await second.call('GET', `/projects/${project_id}`)).status).toBe(200);
    await second.emulator.store.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

test('requests are there for assertions, with what was sent and answered, and never a key', async () => {
  const emulator = new EmulatorUnderTest();
  await emulator.call('POST', '/projects', { project: { name: 'shop' } });
  await emulator.control('POST', '/faults', { answer: 429 });
  await emulator.call('GET', '/projects?limit=1');
  const { body } = await emulator.control('GET', '/requests');
  expect(body.requests).toMatchObject([
    { number: 1, method: 'POST', path: '/projects', call: 'createProject', status: 201, faulty: false },
    { number: 2, method: 'GET', path: '/projects?limit=1', status: 429, faulty: true },
  ]);
  expect(body.requests[0].body).toEqual({ project: { name: 'shop' } });
  expect(JSON.stringify(body)).not.toContain(emulator.key);
  const filtered = await emulator.control('GET', '/requests?call=createProject&status=201');
  expect(filtered.body.requests).toHaveLength(1);
  for (const wrong of ['cal=x', 'call=createProjct', 'method=get', 'status=2xx']) {
    expect((await emulator.control('GET', `/requests?${wrong}`)).status, wrong).toBe(400);
  }
  await emulator.control('DELETE', '/requests');
  expect((await emulator.control('GET', '/requests')).body.requests).toEqual([]);
});

describe('strict', () => {
  test.each([
    [
      'POST',
      '/projects',
      { project: { name: 'a', suspend_timeout: 60 } },
      '"project.suspend_timeout" is not known',
    ],
    [
      'POST',
      '/projects',
      { project: { settings: { quota: { active: 1 } } } },
      '"project.settings.quota.active"',
    ],
    ['PATCH', '/projects/p/endpoints/e', { endpoint: { type: 'read_only' } }, '"endpoint.type" is not known'],
    ['GET', '/projects?lmit=1', undefined, 'query: "lmit" is not known here; expected cursor, limit'],
  ])('%s %s with %j is refused; otherwise it is ignored', async (method, path, body, message) => {
    const strict = await new EmulatorUnderTest({ strict: true }).call(method, path, body);
    expect([strict.status, strict.body.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await new EmulatorUnderTest().call(method, path, body)).status).not.toBe(400);
  });

  test('what the service takes is taken, though it changes nothing here', async () => {
    const strict = new EmulatorUnderTest({ strict: true });
    expect((await strict.call('DELETE', '/projects/p/branches/b?hard_delete=true')).status).toBe(404);
  });

  test('Postgres settings are the client’s own', async () => {
    const emulator = new EmulatorUnderTest({ strict: true });
    const settings = { default_endpoint_settings: { pg_settings: { work_mem: '8MB' } } };
    expect((await emulator.call('POST', '/projects', { project: settings })).status).toBe(201);
  });
});

test('changes are reported as they happen, without secrets', async () => {
  const emulator = new EmulatorUnderTest();
  const listening = await listen(emulator.emulator, { port: 0, host: '127.0.0.1' });
  const answer = await fetch(`${listening.address}/_neap/events`);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader.read()).value ?? '';
  };
  await emulator.project({ name: 'shop' });
  await until('"current_state":"active"');
  expect(text).toContain('event: projects\ndata: {"at":"2026-01-05T00:00:00.000Z"');
  expect(text).toContain('"action":"start_compute","status":"finished"');
  expect(text).not.toMatch(/"password"|npg_|secret/);
  // A reader that stays does not hold a stop up.
  await listening.stop();
  expect((await reader.read()).done).toBe(true);
});

test('a key and a plan that are named', async () => {
  const emulator = createEmulator({ api_key: 'napi_test_key', plan: 'free' });
  const answer = await emulator.fetch(`${emulator.base_url}/users/me`, {
    headers: { Authorization: 'Bearer napi_test_key' },
  });
  expect(await answer.json()).toMatchObject({ plan: 'free', branches_limit: 10 });
});

test('health answers without a key, and reports an error when the state cannot be written', async () => {
  const emulator = new EmulatorUnderTest();
  const far = { incoming: { socket: { remoteAddress: '10.1.2.3' } } };
  const answer = await emulator.app.request('/_neap/health', {}, far);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { status: 'ok', emulator: 'neap', now: '2026-01-05T00:00:00.000Z' },
  ]);
});
