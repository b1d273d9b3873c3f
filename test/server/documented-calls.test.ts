import { describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/contract.js';
import { ABSENT, NOT_SERVED } from '../../src/api/not-served.js';
import { openApiDocument } from '../../src/server/openapi-document.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

interface DescribedCall {
  readonly requestBody?: object;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: object;
  }[];
}

const DOCUMENT = openApiDocument();
/** The calls of the API description, by method and path. */
const DESCRIBED = Object.entries(
  DOCUMENT['paths'] as Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    call: `${method} ${path.replace('/api/v2', '')}`,
    ...described,
  })),
);

describe('the API description', () => {
  test('the API description has a lower limit for every integer of a request, as the rules have', () => {
    const unlimited = (part: unknown): boolean =>
      typeof part === 'object' &&
      part !== null &&
      (('type' in part && part.type === 'integer' && !(Number(Reflect.get(part, 'minimum')) >= -1)) ||
        Object.values(part).some(unlimited));
    const requests = DESCRIBED.map(({ call, requestBody, parameters }) => ({
      call,
      parts: [requestBody, ...parameters.filter((parameter) => parameter.in === 'query')],
    }));
    expect(requests.filter(({ parts }) => unlimited(parts)).map(({ call }) => call)).toEqual([]);
  });

  test.each([
    ['get /projects', 'limit', { minimum: 1, maximum: 400 }],
    ['get /projects/{project_id}/operations', 'limit', { minimum: 1, maximum: 1000 }],
    ['get /consumption_history/v2/projects', 'from', { format: 'date-time' }],
    ['get /projects/{project_id}/branches/{branch_id}/schema', 'format', { enum: ['sql', 'json'] }],
  ])('the API description of %s has the limits of %s', (call, name, limits) => {
    const { parameters } = DESCRIBED.find((each) => each.call === call)!;
    expect(parameters.find((each) => each.name === name)?.schema).toMatchObject(limits);
  });

  test.each([
    ['projects', 'from, to, granularity'],
    ['v2/projects', 'from, to, granularity, org_id, metrics'],
    ['v2/branches', 'project_ids, from, to, granularity, org_id, metrics'],
  ])('the API description of consumption_history/%s requires %s', (of, expected) => {
    const { parameters } = DESCRIBED.find(({ call }) => call === `get /consumption_history/${of}`)!;
    const required = parameters.filter((each) => each.required).map(({ name }) => name);
    expect(required.join(', ')).toBe(expected);
  });

  test('the API description has every schema that it refers to', () => {
    const references = JSON.stringify(DOCUMENT).match(/#\/components\/schemas\/\w+/g) ?? [];
    expect(references.length).toBeGreaterThan(20);
    const { schemas } = DOCUMENT['components'] as { readonly schemas: object };
    const missing = references.filter((each) => !(each.split('/').at(-1)! in schemas));
    expect(missing).toEqual([]);
  });
});

describe('calls and paths', () => {
  const emulator = new EmulatorUnderTest();
  const at = (path: string, id = '1') => path.replaceAll(/\{\w+\}/g, id);

  test('every call requires a valid key in the header Authorization, and returns 401 without one', async () => {
    for (const { method, path } of CALLS) {
      for (const key of ['', 'napi_guess']) {
        const answer = await emulator.call(method, at(path), undefined, key);
        expect([answer.status, answer.body.message], `${method} ${path}`).toEqual([401, expect.any(String)]);
      }
    }
    expect(CALLS.length).toBeGreaterThan(50);
  });

  test("with a key, the vendor's unsupported calls get another answer than unknown paths", async () => {
    for (const [operation_id, place] of Object.entries(NOT_SERVED)) {
      const [method, path] = place.split(' ') as [string, string];
      const { status, body } = await emulator.call(method, at(path));
      expect([status, body], place).toEqual([
        501,
        {
          code: 'NOT_IMPLEMENTED',
          message: `the emulator does not serve ${operation_id} (${place}); /openapi.json lists the calls that it serves`,
          request_id: expect.any(String),
        },
      ]);
      for (const key of ['', 'napi_guess']) {
        expect((await emulator.call(method, at(path), undefined, key)).status, place).toBe(401);
      }
    }
  });

  test('calls of services that no branch has return 404 for a valid key, and 401 otherwise', async () => {
    const { project_id, branch_id } = await emulator.project();
    const ids: Readonly<Record<string, string>> = { project_id, branch_id, database_name: 'neondb' };
    for (const { at: place, what } of Object.values(ABSENT)) {
      const [method, path] = place.split(' ') as [string, string];
      const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
      const { status, body } = await emulator.call(method, filled);
      expect([status, body.message], place).toEqual([404, `${what} not found`]);
      expect((await emulator.call(method, filled, undefined, '')).status, place).toBe(401);
    }
  });

  test('every request is authenticated, including unknown paths and methods', async () => {
    const { body: once } = await emulator.call('POST', '/api_keys', { key_name: 'once' });
    const asked = (method: string, path: string, key?: string) =>
      emulator.call(method, path, undefined, key).then(({ status }) => status);
    for (const path of ['/nosuch', '/projects/p/nosuch', '/', '']) {
      const statuses = [await asked('GET', path, ''), await asked('GET', path, 'napi_guess')];
      expect([...statuses, await asked('GET', path), await asked('GET', path, once.key)], path).toEqual([
        401, 401, 404, 404,
      ]);
    }
    await emulator.call('DELETE', `/api_keys/${once.id}`);
    expect(await asked('GET', '/nosuch', once.key)).toBe(401);
    expect([await asked('PUT', '/projects', ''), await asked('PUT', '/projects')]).toEqual([401, 405]);
    // Not part of the API: no key is checked there.
    expect((await emulator.send('/api/v1/projects', {})).status).toBe(404);
  });

  test("every call returns the same for objects of another tenant and objects that don't exist", async () => {
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
    for (const { method, path, operation_id } of CALLS.filter((call) => call.path.includes('{'))) {
      const sent = method === 'GET' ? undefined : (bodies[operation_id] ?? {});
      const ask = async (suffix: string) => {
        const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          name === 'key_id' && suffix !== '' ? '424242' : `${real[name] ?? 'someone'}${suffix}`,
        );
        const { status, body: answer } = await emulator.call(method, filled, sent);
        return { status, message: answer.message, code: answer.code };
      };
      const theirs = await ask('');
      expect(theirs, operation_id).toEqual(await ask('0'));
      expect(theirs.status, operation_id).toBeGreaterThanOrEqual(theirs.status === 204 ? 204 : 400);
    }
  });
});

test.each([1, 230, 256])(
  'a branch whose name has %i characters is replaced by its snapshot',
  async (length) => {
    const emulator = new EmulatorUnderTest({ strict: true });
    const { project_id } = await emulator.project();
    const at = `/projects/${project_id}`;
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await emulator.call(method, `${at}${path}`, body);
      await emulator.control('POST', '/clock', { advance: '10s' });
      return answer.body;
    };
    const branch = { name: 'ö'.repeat(length) };
    await ask('POST', '/branches', { branch });
    for (const name of ['first', 'second']) {
      const { branches } = await ask('GET', '/branches');
      const current = branches.find((each: { name: string }) => each.name === branch.name);
      const { snapshot } = await ask('POST', `/branches/${current.id}/snapshot`);
      const restored = await ask('POST', `/snapshots/${snapshot.id}/restore`, { name });
      await ask('POST', `/branches/${restored.branch.id}/finalize_restore`);
    }
    const names = (await ask('GET', '/branches')).branches.map(({ name }: { name: string }) => name);
    expect(names).toContain(branch.name);
    expect(new Set(names).size).toBe(4);
  },
);
