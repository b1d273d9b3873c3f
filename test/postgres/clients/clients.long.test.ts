import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlApp } from '../../../src/postgres/http/sql-app.js';
import { webSocketUpgrade } from '../../../src/postgres/http/web-socket.js';
import { PgBouncer } from '../../../src/postgres/pooler/pgbouncer.js';
import { tlsIdentity } from '../../../src/postgres/wire/certificate.js';
import { PostgresProxy } from '../../../src/postgres/wire/postgres-proxy.js';
import { HAVE_JDBC, HAVE_PGBOUNCER, HAVE_SQLALCHEMY } from '../programs.js';
import { PASSWORD, POSTGRES_BIN, RealServer } from '../real-server.js';
import { CHECKS, type CheckedClient } from './checks.js';
import { configureDriver, driverFetch, driverPool, drizzleClient, nodePostgres } from './node-clients.js';

const run = promisify(execFile);
const tls = tlsIdentity();
const folder = mkdtempSync(join(tmpdir(), 'neap-clients-'));
const faults: string[] = [];
const log = (message: string) => void faults.push(message);

let server: RealServer;
let proxy: PostgresProxy;
let pooler: PgBouncer;
let port: number;
let http: Server;
let control: Server;

/** A server of HTTP on any free port. */
async function listening(http_server: Server): Promise<number> {
  await new Promise<void>((resolve) => http_server.listen(0, '127.0.0.1', resolve));
  return (http_server.address() as AddressInfo).port;
}

function uri(query: string, host = `127.0.0.1:${port}`): string {
  return `postgresql://app:${encodeURIComponent(PASSWORD)}@${host}/shop?${query}`;
}

const ENDPOINT = 'options=endpoint%3Dep-test-1';

