import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREATABLE_EXTENSIONS } from '../../src/postgres/cluster/server-programs.js';
import { PRELOADABLE, settingsProblem } from '../../src/postgres/cluster/server-settings.js';
import { type Accounts, openAccounts, uriOf } from './accounts.js';
import { OWNER, POSTGRES_BINS } from './real-server.js';
import { connected, query, servePostgres } from './served-postgres.js';

/** Ways to programs and files of the host, and to superusers. All are refused with 42501 unless a code is given. */
const ATTACKS: readonly (readonly [string, string?])[] = [
  ['grant pg_execute_server_program to neondb_owner', '42704'],
  ['grant pg_read_server_files to neondb_owner', '42704'],
  ['grant pg_write_server_files to neondb_owner', '42704'],
  ['create role pg_execute_server_program', '42939'],
  ["copy (select 1) to program 'true'"],
  ["copy target from program 'id'"],
  ["copy target from '/etc/passwd'"],
  ["copy (select 1) to '/tmp/neap-attack'"],
  ["select pg_read_file('/etc/passwd')"],
  ["select pg_ls_dir('/')"],
  ["select lo_import('/etc/passwd')"],
  ["select lo_export(1, '/tmp/neap-attack')"],
  ["create function sh(cstring) returns int language c as 'libc', 'system'"],
  ["load '/tmp/neap-attack.so'"],
  ['create extension file_fdw'],
  ['alter role neondb_owner superuser'],
  ['create role other superuser'],
  ['grant cloud_admin to neondb_owner'],
  ["alter role cloud_admin password 'known'"],
  ['set session authorization cloud_admin'],
  ['update pg_authid set rolsuper = true'],
  ["alter system set archive_command = 'true'"],
  ["alter role neondb_owner set session_preload_libraries = '/tmp/neap-attack'"],
  ["alter database neondb set dynamic_library_path = '/tmp'"],
  ['create event trigger watch on ddl_command_end execute function note()'],
  ["create tablespace room location '/tmp'"],
  ['select pg_reload_conf()'],
];

/** Capabilities that extensions must not open to roles, with the code of the refusal. */
const BY_EXTENSION: readonly (readonly [string, string])[] = [
  ["select dblink_connect_u('host=/tmp')", '42501'],
  [
    "select dblink('host=' || current_setting('unix_socket_directories') || ' user=cloud_admin', 'select 1')",
    '2F003',
  ],
  [
    "select dblink('host=' || current_setting('unix_socket_directories') || ' user=cloud_admin passfile=../passfile', 'select 1')",
    '2F003',
  ],
  [
    "select dblink('host=' || current_setting('unix_socket_directories') || ' port=' || current_setting('port') || ' user=cloud_admin password=x', 'select 1')",
    '08001',
  ],
  ['alter extension dblink update', '00000'],
  ['alter function dblink_connect_u(text) owner to neondb_owner', '42501'],
  ['grant execute on function dblink_connect_u(text) to neondb_owner', '42501'],
  ['select pg_stat_statements_reset()', '42501'],
  ['select * from there', '2F003'],
];
const FOREIGN = `
  create server elsewhere foreign data wrapper postgres_fdw options (host '/tmp');
  create user mapping for current_user server elsewhere options (user 'cloud_admin');
  create foreign table there (x int) server elsewhere`;

/** Functions that the emulator's own statements would call in an unwary session, and that make their caller's rights theirs. */
const TRAPS = `
  create function note() returns event_trigger language plpgsql as 'begin end';
  create table target (line text);
  create function rise() returns boolean language plpgsql as $$ begin
    alter role neondb_owner superuser; return false;
    exception when insufficient_privilege then return false; end $$;
  create function trap(name, name) returns boolean language sql as 'select public.rise()';
  create operator public.!~ (leftarg = name, rightarg = name, function = public.trap);
  create function pg_terminate_backend(int, int) returns boolean language sql as 'select public.rise()'`;

/** Server settings that an endpoint may set to reach the host. */
const SETTINGS = {
  archive_mode: 'on',
  archive_command: 'touch /tmp/neap-attack',
  archive_timeout: '1',
  'archive-library': 'basic_archive',
  'hba-file': '/tmp/neap-attack',
  'hba_file=/tmp/neap-attack#': 'x',
  'plperl.on_init': 'system("id")',
  'basebackup_to_shell.command': 'id',
  shared_preload_libraries: 'pg_stat_statements,basebackup_to_shell',
  unix_socket_permissions: '0777',
};

