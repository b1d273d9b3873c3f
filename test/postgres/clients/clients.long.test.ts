import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlApp } from '../../../src/postgres/http/sql-app.js';
import { webSocketUpgrade } from '../../../src/postgres/http/web-socket.js';
import { PgBouncer } from '../../../src/postgres/pooler/pgbouncer.js';
import { tlsIdentity } from '../../../src/postgres/wire/certificate.js';
import { PostgresProxy } from '../../../src/postgres/wire/postgres-proxy.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { HAVE_JDBC, HAVE_PGBOUNCER, HAVE_SQLALCHEMY } from '../programs.js';
import { PASSWORD, POSTGRES_BIN, RealServer } from '../real-server.js';
import { CHECKS, type CheckedClient } from './checks.js';
import { configureDriver, driverFetch, driverPool, drizzleClient, nodePostgres } from './node-clients.js';

const run = promisify(execFile);
const tls = tlsIdentity();
const folder = temporaryFolder();
const certificate = join(folder, 'certificate.pem');
const faults: string[] = [];
const log = (message: string) => void faults.push(message);

let server: RealServer;
let proxy: PostgresProxy;
let pooler: PgBouncer;
let port: number;
let http: Server;
/** Suspends the server when it is asked. */
const control = createServer((_, response) => {
  void server.suspend().then(() => response.end());
});

/** Listens on any free port. */
async function listening(one: Server): Promise<number> {
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return portOf(one);
}
const portOf = (one: Server) => (one.address() as AddressInfo).port;

function uri(query: string, host = `127.0.0.1:${port}`): string {
  return `postgresql://app:${encodeURIComponent(PASSWORD)}@${host}/shop?${query}`;
}
const ENDPOINT = 'options=endpoint%3Dep-test-1';

beforeAll(async () => {
  if (POSTGRES_BIN === undefined) return;
  writeFileSync(certificate, tls.certificate_pem);
  server = await RealServer.create();
  pooler = new PgBouncer(server, log);
  proxy = new PostgresProxy({ directory: server, pooler, tls, log });
  port = await proxy.listen({ host: '127.0.0.1', port: 0 });
  http = createAdaptorServer({ fetch: sqlApp(proxy, log).fetch }) as Server;
  http.on('upgrade', webSocketUpgrade(proxy));
  configureDriver(await listening(http));
  await listening(control);
});
afterAll(async () => {
  if (server === undefined) return;
  // Warnings about an old PgBouncer are not faults of the run.
  expect(faults.filter((fault) => !fault.startsWith('PgBouncer '))).toEqual([]);
  await proxy.close();
  await pooler.close();
  for (const each of [http, control]) {
    each.closeAllConnections();
    each.close();
  }
  await server.remove();
});

const BY_HOST = () => uri('sslmode=require', 'ep-test-1.localhost');
const BOUND_TO_POOLER = () => ({
  connectionString: uri(`${ENDPOINT}-pooler`),
  ssl: { ca: tls.certificate_pem, checkServerIdentity: () => undefined },
  enableChannelBinding: true,
});

