import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGivenServer } from '../../src/postgres/shared/open-given-server.js';
import { POSTGRES_BIN, RealServer } from './real-server.js';
import {
  type ConnectedClient,
  type CreatedProject,
  connected,
  type PostgresUnderTest,
  query,
  servePostgres,
} from './served-postgres.js';

/** Of the compute of a test: its clients have four fewer, which the emulator and the superuser keep. */
const MAX_CONNECTIONS = 10;

/** Everything on the server that has a name. */
async function names(server: RealServer): Promise<readonly string[]> {
  const rows = await server.asAdmin(
    'select datname::text as name from pg_database union all select rolname from pg_roles',
  );
  return rows.map(({ name }) => name!).sort();
}

describe.skipIf(POSTGRES_BIN === undefined)('databases on a server that runs already', () => {
  let server: RealServer;
  let before: readonly string[];
  let neap: PostgresUnderTest;
  let project: CreatedProject;
  let uri: string;
  let at: string;
  const url = (user: string) =>
    `postgresql://${user}:secret@/postgres?host=${encodeURIComponent(server.folder)}&port=5432`;
  const serve = (...args: string[]) =>
    servePostgres('--postgres', url('builder'), '--operation-duration', '0s', ...args);

  beforeAll(async () => {
    server = await RealServer.create();
    await server.asAdmin("create role builder login createdb createrole password 'secret'");
    await server.asAdmin("create role guest login password 'secret'");
    before = await names(server);
    neap = await serve();
    project = await neap.createProject();
    uri = project.connection_uris[0]!.connection_uri;
    at = `/projects/${project.project.id}`;
    // Vacuuming these rows would keep the compute awake.
    await query(
      uri,
      'create table orders with (autovacuum_enabled = off) as select generate_series(1, 100000) as id',
    );
  });
  afterAll(async () => {
    await neap.served.stop('SIGTERM');
    // Only the databases that existed before are left, created by a role that is not a superuser.
    expect(await names(server)).toEqual(before);
    await server.remove();
  });
  const endpointState = async () =>
    (await neap.call('GET', `${at}/endpoints/${project.endpoints[0]!.id}`)).endpoint.current_state;

  test('a branch is a separate database, whose clients have no rights to others', async () => {
    const [row] = await query(uri, 'select current_database() as database, current_user as role');
    expect(row.database).toMatch(/^neap_[0-9a-f]{8}_[0-9a-f]{10}_neondb$/);
    expect(row.role).toMatch(/^neap_[0-9a-f]{8}_[0-9a-f]{10}_neondb_owner$/);
    const other = new URL(uri);
    other.pathname = '/shop';
    await expect(query(other.href, 'select 1')).rejects.toMatchObject({ code: '3D000' });
    const open = await server.asAdmin(
      "select datname from pg_database where datname like 'neap%' and has_database_privilege('guest', oid, 'connect')",
    );
    expect(open).toEqual([]);
    await expect(query(uri, 'create role more')).rejects.toMatchObject({ code: '42501' });
    const wrong = new URL(uri);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('a suspend ends sessions with 57P01, and the next connection wakes the compute', async () => {
    const idle = await connected(uri);
    await idle.client.query('select 1');
    await neap.skip('6m');
    expect(await endpointState()).toBe('idle');
    expect(idle.lost[0]).toBe('57P01');
    expect(await query(uri, 'select count(*)::int from orders')).toEqual([{ count: 100_000 }]);
    expect(await endpointState()).toBe('active');
  });

  test('what runs keeps the compute awake; a restart cuts it', async () => {
    const busy = await connected(uri);
    const running = expect(busy.client.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57P01' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await neap.skip('3h');
    expect(await endpointState()).toBe('active');
    await neap.call('POST', `${at}/endpoints/${project.endpoints[0]!.id}/restart`);
    await running;
    expect(await query(uri, 'select count(*)::int from orders')).toEqual([{ count: 100_000 }]);
  });

  test('a branch has its parent’s rows, owners and grants, and each goes its own way', async () => {
    await neap.call('POST', `${at}/branches/${project.branch.id}/roles`, { role: { name: 'reader "r"' } });
    await neap.settle(project.project.id);
    const [{ role }] = (await query(uri, 'select current_user::text as role')) as [{ role: string }];
    const reader = role.replace('neondb_owner', 'reader ""r""');
    await query(uri, `grant select on orders to "${reader}"`);
    const idle = await connected(uri);
    // As pools do that reset a session: what it makes then belongs to the role that logged in.
    await idle.client.query('discard all');
    await idle.client.query('create table stray as select 1 as one');
    const made = await neap.call('POST', `${at}/branches`, { endpoints: [{ type: 'read_write' }] });
    const own: string = made.connection_uris[0].connection_uri;
    await query(own, 'insert into orders values (0)');
    expect(idle.lost[0]).toBe('57P01');
    await query(uri, 'delete from orders where id > 10');
    expect(await query(own, 'select count(*)::int from orders')).toEqual([{ count: 100_001 }]);
    expect(await query(own, 'table stray')).toEqual([{ one: 1 }]);
    await query(own, 'drop table stray');
    expect(await query(uri, 'select count(*)::int from orders')).toEqual([{ count: 10 }]);
    const { roles } = await neap.call('GET', `${at}/branches/${made.branch.id}/roles`);
    expect(roles.map(({ name }: { name: string }) => name)).toContain('reader "r"');
    const path = `${at}/branches/${made.branch.id}/roles/${encodeURIComponent('reader "r"')}`;
    const reset = await neap.call('POST', `${path}/reset_password`);
    await neap.settle(project.project.id);
    const as = new URL(own);
    as.username = encodeURIComponent('reader "r"');
    as.password = reset.role.password;
    expect(await query(as.href, 'select count(*)::int from orders')).toEqual([{ count: 100_001 }]);
    await expect(query(as.href, 'delete from orders')).rejects.toMatchObject({ code: '42501' });
    const { diff } = await neap.call('GET', `${at}/branches/${made.branch.id}/compare_schema?db_name=neondb`);
    expect(diff).toContain('-CREATE TABLE public.stray');
    expect(diff).not.toContain('neap_');
    await neap.call('DELETE', path);
    await neap.settle(project.project.id);
    await expect(query(as.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    expect(await query(uri, 'select count(*)::int from orders')).toEqual([{ count: 10 }]);
    await neap.call('DELETE', `${at}/branches/${made.branch.id}`);
    await expect(query(own, 'select 1')).rejects.toThrow('endpoint cannot be found');
  });

  test('a branch is reset to its parent, what it was is kept, and a snapshot brings it back', async () => {
    await neap.settle(project.project.id);
    const made = await neap.call('POST', `${at}/branches`, { endpoints: [{ type: 'read_write' }] });
    const own: string = made.connection_uris[0].connection_uri;
    await query(own, 'create table only_here as select 7 as seven');
    await neap.settle(project.project.id);
    const of = `${at}/branches/${made.branch.id}`;
    const { snapshot } = await neap.call('POST', `${of}/snapshot?name=before`);
    await query(own, 'insert into only_here values (8)');
    await neap.call('POST', `${of}/restore`, {
      source_branch_id: project.branch.id,
      preserve_under_name: 'what it was',
    });
    await neap.settle(project.project.id);
    await expect(query(own, 'table only_here')).rejects.toMatchObject({ code: '42P01' });
    await neap.call('POST', `${at}/snapshots/${snapshot.id}/restore`, {
      finalize_restore: true,
      target_branch_id: made.branch.id,
    });
    await neap.settle(project.project.id);
    expect(await query(own, 'table only_here')).toEqual([{ seven: 7 }]);
    // A replica has no server to be on.
    const replica = await neap.call('POST', `${at}/endpoints`, {
      endpoint: { branch_id: project.branch.id, type: 'read_only' },
    });
    await neap.settle(project.project.id);
    const read = uri.replace(project.endpoints[0]!.id, replica.endpoint.id);
    await expect(query(read, 'select 1')).rejects.toThrow("Couldn't connect to compute node");
  });

  test('a database accepts as many clients as its compute has slots, and has separate settings', async () => {
    const pg_settings = { max_connections: String(MAX_CONNECTIONS), work_mem: '7MB' };
    await neap.settle(project.project.id);
    await neap.call('PATCH', `${at}/endpoints/${project.endpoints[0]!.id}`, {
      endpoint: { settings: { pg_settings } },
    });
    await neap.settle(project.project.id);
    const open: ConnectedClient[] = [];
    for (let count = 0; count < MAX_CONNECTIONS - 4; count += 1) open.push(await connected(uri));
    await expect(connected(uri)).rejects.toMatchObject({ code: '53300' });
    expect((await open[0]!.client.query('show work_mem')).rows).toEqual([{ work_mem: '7MB' }]);
    await Promise.all(open.map(({ client }) => client.end()));
  });

  test('by the pooler, and over HTTP', async () => {
    const pooled = uri.replace(project.endpoints[0]!.id, `${project.endpoints[0]!.id}-pooler`);
    expect(await query(pooled, 'select count(*)::int from orders')).toEqual([{ count: 10 }]);
    const response = await fetch(`${neap.served.address}/sql`, {
      method: 'POST',
      headers: { 'Neon-Connection-String': uri },
      body: JSON.stringify({ query: 'select count(*)::int from orders' }),
    });
    expect(await response.json()).toMatchObject({ rows: [{ count: 10 }] });
  });

  test('a server that restarts ends sessions, and the compute is there again', async () => {
    await server.suspend();
    await server.connect('', new AbortController().signal);
    expect(await query(uri, 'select count(*)::int from orders')).toEqual([{ count: 10 }]);
  });

  test('kept data outlive a kill; what a killed emulator left that kept none is dropped by the next', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neap-given-'));
    const orphan = await serve();
    await query((await orphan.createProject()).connection_uris[0]!.connection_uri, 'create table gone ()');
    const kept = await serve('--state', join(folder, 'state'));
    const made = await kept.createProject();
    const place = (port: number) => {
      const address = new URL(made.connection_uris[0]!.connection_uri);
      address.port = String(port);
      return address.href;
    };
    await query(place(kept.served.postgres.port), 'create table kept as select 1 as one');
    await Promise.all([orphan, kept].map(({ served }) => served.stop('SIGKILL')));
    const [{ own }] = (await query(uri, 'select current_database()::text as own')) as [{ own: string }];
    const ofOthers = async () =>
      (await names(server)).filter((name) => name.startsWith('neap_') && !name.startsWith(own.slice(0, 13)));
    const stems = async () => new Set((await ofOthers()).map((name) => name.slice(0, 13))).size;
    expect(await stems()).toBe(2);
    const again = await serve('--state', join(folder, 'state'), '--new-key');
    expect(await query(place(again.served.postgres.port), 'table kept')).toEqual([{ one: 1 }]);
    expect(await stems()).toBe(1);
    // A project's databases and roles go when it can be recovered no more.
    await again.settle(made.project.id);
    await again.call('DELETE', `/projects/${made.project.id}`);
    await again.skip('8d');
    await again.served.stop('SIGTERM');
    expect(await ofOthers()).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test('a role without the rights, and a server that requires no passwords, are reported', async () => {
    const open = (user: string, text = url(user)) =>
      openGivenServer({ url: text, notes: undefined, log: () => undefined });
    await expect(open('guest')).rejects.toThrow('alter role "guest" createdb createrole');
    await expect(open('builder', url('builder').replace('secret', 'wrong'))).rejects.toThrow(
      'password authentication failed for user "builder"',
    );
    await expect(open('builder', 'postgresql://builder@127.0.0.1:1/postgres')).rejects.toThrow(
      'ECONNREFUSED',
    );
  });
});
