import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCli } from '../clients/neonctl.js';
import { temporaryFolder } from '../temporary-folder.js';
import { testComputes } from './compute-rules.js';
import { POSTGRES_BIN } from './real-server.js';
import { connected, HAVE_CPU_GROUPS, query, ServedProject, servePostgres } from './served-postgres.js';

const run = promisify(execFile);
/** Slots of a fixed quarter of a CU. Source: the platform's size table. */
const SLOTS = 112;
const ROWS = 1_000_000;

const folder = temporaryFolder();

describe.skipIf(POSTGRES_BIN === undefined)('computes that speak Postgres', () => {
  let one: ServedProject;
  beforeAll(async () => {
    one = await ServedProject.open();
    // Vacuuming these rows would keep the compute awake for seconds.
    await one.query(
      `create table orders with (autovacuum_enabled = off) as select generate_series(1, ${ROWS}) as id`,
    );
  });
  afterAll(async () => {
    expect(await one.stop()).toBe(143);
  });

  testComputes(() => one, ROWS, SLOTS);

  test('libpq accepts the connection string of the vendor’s command line unchanged', async () => {
    const { base_url, api_key } = one.neap.served;
    const neonctl = await openCli(base_url, api_key!);
    const string = await neonctl.run('connection-string', '--project-id', one.created.project.id);
    expect(string).toContain('sslmode=require&channel_binding=require');
    const psql = await run(join(POSTGRES_BIN!, 'psql'), [string.trim(), '-Atc', 'select 40 + 2']);
    expect(psql.stdout).toBe('42\n');
    neonctl.close();
  });

  test('a restart ends each session of pgbench with 57P01, and later sessions work', async () => {
    await one.settle();
    const pgbench = (...args: readonly string[]) => run(join(POSTGRES_BIN!, 'pgbench'), [...args, one.uri()]);
    await pgbench('--initialize', '--quiet');
    const [clients, load] = ['8', ['--no-vacuum', '--client']];
    // A client that was about to send would find the connection closed, without PostgreSQL's message for 57P01.
    const script = join(folder, 'wait.sql');
    writeFileSync(script, 'select pg_sleep(60);\n');
    const cut = pgbench(...load, clients, '--file', script).catch(
      (error: { readonly stderr: string }) => error,
    );
    const busy = "select count(*)::int from pg_stat_activity where wait_event = 'PgSleep'";
    await expect.poll(() => one.query(busy)).toEqual([{ count: Number(clients) }]);
    await one.neap.call('POST', `${one.compute}/restart`);
    const { stderr } = await cut;
    const fatal = /FATAL: {2}terminating connection due to administrator command/g;
    expect(stderr.match(fatal)).toHaveLength(Number(clients));
    const { stdout } = await pgbench(...load, clients, '--select-only', '--transactions', '100');
    expect(stdout).toContain('number of transactions actually processed: 800/800');
    // The next test lists the tables of the database.
    await pgbench('--initialize', '--init-steps', 'd');
  });

  test('a branch has its parent’s rows and changes independently; a replica follows and is read-only', async () => {
    const writer = await connected(one.uri());
    const branch = await one.createBranch([{ type: 'read_write' }, { type: 'read_only' }]);
    await query(branch.uri, 'insert into orders values (0)');
    await writer.client.query('delete from orders where id > 10');
    expect(await query(branch.uri, 'select count(*)::int from orders')).toEqual([{ count: ROWS + 1 }]);
    expect(await one.query('select count(*)::int from orders')).toEqual([{ count: 10 }]);
    const replica = branch.uri.replace(branch.endpoints[0].id, branch.endpoints[1].id);
    await expect(query(replica, 'insert into orders values (0)')).rejects.toMatchObject({ code: '25006' });
    await query(branch.uri, 'insert into orders values (-1)');
    await expect.poll(() => query(replica, 'select min(id) from orders')).toEqual([{ min: -1 }]);
    await writer.client.end();
    const { json } = await one.neap.call('GET', `${branch.path}/schema?db_name=neondb&format=json`);
    expect(json.tables).toMatchObject([{ name: 'orders' }]);
    await one.change('DELETE', branch.path);
    await expect(query(branch.uri, 'select 1')).rejects.toThrow('endpoint cannot be found');
  });

  test('the server has the roles and databases of the API, also those changed while it was suspended', async () => {
    await one.settle();
    await one.neap.skip('6m');
    const { role } = await one.change('POST', `${one.branch}/roles`, { role: { name: 'Ann "O"' } });
    const database = { name: 'books', owner_name: role.name };
    await one.change('POST', `${one.branch}/databases`, { database });
    expect(await one.state()).toBe('idle');
    const as = (password: string, name: string) => {
      const url = new URL(one.uri());
      url.username = encodeURIComponent(role.name);
      url.password = password;
      url.pathname = `/${name}`;
      return url.href;
    };
    await query(as(role.password, 'books'), 'create table pages (number int)');
    await one.change('PATCH', `${one.branch}/databases/books`, { database: { name: 'library' } });
    const path = `${one.branch}/roles/${encodeURIComponent(role.name)}`;
    const reset = await one.change('POST', `${path}/reset_password`);
    const pages = query(as(reset.role.password, 'library'), 'select count(*)::int from pages');
    expect(await pages).toEqual([{ count: 0 }]);
    await expect(query(as(role.password, 'library'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await one.change('DELETE', `${one.branch}/databases/library`);
    await one.change('DELETE', path);
    expect(await one.query("select datname from pg_database where datname = 'library'")).toEqual([]);
    expect(await one.query('select 1 from pg_roles where rolname like $$Ann%$$')).toEqual([]);
  });

  test('a setting that prevents a start is reported with the end of the log, and can be changed', async () => {
    const edit = (pg_settings: object) =>
      one.neap.call('PATCH', one.compute, { endpoint: { settings: { pg_settings } } });
    await one.settle();
    await edit({ work_mem: 'much' });
    await expect(one.query('select 1')).rejects.toThrow("Couldn't connect to compute node");
    await one.settle();
    await edit({ work_mem: '7MB' });
    expect(await one.query('show work_mem')).toEqual([{ work_mem: '7MB' }]);
  });
});

test.skipIf(POSTGRES_BIN === undefined || !HAVE_CPU_GROUPS)(
  'a server is kept to the CPU of its size, grows by its load, and leaves no group behind',
  async () => {
    const neap = await servePostgres('--limit-cpu');
    const size = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 };
    const { branch, connection_uris } = await neap.call('POST', '/projects', {
      project: { default_endpoint_settings: size },
    });
    const group = `/sys/fs/cgroup/cpu/neap-${neap.served.child.pid}-${branch.id}`;
    const read = (file: string) => readFileSync(`${group}/${file}`, 'utf8');
    const uri: string = connection_uris[0].connection_uri;
    await query(uri, 'select sum(i) from generate_series(1, 3000000) i');
    expect(Number(/^nr_throttled (\d+)/m.exec(read('cpu.stat'))?.[1])).toBeGreaterThan(0);
    expect(read('cpu.cfs_quota_us').trim()).toBe('25000');
    const busy = () => query(uri, 'do $$ begin for i in 1..2000000000 loop null; end loop; end $$');
    const ended = Promise.allSettled(Array.from({ length: 6 }, busy));
    // The load average of six reaches what 1 CU is for after some 10 s.
    const quota = () => read('cpu.cfs_quota_us').trim();
    await expect.poll(quota, { timeout: 60_000, interval: 200 }).toBe('100000');
    expect(readdirSync(group)).toContain('cgroup.procs');
    expect(await neap.served.stop('SIGTERM')).toBe(143);
    await ended;
    expect(existsSync(group)).toBe(false);
  },
);
