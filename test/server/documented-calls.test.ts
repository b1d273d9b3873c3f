import { describe, expect, test } from 'vitest';
import { ALL_ROUTES } from '../../src/server/routes/all-routes.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

describe('every call', () => {
  test('needs the header Authorization with a key that is valid, and answers 401 without', async () => {
    const emulator = new EmulatorUnderTest();
    for (const { method, path } of ALL_ROUTES) {
      const filled = path.replaceAll(/\{\w+\}/g, '1');
      for (const key of ['', 'napi_guess']) {
        const answer = await emulator.call(method, filled, undefined, key);
        expect([answer.status, answer.body.message], `${method} ${path}`).toEqual([401, expect.any(String)]);
      }
    }
    expect(ALL_ROUTES.length).toBeGreaterThan(50);
  });

  test('takes the key as a bearer token, and in no other way', async () => {
    const emulator = new EmulatorUnderTest();
    const statusOf = async (authorization: string) =>
      (await emulator.send('/api/v2/users/me', { headers: { Authorization: authorization } })).status;
    expect(await statusOf(`Bearer ${emulator.key}`)).toBe(200);
    for (const wrong of [emulator.key, `Basic ${emulator.key}`, `Bearer ${emulator.key}x`, 'Bearer', '']) {
      expect(await statusOf(wrong), wrong).toBe(401);
    }
    expect((await emulator.send(`/api/v2/users/me?api_key=${emulator.key}`, {})).status).toBe(401);
  });

  test('is under the version segment /api/v2, and nowhere else', async () => {
    const emulator = new EmulatorUnderTest();
    const headers = { Authorization: `Bearer ${emulator.key}` };
    expect((await emulator.send('/api/v2/projects', { headers })).status).toBe(200);
    for (const path of ['/api/v1/projects', '/api/v3/projects', '/api/projects', '/projects']) {
      expect((await emulator.send(path, { headers })).status, path).toBe(404);
    }
  });
});

describe('the calls of the specification', () => {
  test('on computes, with the bodies it shows', async () => {
    const emulator = new EmulatorUnderTest();
    const { project_id, branch_id, endpoint_id } = await emulator.project({ name: 'shop' });
    const endpoints = `/projects/${project_id}/endpoints`;
    const later = () => emulator.control('POST', '/clock', { advance: '10s' });

    const projects = await emulator.call('GET', '/projects');
    expect(projects.body.projects).toMatchObject([{ id: project_id, name: 'shop' }]);
    const gone = await emulator.call('DELETE', `${endpoints}/${endpoint_id}`);
    expect(gone.status).toBe(200);
    await later();

    const created = await emulator.call('POST', endpoints, { endpoint: { branch_id, type: 'read_write' } });
    expect(created.body).toMatchObject({
      endpoint: { branch_id, type: 'read_write', current_state: 'init', pending_state: 'active' },
      operations: [{ action: 'start_compute', status: 'running' }],
    });
    const { id, host } = created.body.endpoint;
    expect([id, host]).not.toEqual([endpoint_id, expect.stringContaining(endpoint_id)]);
    await later();
    const second = await emulator.call('POST', endpoints, { endpoint: { branch_id, type: 'read_write' } });
    expect(second.status).toBe(409);
    expect((await emulator.call('GET', endpoints)).body.endpoints).toMatchObject([{ id }]);

    expect((await emulator.call('POST', `${endpoints}/${id}/restart`)).status).toBe(200);
    await later();
    await emulator.control('POST', '/clock', { advance: '6m' });
    expect((await emulator.call('POST', `${endpoints}/${id}/restart`)).status).toBe(422);

    const branch = await emulator.call('POST', `/projects/${project_id}/branches`, {});
    await later();
    const moved = await emulator.call('PATCH', `${endpoints}/${id}`, {
      endpoint: { branch_id: branch.body.branch.id },
    });
    expect(moved.body).toMatchObject({
      endpoint: { branch_id: branch.body.branch.id, current_state: 'idle', pending_state: 'idle' },
      operations: [
        { action: 'apply_config', status: 'running' },
        { action: 'suspend_compute', status: 'scheduling' },
      ],
    });
    await later();
    const deleted = await emulator.call('DELETE', `${endpoints}/${id}`);
    expect(deleted.body).toMatchObject({ endpoint: { id }, operations: [] });
  });
});