beforeAll(async () => {
  if (POSTGRES_BIN === undefined) return;
  writeFileSync(join(folder, 'certificate.pem'), tls.certificate_pem);
  server = await RealServer.create();
  pooler = new PgBouncer(server, log);
  proxy = new PostgresProxy({ directory: server, pooler, tls, log });
  port = await proxy.listen({ host: '127.0.0.1', port: 0 });
  http = createAdaptorServer({ fetch: sqlApp(proxy, log).fetch }) as Server;
  http.on('upgrade', webSocketUpgrade(proxy));
  configureDriver(await listening(http));
  control = createServer((_, response) => {
    void server.suspend().then(() => response.end());
  });
  await listening(control);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
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

const TRUSTED = { ca: tls.certificate_pem, checkServerIdentity: () => undefined };

describe.skipIf(POSTGRES_BIN === undefined)('through the proxy to a real server', () => {
  describe.each<[string, boolean, () => CheckedClient]>([
    ['node-postgres', true, () => nodePostgres({ connectionString: uri(ENDPOINT) })],
    [
      'node-postgres by the pooler, with TLS and bound to it',
      HAVE_PGBOUNCER,
      () =>
        nodePostgres({
          connectionString: uri(ENDPOINT.replace('ep-test-1', 'ep-test-1-pooler')),
          ssl: TRUSTED,
          enableChannelBinding: true,
        }),
    ],
    [
      'the serverless driver over WebSockets',
      true,
      () => driverPool(uri('sslmode=require', 'ep-test-1.localhost')),
    ],
    [
      'the serverless driver over HTTP',
      true,
      () => driverFetch(uri('sslmode=require', 'ep-test-1.localhost')),
    ],
    ['Drizzle', true, () => drizzleClient({ connectionString: uri(ENDPOINT) })],
  ])('%s', (_, installed, open) => {
    let client: CheckedClient;
    beforeAll(() => {
      client = open();
    });
    afterAll(() => client.close());
    test.skipIf(!installed).each(Object.entries(CHECKS))('%s', (_name, check) => check(client, server));
  });

  /** The lines of a program that runs its checks itself. */
  async function linesOf(program: string, args: readonly string[], env: Record<string, string>) {
    const { port: control_port } = control.address() as AddressInfo;
    const CONTROL = `http://127.0.0.1:${control_port}`;
    const { stdout } = await run(program, [...args], {
      env: { ...process.env, CONTROL, ...env },
      cwd: folder,
    });
    return stdout.trim().split('\n');
  }

  const here = (name: string) => join(import.meta.dirname, name);

  test.skipIf(!HAVE_SQLALCHEMY)('SQLAlchemy, with libpq bound to the certificate', async () => {
    const DATABASE_URL = uri(`${ENDPOINT}&sslmode=require&channel_binding=require`);
    const lines = await linesOf('/usr/bin/python3', [here('checks.py')], { DATABASE_URL });
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(lines).toHaveLength(21);
  });

  test.skipIf(!HAVE_JDBC)('JDBC', async () => {
    const JDBC_URL = `jdbc:postgresql://127.0.0.1:${port}/shop?${ENDPOINT}&sslmode=verify-full&sslrootcert=${join(folder, 'certificate.pem')}`;
    const jar = '/usr/share/java/postgresql.jar';
    const lines = await linesOf('java', ['-cp', jar, here('Checks.java')], { JDBC_URL, PASSWORD });
    expect(lines.filter((line) => !line.startsWith('ok '))).toEqual([]);
    expect(lines).toHaveLength(22);
  });

  describe('SQL over HTTP', () => {
    const ask = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/sql`, {
        method: 'POST',
        headers: { 'Neon-Connection-String': uri(ENDPOINT), ...headers },
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      });
    const codeOf = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { code: string }).code,
    ];

    test('several statements are one batch or an error', async () => {
      expect(await codeOf(await ask({ query: 'select 1; select 2' }))).toEqual([400, '42601']);
      const batch = await ask({ queries: [{ query: 'select 1 as a' }, { query: 'select 2 as b' }] });
      const { results } = (await batch.json()) as { results: { rows: unknown[] }[] };
      expect(results.map(({ rows }) => rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
    });

    test('a batch has the mode and the isolation that it asks for, and says so', async () => {
      const read_only = { 'Neon-Batch-Read-Only': 'true' };
      expect(await codeOf(await ask({ queries: [{ query: 'create table t()' }] }, read_only))).toEqual([
        400,
        '25006',
      ]);
      const headers = {
        'Neon-Batch-Isolation-Level': 'Serializable',
        'Neon-Batch-Deferrable': 'true',
        ...read_only,
      };
      const answer = await ask({ queries: [{ query: 'show transaction_isolation' }] }, headers);
      expect(await answer.json()).toMatchObject({
        results: [{ rows: [{ transaction_isolation: 'serializable' }] }],
      });
      for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
    });

    test('an answer that is too long is not held', async () => {
      const answer = await ask({ query: "select repeat('x', 1000) from generate_series(1, 1000000)" });
      expect([answer.status, await answer.json()]).toEqual([
        507,
        expect.objectContaining({ message: 'response is too large (max is 10485760 bytes)' }),
      ]);
    });

    test('who leaves has the statement cancelled', async () => {
      const leaving = new AbortController();
      const answer = ask({ query: 'select pg_sleep(30)' }, {}, leaving.signal);
      await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(1);
      leaving.abort();
      await expect(answer).rejects.toThrow();
      await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(0);
    });
  });

  describe('psql', () => {
    const psql = async (connection: string, sql = 'select 42', PGPASSWORD = PASSWORD) => {
      const env = { ...process.env, PGPASSWORD, PGUSER: 'app', PGDATABASE: 'shop' };
      try {
        return (await run('psql', [connection, '-XAtc', sql], { env })).stdout.trim();
      } catch (error) {
        return (error as { stderr: string }).stderr.trim();
      }
    };
    const at = (rest: string) => `host=127.0.0.1 port=${port} ${rest}`;

    test("the vendor's string: TLS, bound to the certificate", async () => {
      expect(await psql(uri(`${ENDPOINT}&sslmode=require&channel_binding=require`))).toBe('42');
      const wrong = await psql(
        at('sslmode=require channel_binding=require options=endpoint=ep-test-1'),
        'select 1',
        'x',
      );
      expect(wrong).toContain('FATAL:  password authentication failed for user "app"');
    });

    test('psql reaches the endpoint by a host that the certificate names', async () => {
      const root = join(folder, 'certificate.pem');
      const host = `host=ep-test-1.localhost hostaddr=127.0.0.1 port=${port}`;
      expect(await psql(`${host} sslmode=verify-full sslrootcert=${root} channel_binding=require`)).toBe(
        '42',
      );
    });

    test.each([';', '$'])('the endpoint before the password and %s', async (separator) => {
      expect(
        await psql(at('sslmode=require'), 'select 42', `endpoint=ep-test-1${separator}${PASSWORD}`),
      ).toBe('42');
      expect(await psql(at('sslmode=require'), 'select 42', `endpoint=ep-test-1${separator}x`)).toContain(
        'password authentication failed for user "app"',
      );
    });

    test("the server's own options pass, the proxy's do not", async () => {
      const options = "options='endpoint=ep-test-1 -c statement_timeout=7s'";
      expect(await psql(at(`${options} sslmode=disable`), 'show statement_timeout')).toBe('7s');
    });

    test.skipIf(!HAVE_PGBOUNCER)(
      'a role whose password changes still connects through the pooler',
      async () => {
        await server.connect('ep-test-1', new AbortController().signal);
        const connection = at(
          "user='we\"ird' sslmode=require channel_binding=require options=endpoint=ep-test-1-pooler",
        );
        await server.asAdmin('create role "we""ird" login');
        for (const password of ['first', 'second']) {
          await server.asAdmin(`alter role "we""ird" password '${password}'`);
          expect(await psql(connection, 'select current_user', password)).toBe('we"ird');
        }
        const options = "options='endpoint=ep-test-1-pooler -c geqo=off'";
        expect(await psql(at(`${options} sslmode=disable`))).toMatch(/^42$|Please use unpooled connection/);
      },
    );

    test('Ctrl-C cancels the statement', async () => {
      const env = { ...process.env, PGPASSWORD: PASSWORD, PGUSER: 'app', PGDATABASE: 'shop' };
      const asked = run('psql', [at('options=endpoint=ep-test-1'), '-XAtc', 'select pg_sleep(30)'], { env });
      await expect.poll(() => server.sleepers(), { timeout: 5000 }).toBe(1);
      asked.child.kill('SIGINT');
      await expect(asked).rejects.toMatchObject({
        stderr: expect.stringContaining('canceling statement due to user request'),
      });
    });

    test('one connection more than the server has', async () => {
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
