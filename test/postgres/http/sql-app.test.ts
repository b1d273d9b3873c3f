import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectRefusal } from '../../../src/postgres/endpoint-directory.js';
import { sqlApp } from '../../../src/postgres/http/sql-app.js';
import { errorResponse } from '../../../src/postgres/wire/backend-messages.js';
import { PostgresProxy } from '../../../src/postgres/wire/postgres-proxy.js';
import { FakeServer, NoPooler } from '../fake-server.js';

const URL_ONE = 'postgresql://app:secret@ep-one.localhost/shop';
let server: FakeServer;
let app: ReturnType<typeof sqlApp>;

beforeAll(async () => {
  server = await new FakeServer().listen();
  const log = (message: string) => expect.unreachable(message);
  app = sqlApp(new PostgresProxy({ directory: server, pooler: new NoPooler(), log }), log);
});
afterAll(() => server.close());

async function ask(headers: Record<string, string>, body = '{"query":"select 1"}') {
  const answer = await app.request('/sql', { method: 'POST', headers, body });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return { status: answer.status, told: (await answer.json()) as Record<string, unknown> };
}

test('a CORS preflight request lists the allowed headers', async () => {
  const answer = await app.request('/sql', { method: 'OPTIONS' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-headers')).toContain('Neon-Connection-String');
});

const UNKNOWN = URL_ONE.replace('ep-one', 'ep-two');
test.each<[string, Record<string, string>, number, string, string?]>([
  [
    'with a token',
    { 'Neon-Connection-String': URL_ONE, Authorization: 'Bearer a.b.c' },
    400,
    'missing authentication credentials: required password',
  ],
  ['without a connection string', {}, 400, 'invalid header: neon-connection-string'],
  [
    'to an unknown endpoint',
    { 'Neon-Connection-String': UNKNOWN },
    400,
    'Control plane request failed: endpoint cannot be found',
  ],
  [
    'of more than 10 MiB',
    { 'Neon-Connection-String': URL_ONE },
    413,
    'request is too large (max is 10485760 bytes)',
    'x'.repeat(10_485_761),
  ],
])('a request %s is refused', async (_, headers, expected, message, body) => {
  const { status, told } = await ask(headers, body);
  expect([status, told]).toMatchObject([expected, { message, code: expected === 400 ? 'XX000' : '' }]);
});

test.each([
  ['28P01', 400],
  ['3D000', 400],
  ['53300', 500],
])('a login that the server refuses with %s gets the status %i', async (sqlstate, expected_status) => {
  server.answer = errorResponse('no', sqlstate);
  const { status, told } = await ask({ 'Neon-Connection-String': URL_ONE });
  expect([status, told]).toEqual([
    expected_status,
    expect.objectContaining({ message: 'no', code: sqlstate, severity: 'FATAL' }),
  ]);
});

test('a compute that cannot be woken is reported', async () => {
  const message = 'Control plane request failed: endpoint is disabled';
  server.running = Promise.reject(new ConnectRefusal(message, 'XX000'));
  server.running.catch(() => undefined);
  const { status, told } = await ask({ 'Neon-Connection-String': URL_ONE });
  expect([status, told['message']]).toEqual([400, message]);
  server.running = Promise.resolve();
});