describe.skipIf(POSTGRES_BIN === undefined)('through the proxy to a real server', () => {
  describe.each<[string, boolean, () => CheckedClient]>([
    ['node-postgres', true, () => nodePostgres({ connectionString: uri(ENDPOINT) })],
    ['node-postgres by the pooler, bound by TLS', HAVE_PGBOUNCER, () => nodePostgres(BOUND_TO_POOLER())],
    ['the serverless driver over WebSockets', true, () => driverPool(BY_HOST())],
    ['the serverless driver over HTTP', true, () => driverFetch(BY_HOST())],
    ['Drizzle', true, () => drizzleClient({ connectionString: uri(ENDPOINT) })],
  ])('%s', (_, installed, open) => {
    let client: CheckedClient;
    beforeAll(() => {
      client = open();
    });
    afterAll(() => client.close());
    test.skipIf(!installed).each(CHECKS)('%s', (_name, check) => check(client, server));
  });

  /** Expects that a program reports this many checks, all passed. */
  async function expectChecks(checks: number, program: string, args: string[], more: NodeJS.ProcessEnv) {
    const env = { ...process.env, CONTROL: `http://127.0.0.1:${portOf(control)}`, ...more };
    const { stdout } = await run(program, args, { env, cwd: folder });
    const lines = stdout.trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(lines).toHaveLength(checks);
  }
  const here = (name: string) => join(import.meta.dirname, name);

  test.skipIf(!HAVE_SQLALCHEMY)('SQLAlchemy, with libpq bound to the certificate', async () => {
    const DATABASE_URL = uri(`${ENDPOINT}&sslmode=require&channel_binding=require`);
    await expectChecks(21, '/usr/bin/python3', [here('checks.py')], { DATABASE_URL });
  });

  test.skipIf(!HAVE_JDBC)('JDBC', async () => {
    const secure = `sslmode=verify-full&sslrootcert=${certificate}`;
    const JDBC_URL = `jdbc:postgresql://127.0.0.1:${port}/shop?${ENDPOINT}&${secure}`;
    const args = ['-cp', '/usr/share/java/postgresql.jar', here('Checks.java')];
    await expectChecks(22, 'java', args, { JDBC_URL, PASSWORD });
  });

  describe('SQL over HTTP', () => {
    const ask = (body: unknown, headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
      fetch(`http://127.0.0.1:${portOf(http)}/sql`, {
        method: 'POST',
        headers: { 'Neon-Connection-String': uri(ENDPOINT), ...headers },
        body: JSON.stringify(body),
        signal,
      });

    test('several statements are allowed in a batch, and refused in one string', async () => {
      const error = await ask({ query: 'select 1; select 2' });
      expect([error.status, await error.json()]).toMatchObject([400, { code: '42601' }]);
      const batch = await ask({ queries: [{ query: 'select 1 as a' }, { query: 'select 2 as b' }] });
      expect(await batch.json()).toMatchObject({ results: [{ rows: [{ a: 1 }] }, { rows: [{ b: 2 }] }] });
    });

    test('a batch has the requested mode and isolation level, and its response repeats them', async () => {
      const read_only = { 'Neon-Batch-Read-Only': 'true' };
      const error = await ask({ queries: [{ query: 'create table t()' }] }, read_only);
      expect([error.status, await error.json()]).toMatchObject([400, { code: '25006' }]);
      const isolation = { 'Neon-Batch-Isolation-Level': 'Serializable', 'Neon-Batch-Deferrable': 'true' };
      const headers = { ...isolation, ...read_only };
      const answer = await ask({ queries: [{ query: 'show transaction_isolation' }] }, headers);
      const results = [{ rows: [{ transaction_isolation: 'serializable' }] }];
      expect(await answer.json()).toMatchObject({ results });
      for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
    });

    test('an answer that is too long is refused without holding it in memory', async () => {
      const answer = await ask({ query: "select repeat('x', 1000) from generate_series(1, 1000000)" });
      const message = 'response is too large (max is 10485760 bytes)';
      expect([answer.status, await answer.json()]).toMatchObject([507, { message }]);
    });

    test('the statement of a client that disconnects is cancelled', async () => {
      const leaving = new AbortController();
      const answer = ask({ query: 'select pg_sleep(30)' }, {}, leaving.signal);
      await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(1);
      leaving.abort();
      await expect(answer).rejects.toThrow();
      await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(0);
    });
  });

  describe('psql', () => {
    const start = (connection: string, sql = 'select 42', PGPASSWORD = PASSWORD) => {
      const env = { ...process.env, PGPASSWORD, PGUSER: 'app', PGDATABASE: 'shop' };
      return run('psql', [connection, '-XAtc', sql], { env });
    };
    const psql = (...asked: Parameters<typeof start>) =>
      start(...asked).then(
        ({ stdout }) => stdout.trim(),
        ({ stderr }: { stderr: string }) => stderr.trim(),
      );
    const at = (rest: string) => `host=127.0.0.1 port=${port} ${rest}`;
    const WRONG = 'FATAL:  password authentication failed for user "app"';

    test("psql connects by the vendor's connection string, with TLS and channel binding", async () => {
      expect(await psql(uri(`${ENDPOINT}&sslmode=require&channel_binding=require`))).toBe('42');
      const bound = at('sslmode=require channel_binding=require options=endpoint=ep-test-1');
      expect(await psql(bound, 'select 1', 'x')).toContain(WRONG);
    });

    test('psql reaches the endpoint by a host that the certificate names', async () => {
      const host = `host=ep-test-1.localhost hostaddr=127.0.0.1 port=${port}`;
      const secure = `sslmode=verify-full sslrootcert=${certificate} channel_binding=require`;
      expect(await psql(`${host} ${secure}`)).toBe('42');
    });

    test.each([';', '$'])('psql sends the endpoint and %s before the password', async (separator) => {
      const connect = (password: string) =>
        psql(at('sslmode=require'), 'select 42', `endpoint=ep-test-1${separator}${password}`);
      expect(await connect(PASSWORD)).toBe('42');
      expect(await connect('x')).toContain(WRONG);
    });

    test("the server receives its options, but not the proxy's", async () => {
      const options = "options='endpoint=ep-test-1 -c statement_timeout=7s'";
      expect(await psql(at(`${options} sslmode=disable`), 'show statement_timeout')).toBe('7s');
    });

    test.skipIf(!HAVE_PGBOUNCER)('the pooler accepts a changed password', async () => {
      await server.connect('ep-test-1', new AbortController().signal);
      const pooled = 'sslmode=require channel_binding=require options=endpoint=ep-test-1-pooler';
      await server.asAdmin('create role "we""ird" login');
      for (const password of ['first', 'second']) {
        await server.asAdmin(`alter role "we""ird" password '${password}'`);
        const connection = at(`user='we"ird' ${pooled}`);
        expect(await psql(connection, 'select current_user', password)).toBe('we"ird');
      }
      const options = "options='endpoint=ep-test-1-pooler -c geqo=off'";
      expect(await psql(at(`${options} sslmode=disable`))).toMatch(/^42$|Please use unpooled connection/);
    });

    test('Ctrl-C in psql cancels the statement', async () => {
      const asked = start(at('options=endpoint=ep-test-1'), 'select pg_sleep(30)');
      await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(1);
      asked.child.kill('SIGINT');
      const stderr = expect.stringContaining('canceling statement due to user request');
      await expect(asked).rejects.toMatchObject({ stderr });
    });

    test('a connection over the limit of the server is refused', async () => {
      const clients = Array.from({ length: server.max_connections }, () =>
        psql(at('sslmode=disable options=endpoint=ep-test-1'), 'select pg_sleep(1)'),
      );
      const refused = (await Promise.all(clients)).filter((answer) => answer !== '');
      expect(refused.length).toBeGreaterThanOrEqual(3);
      for (const answer of refused)
        expect(answer).toMatch(/too many clients already|remaining connection slots/);
    });
  });
});