/** Settings with a text that names nothing on the host, though a client cannot set them. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...['cluster_name', 'event_source', 'lc_messages', 'log_connections', 'log_line_prefix', 'log_timezone'],
  ...['primary_slot_name', 'synchronized_standby_slots', 'synchronous_standby_names'],
  ...['', '_lsn', '_name', '_time', '_timeline', '_xid'].map((end) => `recovery_target${end}`),
]);

/** The roles and rights that data of earlier starts may have. Each line is a statement of the single-user mode. */
const OPENED = [
  'set allow_system_table_mods = on',
  ...Object.entries({
    pg_read_server_files: 4569,
    pg_write_server_files: 4570,
    pg_execute_server_program: 4571,
  }).map(
    ([name, oid]) =>
      `insert into pg_authid values (${oid}, '${name}', false, true, false, false, false, false, false, -1)`,
  ),
];
const EXPLOITED = [
  'grant pg_execute_server_program to neondb_owner with admin option',
  "create function public.run() returns void language plpgsql security definer as $$ begin copy (select 1) to program 'true'; end $$",
  'alter function public.run() owner to pg_execute_server_program',
  'alter role neondb_owner superuser',
];

const accounts = new Map<number, Accounts>();
beforeAll(async () => {
  await Promise.all(POSTGRES_BINS.map(async ({ major, bin }) => accounts.set(major, await open(bin))));
}, 180_000);

async function open(bin: string): Promise<Accounts> {
  const state = mkdtempSync(join(tmpdir(), 'neap-attacks-'));
  return openAccounts(state, await servePostgres('--postgres', bin, '--state', state), TRAPS);
}

