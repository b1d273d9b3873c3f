import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGivenServer } from '../../src/postgres/shared/open-given-server.js';
import { temporaryFolder } from '../temporary-folder.js';
import { testComputes } from './compute-rules.js';
import { POSTGRES_BIN, RealServer } from './real-server.js';
import { connected, query, ServedProject, servePostgres } from './served-postgres.js';

/** Of the compute of a test: its clients have four fewer, which the emulator and the superuser keep. */
const MAX_CONNECTIONS = 10;
const ROWS = 100_000;
const COUNT = 'select count(*)::int from orders';

/** Everything on the server that has a name. */
async function names(server: RealServer): Promise<readonly string[]> {
  const rows = await server.asAdmin(
    'select datname::text as name from pg_database union all select rolname from pg_roles',
  );
  return rows.map(({ name }) => name!).sort();
}

describe.skipIf(POSTGRES_BIN === undefined)('databases on a given server', () => {
  const folder = temporaryFolder();
  let server: RealServer;
  let before: readonly string[];
  let one: ServedProject;
  const url = (user: string) =>
    `postgresql://${user}:secret@/postgres?host=${encodeURIComponent(server.folder)}&port=5432`;
  const options = (...args: string[]) => [
    '--postgres',
    url('builder'),
    '--operation-duration',
    '0s',
    ...args,
  ];

  beforeAll(async () => {
    server = await RealServer.create();
    await server.asAdmin("create role builder login createdb createrole password 'secret'");
    await server.asAdmin("create role guest login password 'secret'");
    before = await names(server);
    one = await ServedProject.open(...options());
    const pg_settings = { max_connections: String(MAX_CONNECTIONS), work_mem: '7MB' };
    await one.change('PATCH', one.compute, { endpoint: { settings: { pg_settings } } });
    // Vacuuming these rows would keep the compute awake.
    await one.query(
      `create table orders with (autovacuum_enabled = off) as select generate_series(1, ${ROWS}) as id`,
    );
  });
  afterAll(async () => {
    await one.stop();
    // Only the databases that existed before are left, created by a role that is not a superuser.
    expect(await names(server)).toEqual(before);
    await server.remove();
  });

  testComputes(() => one, ROWS, MAX_CONNECTIONS - 4);

  test('a branch is a separate database, whose clients have no rights to others, and has separate settings', async () => {
    const [row] = await one.query('select current_database() as database, current_user as role');
    expect(row.database).toMatch(/^neap_[0-9a-f]{8}_[0-9a-f]{10}_neondb$/);
    expect(row.role).toMatch(/^neap_[0-9a-f]{8}_[0-9a-f]{10}_neondb_owner$/);
    expect(await one.query('show work_mem')).toEqual([{ work_mem: '7MB' }]);
    const changed = (change: Partial<URL>) => Object.assign(new URL(one.uri()), change).href;
    const elsewhere = query(changed({ pathname: '/shop' }), 'select 1');
    await expect(elsewhere).rejects.toMatchObject({ code: '3D000' });
    const open = await server.asAdmin(
      "select datname from pg_database where datname like 'neap%' and has_database_privilege('guest', oid, 'connect')",
    );
    expect(open).toEqual([]);
    await expect(one.query('create role more')).rejects.toMatchObject({ code: '42501' });
    const wrong = query(changed({ password: 'wrong' }), 'select 1');
    await expect(wrong).rejects.toMatchObject({ code: '28P01' });
  });

  test('a branch has its parent’s rows, owners and grants, and changes independently', async () => {
    await one.change('POST', `${one.branch}/roles`, { role: { name: 'reader "r"' } });
    const [{ role }] = (await one.query('select current_user::text as role')) as [{ role: string }];
    await one.query(`grant select on orders to "${role.replace('neondb_owner', 'reader ""r""')}"`);
    const idle = await connected(one.uri());
    // As pools do that reset a session: what it makes then belongs to the role that logged in.
    await idle.client.query('discard all');
    await idle.client.query('create table stray as select 1 as one');
    const made = await one.createBranch();
    await query(made.uri, 'insert into orders values (0)');
    expect(idle.lost[0]).toBe('57P01');
    await one.query('delete from orders where id > 10');
    expect(await query(made.uri, COUNT)).toEqual([{ count: ROWS + 1 }]);
    expect(await query(made.uri, 'table stray')).toEqual([{ one: 1 }]);
    await query(made.uri, 'drop table stray');
    expect(await one.query(COUNT)).toEqual([{ count: 10 }]);
    const { roles } = await one.neap.call('GET', `${made.path}/roles`);
    expect(roles.map(({ name }: { name: string }) => name)).toContain('reader "r"');
    const path = `${made.path}/roles/${encodeURIComponent('reader "r"')}`;
    const reset = await one.change('POST', `${path}/reset_password`);
    const as = new URL(made.uri);
    as.username = encodeURIComponent('reader "r"');
    as.password = reset.role.password;
    expect(await query(as.href, COUNT)).toEqual([{ count: ROWS + 1 }]);
    await expect(query(as.href, 'delete from orders')).rejects.toMatchObject({ code: '42501' });
    const { diff } = await one.neap.call('GET', `${made.path}/compare_schema?db_name=neondb`);
    expect(diff).toContain('-CREATE TABLE public.stray');
    expect(diff).not.toContain('neap_');
    await one.change('DELETE', path);
    await expect(query(as.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await one.neap.call('DELETE', made.path);
    await expect(query(made.uri, 'select 1')).rejects.toThrow('endpoint cannot be found');
  });

  test('a read replica on a given server is refused', async () => {
    const endpoint = { branch_id: one.created.branch.id, type: 'read_only' };
    const replica = await one.change('POST', `${one.at}/endpoints`, { endpoint });
    const uri = one.uri().replace(one.created.endpoints[0]!.id, replica.endpoint.id);
    await expect(query(uri, 'select 1')).rejects.toThrow("Couldn't connect to compute node");
  });

  test('a restart of the server ends sessions, and the compute can be woken again', async () => {
    await server.suspend();
    await server.connect('', new AbortController().signal);
    expect(await one.query(COUNT)).toEqual([{ count: 10 }]);
  });

  test('permanent data survive a kill; the next emulator drops temporary data of a killed one', async () => {
    const state = ['--state', join(folder, 'state')];
    const orphan = await ServedProject.open(...options());
    await orphan.query('create table gone ()');
    const kept = await ServedProject.open(...options(...state));
    await kept.query('create table kept as select 1 as one');
    await Promise.all([orphan, kept].map((each) => each.stop('SIGKILL')));
    const [{ name: own }] = (await one.query('select current_database()::text as name')) as [
      { name: string },
    ];
    const ofOthers = async () =>
      (await names(server)).filter((name) => name.startsWith('neap_') && !name.startsWith(own.slice(0, 13)));
    const stems = async () => new Set((await ofOthers()).map((name) => name.slice(0, 13))).size;
    expect(await stems()).toBe(2);
    const neap = await servePostgres(...options(...state, '--api-key', 'new'));
    const again = new ServedProject(neap, kept.created);
    expect(await again.query('table kept')).toEqual([{ one: 1 }]);
    expect(await stems()).toBe(1);
    // A project's databases and roles go when it can be recovered no more.
    await again.settle();
    await neap.call('DELETE', again.at);
    await neap.skip('8d');
    await again.stop();
    expect(await ofOthers()).toEqual([]);
  });

  test('a role without the required rights, and an unreachable server, are reported', async () => {
    const open = (text: string) => openGivenServer({ url: text, notes: undefined, log: () => undefined });
    await expect(open(url('guest'))).rejects.toThrow('alter role "guest" createdb createrole');
    await expect(open(url('builder').replace('secret', 'wrong'))).rejects.toThrow(
      'password authentication failed for user "builder"',
    );
    await expect(open('postgresql://builder@127.0.0.1:1/postgres')).rejects.toThrow('ECONNREFUSED');
  });
});
