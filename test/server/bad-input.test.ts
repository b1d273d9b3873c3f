import { describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/contract.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('a clear error, and nothing changed', () => {
  const emulator = new EmulatorUnderTest();

  async function refused(init: RequestInit, path = '/api/v2/projects') {
    const answer = await emulator.send(path, {
      ...init,
      headers: { Authorization: `Bearer ${emulator.key}`, ...init.headers },
    });
    const { status, body, headers } = answer;
    expect(body.request_id).toBe(headers.get('x-request-id'));
    return [status, body.message];
  }

  test.each([
    ['{', 400, 'request body is not JSON'],
    ['[]', 400, 'request body: expected an object, got an array'],
    ['{}', 400, 'request body: "project" is missing; expected an object'],
    ['{"project":{"name":7}}', 400, 'request body: "project.name": expected a string, got 7'],
    [
      '{"project":{"pg_version":"17"}}',
      400,
      'request body: "project.pg_version": expected a number, got "17"',
    ],
    ['', 400, 'request body is missing; expected a JSON object'],
  ])('POST /projects with the body %j', async (body, status, message) => {
    const [actual, words] = await refused({ method: 'POST', body, headers: JSON_TYPE });
    expect([actual, words]).toEqual([status, expect.stringContaining(message)]);
  });

  test('another kind of body', async () => {
    expect(
      await refused({
        method: 'POST',
        body: 'a=b',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    ).toEqual([
      415,
      'content type "application/x-www-form-urlencoded" is not understood; expected application/json',
    ]);
  });

  test('a body that is too long', async () => {
    const body = JSON.stringify({ project: { name: 'x'.repeat(2_000_000) } });
    expect(await refused({ method: 'POST', body, headers: JSON_TYPE })).toEqual([
      413,
      'request body is too long; at most 1048576 bytes are read',
    ]);
  });

  test('a query that makes no sense', async () => {
    expect(await refused({}, '/api/v2/projects?limit=many')).toEqual([
      400,
      'query: "limit": expected a number, got "many"',
    ]);
  });

  test('a path and a method that are not there', async () => {
    expect(await refused({}, '/api/v2/clusters')).toEqual([
      404,
      'there is no /api/v2/clusters here; /openapi.json lists what is served',
    ]);
    expect(await refused({ method: 'PUT' })).toEqual([
      405,
      'PUT is not served here; expected one of GET, HEAD, OPTIONS, POST',
    ]);
  });

  test('OPTIONS lists the methods for a valid key only, HEAD is GET without a body', async () => {
    expect((await emulator.send('/api/v2/projects', { method: 'OPTIONS' })).status).toBe(401);
    const options = await emulator.call('OPTIONS', '/projects');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    const head = await emulator.call('HEAD', '/projects');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  test('none of these has made a project', async () => {
    expect((await emulator.call('GET', '/projects')).body.projects).toEqual([]);
  });
});

describe("another tenant's things look like things that are not there", () => {
  test('whatever is asked about them', async () => {
    const emulator = new EmulatorUnderTest();
    const { body: user } = await emulator.control('POST', '/users', { name: 'B', email: 'b@neap.example' });
    const { body: key } = await emulator.control('POST', `/users/${user.id}/api_keys`, { key_name: 'k' });
    const { body: org } = await emulator.control('POST', '/organizations', {
      name: 'B',
      admin_user_id: user.id,
    });
    const { body } = await emulator.call('POST', '/projects', { project: { org_id: org.id } }, key.key);
    const real: Readonly<Record<string, string>> = {
      project_id: body.project.id,
      branch_id: body.branch.id,
      endpoint_id: body.endpoints[0].id,
      operation_id: body.operations[0].id,
      org_id: org.id,
      source_org_id: org.id,
      key_id: String(key.id),
      role_name: 'neondb_owner',
      database_name: 'neondb',
    };
    await emulator.control('POST', '/clock', { advance: '10s' });
    const bodies: Readonly<Record<string, unknown>> = {
      createProjectEndpoint: { endpoint: { branch_id: real['branch_id'], type: 'read_only' } },
      updateProjectEndpoint: { endpoint: { disabled: true } },
    };
    for (const { method, path, operation_id } of CALLS) {
      if (!path.includes('{')) continue;
      const ask = async (suffix: string) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          name === 'key_id' && suffix !== '' ? '424242' : `${real[name] ?? 'someone'}${suffix}`,
        );
        const { status, body: answer } = await emulator.call(
          method,
          filled,
          method === 'GET' ? undefined : (bodies[operation_id] ?? {}),
        );
        return { status, message: answer.message, code: answer.code };
      };
      const theirs = await ask('');
      expect(theirs, operation_id).toEqual(await ask('0'));
      expect(theirs.status, operation_id).toBeGreaterThanOrEqual(theirs.status === 204 ? 204 : 400);
    }
  });
});
