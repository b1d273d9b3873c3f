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

test('browsers learn what they may send', async () => {
  const answer = await app.request('/sql', { method: 'OPTIONS' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-headers')).toContain('Neon-Connection-String');
});

test('tokens are not believed', async () => {
  const { status, told } = await ask({ 'Neon-Connection-String': URL_ONE, Authorization: 'Bearer a.b.c' });
  expect([status, told['message']]).toEqual([400, 'missing authentication credentials: required password']);
});

test.each([
  [{}, 400, 'invalid header: neon-connection-string'],
  [
    { 'Neon-Connection-String': URL_ONE.replace('ep-one', 'ep-two') },
    400,
    'Control plane request failed: endpoint cannot be found',
  ],
])('%j', async (headers, expected_status, message) => {
  const { status, told } = await ask(headers as Record<string, string>);
  expect([status, told['message'], told['code']]).toEqual([expected_status, message, 'XX000']);
});

test('a request that is too long', async () => {
  const { status, told } = await ask({ 'Neon-Connection-String': URL_ONE }, 'x'.repeat(10_485_761));
  expect([status, told['message']]).toEqual([413, 'request is too large (max is 10485760 bytes)']);
});

test.each([
  ['28P01', 400],
  ['3D000', 400],
  ['53300', 500],
])('a login that the server refuses with %s', async (sqlstate, expected_status) => {
  server.answer = errorResponse('no', sqlstate);
  const { status, told } = await ask({ 'Neon-Connection-String': URL_ONE });
  expect([status, told]).toEqual([
    expected_status,
    expect.objectContaining({ message: 'no', code: sqlstate, severity: 'FATAL' }),
  ]);
});

test('a compute that cannot be woken', async () => {
  server.running = Promise.reject(
    new ConnectRefusal('Control plane request failed: endpoint is disabled', 'XX000'),
  );
  server.running.catch(() => undefined);
  const { status, told } = await ask({ 'Neon-Connection-String': URL_ONE });
  expect([status, told['message']]).toEqual([400, 'Control plane request failed: endpoint is disabled']);
  server.running = Promise.resolve();
});
