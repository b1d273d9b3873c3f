import { describe, expect, test } from 'vitest';
import { CALLS } from '../../src/api/contract.js';
import { ABSENT, NOT_SERVED } from '../../src/api/not-served.js';
import { openApiDocument } from '../../src/server/openapi-document.js';
import { EmulatorUnderTest } from './emulator-under-test.js';

describe('every call', () => {
  test('needs the header Authorization with a key that is valid, and answers 401 without', async () => {
    const emulator = new EmulatorUnderTest();
    for (const { method, path } of CALLS) {
      const filled = path.replaceAll(/\{\w+\}/g, '1');
      for (const key of ['', 'napi_guess']) {
        const answer = await emulator.call(method, filled, undefined, key);
        expect([answer.status, answer.body.message], `${method} ${path}`).toEqual([401, expect.any(String)]);
      }
    }
    expect(CALLS.length).toBeGreaterThan(50);
  });
});

interface DescribedCall {
  readonly requestBody?: object;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
}

/** The calls of the API description, by method and path. */
const DESCRIBED = Object.entries(
  openApiDocument()['paths'] as Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    call: `${method} ${path.replace('/api/v2', '')}`,
    ...described,
  })),
);

describe('the API description', () => {
  test('has a lower limit for every number of a request, as the rules have', () => {
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
  ])('of %s says what %s may be', (call, name, limits) => {
    const { parameters } = DESCRIBED.find((each) => each.call === call)!;
    expect(parameters.find((each) => each.name === name)?.schema).toMatchObject(limits);
  });
});

describe('what is not served', () => {
  const UNKNOWN = ['/nosuch', '/projects/p/nosuch', '/', ''];

  test("with a key, the vendor's unsupported calls get another answer than unknown paths", async () => {
    const emulator = new EmulatorUnderTest();
    for (const [operation_id, at] of Object.entries(NOT_SERVED)) {
      const [method, path] = at.split(' ') as [string, string];
      const filled = path.replaceAll(/\{\w+\}/g, '1');
      const { status, body } = await emulator.call(method, filled);
      expect([status, body.code], at).toEqual([501, 'NOT_IMPLEMENTED']);
      expect(body.message).toBe(
        `the emulator does not serve ${operation_id} (${at}); /openapi.json lists the calls that it serves`,
      );
      expect(body.request_id).toEqual(expect.any(String));
      for (const key of ['', 'napi_guess']) {
        expect((await emulator.call(method, filled, undefined, key)).status, at).toBe(401);
      }
    }
  });

  test('services that no branch has here are absent, for who may look', async () => {
    const emulator = new EmulatorUnderTest();
    const { project_id, branch_id } = await emulator.project();
    for (const { at, what } of Object.values(ABSENT)) {
      const [method, path] = at.split(' ') as [string, string];
      const named = path.replace('{project_id}', project_id).replace('{database_name}', 'neondb');
      const filled = named.replace('{branch_id}', branch_id);
      const { status, body } = await emulator.call(method, filled);
      expect([status, body.message], at).toEqual([404, `${what} not found`]);
      expect((await emulator.call(method, filled, undefined, '')).status, at).toBe(401);
    }
  });

  test('fixed paths are not taken for ids, nor ids for fixed paths', async () => {
    const emulator = new EmulatorUnderTest();
    const { project_id } = await emulator.project({ name: 'auth' });
    expect((await emulator.call('GET', '/projects/shared')).body).toMatchObject({ projects: [] });
    expect((await emulator.call('GET', `/projects/${project_id}/branches/count`)).body.count).toBe(1);
    expect((await emulator.call('GET', '/projects/auth')).status).toBe(404);
    expect((await emulator.call('POST', '/projects/auth/create')).status).toBe(501);
  });

  test('every request is authenticated: paths that are not there, methods that are not served', async () => {
    const emulator = new EmulatorUnderTest();
    for (const path of UNKNOWN) {
      expect((await emulator.call('GET', path, undefined, '')).status, path).toBe(401);
      expect((await emulator.call('GET', path, undefined, 'napi_guess')).status, path).toBe(401);
      expect((await emulator.call('GET', path)).status, path).toBe(404);
    }
    expect((await emulator.call('PUT', '/projects', undefined, '')).status).toBe(401);
    expect((await emulator.call('PUT', '/projects')).status).toBe(405);
    // Not part of the API: no key is checked there.
    expect((await emulator.send('/api/v1/projects', {})).status).toBe(404);
  });

  test('a key that is revoked learns of nothing either', async () => {
    const emulator = new EmulatorUnderTest();
    const { body } = await emulator.call('POST', '/api_keys', { key_name: 'once' });
    expect((await emulator.call('GET', '/nosuch', undefined, body.key)).status).toBe(404);
    await emulator.call('DELETE', `/api_keys/${body.id}`);
    expect((await emulator.call('GET', '/nosuch', undefined, body.key)).status).toBe(401);
  });
});
