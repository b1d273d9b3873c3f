import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCli } from '../clients/neonctl.js';
import { POSTGRES_BIN } from './real-server.js';
import {
  type ConnectedClient,
  type CreatedProject,
  connected,
  HAVE_CPU_GROUPS,
  type PostgresUnderTest,
  query,
  servePostgres,
} from './served-postgres.js';

/** Slots of a fixed quarter of a CU. Source: the platform's size table. */
const SLOTS = 112;

describe.skipIf(POSTGRES_BIN === undefined)('computes that speak Postgres', () => {
  let neap: PostgresUnderTest;
  let project: CreatedProject;
  let uri: string;
  let at: string;
  beforeAll(async () => {
    neap = await servePostgres();
    project = await neap.createProject();
    uri = project.connection_uris[0]!.connection_uri;
    at = `/projects/${project.project.id}`;
    // Vacuuming these rows would keep the compute awake for seconds.
    await query(
      uri,
      'create table orders with (autovacuum_enabled = off) as select generate_series(1, 1000000) as id',
    );
  });
  afterAll(async () => {
    expect(await neap.served.stop('SIGTERM')).toBe(143);
  });
  const state = async () =>
    (await neap.call('GET', `${at}/endpoints/${project.endpoints[0]!.id}`)).endpoint.current_state;
  const started = async () => {
    const { operations } = await neap.call('GET', `${at}/operations`);
    return operations.filter(({ action }: { action: string }) => action === 'start_compute').length;
  };

  test('five idle minutes suspend the compute and end its sessions; the next clients share one wake', async () => {
    const idle = await connected(uri);
    await idle.client.query('select 1');
    await neap.settle(project.project.id);
    await neap.skip('6m');
    expect(await state()).toBe('idle');
    expect(idle.lost[0]).toBe('57P01');
    const before = await started();
    const counts = await Promise.all(
      Array.from({ length: 4 }, () => query(uri, 'select count(*)::int from orders')),
    );
    expect(counts).toEqual(Array.from({ length: 4 }, () => [{ count: 1_000_000 }]));
    expect(await state()).toBe('active');
    expect(await started()).toBe(before + 1);
  });

  test('the vendor’s command line makes a connection string that libpq takes as it is', async () => {
    const neonctl = await openCli(neap.served.base_url, neap.served.api_key!);
    const string = (await neonctl.run('connection-string', '--project-id', project.project.id)).trim();
    expect(string).toContain('sslmode=require&channel_binding=require');
    const psql = await promisify(execFile)(join(POSTGRES_BIN!, 'psql'), [string, '-Atc', 'select 40 + 2']);
    expect(psql.stdout).toBe('42\n');
    neonctl.close();
  });

  test('what runs keeps the compute awake, however much time is skipped', async () => {
    const busy = await connected(uri);
    await busy.client.query('begin');
    await neap.skip('3h');
    expect(await state()).toBe('active');
    await busy.client.query('commit');
    expect(busy.lost).toEqual([]);
    await busy.client.end();
  });

  test('a restart cuts a running query, and the data stay', async () => {
    await neap.settle(project.project.id);
    const cut = await connected(uri);
    const running = expect(cut.client.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57P01' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await neap.call('POST', `${at}/endpoints/${project.endpoints[0]!.id}/restart`);
    await running;
    expect(await query(uri, 'select count(*)::int from orders')).toEqual([{ count: 1_000_000 }]);
  });

  test('a restart cuts each client of pgbench (57P01), and the next ones are served', async () => {
    await neap.settle(project.project.id);
    const pgbench = (...args: readonly string[]) =>
      promisify(execFile)(join(POSTGRES_BIN!, 'pgbench'), [...args, uri]);
    await pgbench('--initialize', '--quiet');
    const [clients, load] = ['8', ['--no-vacuum', '--select-only', '--client']];
    const cut = pgbench(...load, clients, '--time', '60').catch(
      (error: { readonly stderr: string }) => error,
    );
    const busy = "select count(*)::int from pg_stat_activity where application_name = 'pgbench'";
    await expect.poll(() => query(uri, busy)).toEqual([{ count: Number(clients) }]);
    await neap.call('POST', `${at}/endpoints/${project.endpoints[0]!.id}/restart`);
    const { stderr } = await cut;
    expect(stderr.match(/client \d+ .*aborted/g)).toHaveLength(Number(clients));
    // PostgreSQL's message for 57P01; a client that was about to send finds the connection closed instead.
    expect(stderr).toMatch(/FATAL: {2}terminating connection due to administrator command/);
    const { stdout } = await pgbench(...load, clients, '--transactions', '100');
    expect(stdout).toContain('number of transactions actually processed: 800/800');
    // The tests after this one list the tables of the database.
    await pgbench('--initialize', '--init-steps', 'd');
  });

  test(`client ${SLOTS + 1} of ${SLOTS} is refused`, async () => {
    const open: ConnectedClient[] = [];
    for (let count = 0; count < SLOTS; count += 1) open.push(await connected(uri));
    await expect(connected(uri)).rejects.toMatchObject({ code: '53300' });
    await Promise.all(open.map(({ client }) => client.end()));
    expect(open.flatMap(({ lost }) => lost)).toEqual([]);
  });

  test('a branch has its parent’s rows, and each goes its own way; a replica follows and only reads', async () => {
    await neap.settle(project.project.id);
    const writer = await connected(uri);
    const branch = await neap.call('POST', `${at}/branches`, {
      endpoints: [{ type: 'read_write' }, { type: 'read_only' }],
    });
    const own: string = branch.connection_uris[0].connection_uri;
    await query(own, 'insert into orders values (0)');
    await writer.client.query('delete from orders where id > 10');
    expect(await query(own, 'select count(*)::int from orders')).toEqual([{ count: 1_000_001 }]);
    expect(await query(uri, 'select count(*)::int from orders')).toEqual([{ count: 10 }]);
    const replica = own.replace(branch.endpoints[0].id, branch.endpoints[1].id);
    await expect(query(replica, 'insert into orders values (0)')).rejects.toMatchObject({ code: '25006' });
    await query(own, 'insert into orders values (-1)');
    await expect.poll(() => query(replica, 'select min(id) from orders')).toEqual([{ min: -1 }]);
    await writer.client.end();
    await neap.settle(project.project.id);
    await neap.call('DELETE', `${at}/branches/${branch.branch.id}`);
    await expect(query(own, 'select 1')).rejects.toThrow('endpoint cannot be found');
  });

  test('a branch is reset to its parent, what it was is kept, and a snapshot brings it back; schemas tell', async () => {
    await neap.settle(project.project.id);
    const made = await neap.call('POST', `${at}/branches`, {
      branch: { name: 'dev' },
      endpoints: [{ type: 'read_write' }],
    });
    const { id } = made.branch;
    const own: string = made.connection_uris[0].connection_uri;
    await query(own, 'create table only_here (id int primary key, at timestamptz)');
    await neap.settle(project.project.id);
    const of = `${at}/branches/${id}`;
    const { snapshot } = await neap.call('POST', `${of}/snapshot?name=before`);
    await query(own, 'insert into only_here values (1)');
    const { diff } = await neap.call('GET', `${of}/compare_schema?db_name=neondb`);
    expect(diff).toContain('+CREATE TABLE public.only_here (');
    const { json } = await neap.call('GET', `${of}/schema?db_name=neondb&format=json`);
    expect(json.tables.map(({ name }: { name: string }) => name)).toEqual(['only_here', 'orders']);

    await neap.call('POST', `${of}/restore`, {
      source_branch_id: project.branch.id,
      preserve_under_name: 'dev before',
    });
    await neap.settle(project.project.id);
    await expect(query(own, 'table only_here')).rejects.toMatchObject({ code: '42P01' });
    expect((await neap.call('GET', `${of}/compare_schema?db_name=neondb`)).diff).toBe('');

    const { branches } = await neap.call('GET', `${at}/branches`);
    const kept = branches.find(({ name }: { name: string }) => name === 'dev before').id;
    const again = await neap.call('POST', `${at}/snapshots/${snapshot.id}/restore`, {
      finalize_restore: true,
    });
    await neap.settle(project.project.id);
    expect(again.branch.name).toBe('dev');
    expect(await query(own, 'table only_here')).toEqual([]);
    const endpoint = await neap.call('POST', `${at}/endpoints`, {
      endpoint: { branch_id: kept, type: 'read_write' },
    });
    await neap.settle(project.project.id);
    const before = own.replace(made.endpoints[0].id, endpoint.endpoint.id);
    expect(await query(before, 'select id from only_here')).toEqual([{ id: 1 }]);
    for (const branch_id of [kept, again.branch.id]) {
      await neap.settle(project.project.id);
      await neap.call('DELETE', `${at}/branches/${branch_id}`);
    }
  });

  test('roles and databases of the API are those of the server, also while it sleeps', async () => {
    const of = `${at}/branches/${project.branch.id}`;
    await neap.settle(project.project.id);
    await neap.skip('6m');
    const { role } = await neap.call('POST', `${of}/roles`, { role: { name: 'Ann "O"' } });
    await neap.settle(project.project.id);
    await neap.call('POST', `${of}/databases`, { database: { name: 'books', owner_name: role.name } });
    await neap.settle(project.project.id);
    expect(await state()).toBe('idle');
    const as = (password: string, database: string) => {
      const url = new URL(uri);
      url.username = encodeURIComponent(role.name);
      url.password = password;
      url.pathname = `/${database}`;
      return url.href;
    };
    await query(as(role.password, 'books'), 'create table pages (number int)');
    await neap.call('PATCH', `${of}/databases/books`, { database: { name: 'library' } });
    await neap.settle(project.project.id);
    const path = `${of}/roles/${encodeURIComponent(role.name)}`;
    const reset = await neap.call('POST', `${path}/reset_password`);
    await neap.settle(project.project.id);
    expect(await query(as(reset.role.password, 'library'), 'select count(*)::int from pages')).toEqual([
      { count: 0 },
    ]);
    await expect(query(as(role.password, 'library'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await neap.call('DELETE', `${of}/databases/library`);
    await neap.settle(project.project.id);
    await neap.call('DELETE', path);
    await neap.settle(project.project.id);
    expect(await query(uri, "select datname from pg_database where datname = 'library'")).toEqual([]);
    expect(await query(uri, 'select 1 from pg_roles where rolname like $$Ann%$$')).toEqual([]);
  });

  test('SQL over HTTP is served on the port of the API', async () => {
    const response = await fetch(`${neap.served.address}/sql`, {
      method: 'POST',
      headers: { 'Neon-Connection-String': uri },
      body: JSON.stringify({ query: 'select $1::int + 1 as sum', params: ['41'] }),
    });
    expect(await response.json()).toMatchObject({ rows: [{ sum: 42 }] });
  });

  test('a setting that prevents a start is reported with the end of the log, and an edit repairs it', async () => {
    const of = `${at}/endpoints/${project.endpoints[0]!.id}`;
    const edit = (pg_settings: object) => neap.call('PATCH', of, { endpoint: { settings: { pg_settings } } });
    await neap.settle(project.project.id);
    await edit({ work_mem: 'much' });
    await expect(query(uri, 'select 1')).rejects.toThrow("Couldn't connect to compute node");
    await neap.settle(project.project.id);
    await edit({ work_mem: '7MB' });
    expect(await query(uri, 'show work_mem')).toEqual([{ work_mem: '7MB' }]);
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
    const ended = Promise.allSettled([busy(), busy(), busy(), busy(), busy(), busy()]);
    // The load average of six reaches what 1 CU is for after some 10 s.
    await expect
      .poll(() => read('cpu.cfs_quota_us').trim(), { timeout: 60_000, interval: 200 })
      .toBe('100000');
    expect(readdirSync(group)).toContain('cgroup.procs');
    expect(await neap.served.stop('SIGTERM')).toBe(143);
    await ended;
    expect(existsSync(group)).toBe(false);
  },
);
