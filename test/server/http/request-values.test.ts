import { describe, expect, test } from 'vitest';
import { EmulatorUnderTest } from '../emulator-under-test.js';

describe('values of requests', () => {
  const emulator = new EmulatorUnderTest();
  const refusal = async (method: string, path: string, body: string) => {
    const answer = await emulator.callWithText(method, path, body);
    return [answer.status, answer.body.message];
  };

  test.each([
    ['{"project":{"history_retention_seconds":1e999}}', 'got Infinity'],
    ['{"project":{"name":"a\\u0000b"}}', 'control characters'],
    ['{"project":{"name":"a\\r\\nb"}}', 'control characters'],
    ['{"project":{"name":"\\ud800"}}', 'control characters'],
    ['{"project":{"name":"\\u202eevil"}}', 'direction of text'],
    ['{"project":{"branch":{"role_name":".."}}}', 'cannot be part of an address'],
    ['{"project":{"branch":{"database_name":"."}}}', 'cannot be part of an address'],
    ['{"project":{"branch":{"role_name":"\\ud800"}}}', 'cannot be part of an address'],
  ])('%s is refused', async (body, message) => {
    expect(await refusal('POST', '/projects', body)).toEqual([400, expect.stringContaining(message)]);
  });

  test('the length of a name is counted in characters', async () => {
    const key_name = '😀'.repeat(64);
    expect((await emulator.call('POST', '/api_keys', { key_name })).status).toBe(200);
    expect((await emulator.call('POST', '/api_keys', { key_name: `${key_name}x` })).status).toBe(400);
  });

  test('more roles than a place of keys may be for', async () => {
    const asked = {
      jwks_url: 'https://auth.example',
      provider_name: 'auth',
      role_names: Array(11).fill('a'),
    };
    expect(await refusal('POST', '/projects/p/jwks', JSON.stringify(asked))).toEqual([
      400,
      'request body: "role_names": expected at most 10 values, got an array',
    ]);
  });

  test.each(['/users/me/projects/transfer', '/organizations/org-a/projects/transfer'])(
    'POST %s: no project at all, or more than 400',
    async (path) => {
      const moved = (count: number) =>
        refusal(
          'POST',
          path,
          JSON.stringify({ destination_org_id: 'org-b', project_ids: Array(count).fill('p') }),
        );
      const told = 'request body: "project_ids": expected';
      expect(await moved(0)).toEqual([400, `${told} at least 1 values, got an array`]);
      expect(await moved(401)).toEqual([400, `${told} at most 400 values, got an array`]);
      expect((await moved(400))[0]).toBe(404);
    },
  );

  test('more settings than Postgres has', async () => {
    const named = Object.fromEntries(Array.from({ length: 501 }, (_, place) => [`setting_${place}`, '1']));
    const body = JSON.stringify({ project: { default_endpoint_settings: { pg_settings: named } } });
    expect(await refusal('POST', '/projects', body)).toEqual([
      400,
      'pg_settings names 501 settings; expected at most 500',
    ]);
  });

  test.each([
    ['/projects?timeout=99', 'query: "timeout": expected at least 100, got "99"'],
    ['/projects?timeout=30001', 'query: "timeout": expected at most 30000, got "30001"'],
  ])('GET %s', async (path, message) => {
    const { status, body } = await emulator.call('GET', path);
    expect([status, body.message]).toEqual([400, message]);
  });

  test('an id of more digits than there are', async () => {
    const { status, body } = await emulator.call('DELETE', '/api_keys/9007199254740993');
    expect([status, body.message]).toEqual([
      400,
      'path: "key_id": expected a number of at most 15 digits, got "9007199254740993"',
    ]);
  });

  test('what a control route does not know is named, with what it does', async () => {
    const { status, body } = await emulator.control('POST', '/clock', { advence: '5m' });
    expect([status, body.message]).toEqual([
      400,
      'request body: "advence" is not known here; expected advance, speed',
    ]);
  });

  test.each([
    [{ name: '', email: 'a@neap.example' }, 'name must have'],
    [{ name: 'A', email: '' }, 'email must have'],
    [{ name: 'A', email: 'nobody' }, 'is not an address'],
  ])('a sign-up as %j is refused', async (input, message) => {
    const { status, body } = await emulator.control('POST', '/users', input);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});