describe.each(POSTGRES_BINS)('roles of accounts on PostgreSQL $major', ({ major, bin }) => {
  let { state, neap, victim, attacker, key } = {} as Accounts;
  beforeAll(() => {
    ({ state, neap, victim, attacker, key } = accounts.get(major)!);
  });
  afterAll(async () => {
    await neap.served.stop('SIGTERM');
    rmSync(state, { recursive: true, force: true });
  });
  const change = async (method: string, path: string, body: unknown) => {
    await neap.settle(attacker.project.id, key);
    await neap.call(method, path, body, key);
    await neap.settle(attacker.project.id, key);
  };
  const superusers = async () =>
    (await query(uriOf(attacker), 'select rolname from pg_roles where rolsuper')).map(
      ({ rolname }) => rolname,
    );

  test('no statement reaches programs or files of the host, or makes a superuser', async () => {
    const { client } = await connected(uriOf(attacker));
    // From 16 on roles may create subscriptions, with a password.
    const subscription = [
      "create subscription feed connection 'host=/tmp' publication feed with (connect = false)",
      major < 16 ? '42501' : '2F003',
    ] as const;
    for (const [statement, code = '42501'] of [...ATTACKS, subscription]) {
      const outcome = await client.query(statement).then(
        () => 'done',
        (error: pg.DatabaseError) => error.code,
      );
      expect.soft(outcome, statement).toBe(code);
    }
    await client.end();
    expect(await superusers()).toEqual(['cloud_admin']);
  });

  test('extensions that a role may create give it no access to the host or other servers', async () => {
    const { client } = await connected(uriOf(attacker));
    const { rows } = await client.query('select name from pg_available_extensions');
    const available = new Set(rows.map(({ name }) => name));
    for (const name of CREATABLE_EXTENSIONS) {
      if (available.has(name)) await client.query(`create extension ${name}`);
    }
    if (available.has('postgres_fdw')) await client.query(FOREIGN);
    for (const [statement, code] of BY_EXTENSION) {
      const outcome = await client.query(statement).then(
        () => '00000',
        (error: pg.DatabaseError) => error.code,
      );
      expect.soft(outcome, statement).toBe(code);
    }
    await client.end();
    expect(await superusers()).toEqual(['cloud_admin']);
  });

  test('nothing in a database changes what the emulator does there as its superuser', async () => {
    const at = `/projects/${attacker.project.id}/branches/${attacker.branch.id}`;
    const name = 'host=/tmp/neap-attack dbname=x';
    await change('POST', `${at}/databases`, { database: { name, owner_name: 'neondb_owner' } });
    await change('POST', `${at}/roles`, { role: { name: 'guest' } });
    const { json } = await neap.call('GET', `${at}/schema?db_name=neondb&format=json`, undefined, key);
    expect(json.tables).toMatchObject([{ name: 'target' }]);
    if (existsSync(join(bin, 'pg_dump'))) {
      const { sql } = await neap.call(
        'GET',
        `${at}/schema?db_name=${encodeURIComponent(name)}`,
        undefined,
        key,
      );
      expect(sql).toContain('PostgreSQL database dump');
    }
    expect(await superusers()).toEqual(['cloud_admin']);
  });

  test("an account cannot log in to another account's server, and no client as the emulator's superuser", async () => {
    const [endpoint] = victim.endpoints;
    const elsewhere = uriOf(attacker).replace(attacker.endpoints[0]!.id, endpoint!.id);
    await expect(query(elsewhere, 'table secret')).rejects.toMatchObject({ code: '28P01' });
    const password = readFileSync(join(state, 'postgres', 'admin-password'), 'utf8');
    const as_admin = uriOf(attacker).replace(/\/\/[^@]*@/, `//cloud_admin:${password}@`);
    await expect(query(as_admin, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('pg_settings name no program, library or file', async () => {
    const path = `/projects/${attacker.project.id}/endpoints/${attacker.endpoints[0]!.id}`;
    const isGiven = (name: string, value: string) =>
      settingsProblem({ [name]: value }, PRELOADABLE) === undefined;
    const harmless = Object.entries(SETTINGS).filter(([name, value]) => isGiven(name, value));
    expect(harmless.map(([name]) => name)).toEqual(['archive_mode', 'archive_timeout']);
    const settings = (pg_settings: object) => ({ endpoint: { settings: { pg_settings } } });
    await expect(change('PATCH', path, settings(SETTINGS))).rejects.toThrow('cannot be changed');
    await change('PATCH', path, settings(Object.fromEntries(harmless)));
    const [row] = await query(
      uriOf(attacker),
      "select current_setting('archive_mode') as mode, current_setting('archive_command') as command, current_setting('unix_socket_permissions') as permissions",
    );
    expect(row).toEqual({ mode: 'on', command: '', permissions: '0700' });
    const known = run(bin, 'postgres', ['--describe-config'])
      .split('\n')
      .map((line) => line.split('\t'));
    const texts = known.filter(([, context, , type]) => type === 'STRING' && context !== 'user');
    const given = texts.flatMap(([name]) => (isGiven(name!, 'x') ? [name] : []));
    expect(given.filter((name) => !HARMLESS.has(name!))).toEqual([]);
  });

  test('data of earlier starts are closed before a client can connect', async () => {
    const postgres = join(state, 'postgres');
    await neap.served.stop('SIGTERM');
    for (const folder of readdirSync(postgres).filter((each) => /^(br|template)-/.test(each))) {
      const data = join(postgres, folder, 'data');
      rmSync(join(data, 'neap-access-closed'));
      for (const [database, lines] of [
        ['template1', OPENED],
        ['neondb', EXPLOITED],
      ] as const) {
        if (folder.startsWith('template') && database === 'neondb') continue;
        const said = run(bin, 'postgres', ['--single', '-D', data, database], lines.join('\n'));
        expect(said).not.toContain('ERROR');
      }
    }
    neap = await servePostgres('--postgres', bin, '--state', state);
    const port = `:${neap.served.postgres.port}/`;
    const project = await neap.createProject(0.25, key);
    for (const uri of [uriOf(victim), uriOf(attacker), uriOf(project)].map((each) =>
      each.replace(/:\d+\//, port),
    )) {
      await expect(query(uri, "copy (select 1) to program 'true'")).rejects.toMatchObject({ code: '42501' });
      const granted = query(uri, 'grant pg_execute_server_program to neondb_owner');
      await expect(granted).rejects.toMatchObject({ code: '42704' });
      if (!uri.includes(project.endpoints[0]!.id))
        await expect(query(uri, 'select run()')).rejects.toMatchObject({ code: '42501' });
      const rows = await query(uri, 'select rolname from pg_roles where rolsuper');
      expect(rows).toEqual([{ rolname: 'cloud_admin' }]);
    }
  });
});

/** Runs a program of a server as its user, with lines as its input. */
function run(bin: string, program: string, args: readonly string[], input = ''): string {
  const { stdout, stderr } = spawnSync(join(bin, program), args, {
    input,
    encoding: 'utf8',
    cwd: '/',
    ...OWNER,
  });
  return stdout + stderr;
}
