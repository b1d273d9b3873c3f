import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withheldSettings } from '../../src/postgres/cluster/server-settings.js';
import { OWNER, POSTGRES_BINS, RealServer } from './real-server.js';
import {
  type CreatedProject,
  connected,
  type PostgresUnderTest,
  query,
  servePostgres,
} from './served-postgres.js';

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
  ['create extension dblink'],
  ['create extension postgres_fdw'],
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
  ["create subscription feed connection 'host=/tmp' publication feed with (connect = false)"],
  ["create tablespace room location '/tmp'"],
  ['select pg_reload_conf()'],
];

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

/** The same for a server that others use, where no role may make another a superuser: they note whose rights they have. */
const GIVEN_TRAPS = `
  create table risen (name text);
  grant all on risen to public;
  create function trap(oid, regrole) returns boolean language plpgsql as $$ begin
    if (select rolsuper from pg_roles where rolname = current_user) then
      insert into public.risen values (current_user); end if;
    return false; end $$;
  create operator public.= (leftarg = oid, rightarg = regrole, function = public.trap)`;

/** What an endpoint may ask of its server's settings to get at the host. */
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

/** An emulator with a project of each of two accounts. */
interface Accounts {
  readonly state: string;
  readonly neap: PostgresUnderTest;
  readonly victim: CreatedProject;
  readonly attacker: CreatedProject;
  /** The attacker's. */
  readonly key: string;
}

/** The same on a server that runs already, with names on that server. */
interface Given extends Accounts {
  readonly server: RealServer;
  /** The attacker's login role. */
  readonly login: string;
  readonly own: string;
  readonly foreign: string;
  readonly foreign_branch: string;
}

/** The oldest and the newest version: rights to grant roles changed between them. */
const ENDS = POSTGRES_BINS.filter((_, index) => index === 0 || index === POSTGRES_BINS.length - 1);

const accounts = new Map<number, Accounts>();
const givens = new Map<number, Given>();
beforeAll(async () => {
  await Promise.all([
    ...POSTGRES_BINS.map(async ({ major, bin }) => accounts.set(major, await open(bin))),
    ...ENDS.map(async ({ major, bin }) => givens.set(major, await openGiven(bin))),
  ]);
}, 180_000);

async function open(bin: string): Promise<Accounts> {
  const state = mkdtempSync(join(tmpdir(), 'neap-attacks-'));
  return openAccounts(state, await servePostgres('--postgres', bin, '--state', state), TRAPS);
}

/** Adds another account, and makes a project in each. */
async function openAccounts(state: string, neap: PostgresUnderTest, traps: string): Promise<Accounts> {
  const { id } = await neap.call('POST', '/_neap/users', { name: 'other', email: 'other@example.org' });
  const { key } = await neap.call('POST', `/_neap/users/${id}/api_keys`, { key_name: 'key' });
  const [victim, attacker] = await Promise.all([neap.createProject(), neap.createProject(0.25, key)]);
  await query(uriOf(victim), "create table secret as select 'row' as text");
  await query(uriOf(attacker), traps);
  return { state, neap, victim, attacker, key };
}

async function openGiven(bin: string): Promise<Given> {
  const server = await RealServer.create(bin);
  await server.asAdmin("create role boss superuser login password 'secret'");
  const state = mkdtempSync(join(tmpdir(), 'neap-attacks-'));
  const made = await openAccounts(state, await serveOn({ server, state }), GIVEN_TRAPS);
  const { neap, victim, attacker } = made;
  await neap.settle(victim.project.id);
  const branch = await neap.call('POST', `/projects/${victim.project.id}/branches`, {
    endpoints: [{ type: 'read_write' }],
  });
  const names = 'select session_user::text as login, current_database()::text as name';
  const [own] = await query(uriOf(attacker), names);
  const [foreign] = await query(uriOf(victim), names);
  const [foreign_branch] = await query(branch.connection_uris[0].connection_uri, names);
  return {
    ...made,
    server,
    login: own.login,
    own: own.name,
    foreign: foreign.name,
    foreign_branch: foreign_branch.name,
  };
}

function serveOn({ server, state }: Pick<Given, 'server' | 'state'>): Promise<PostgresUnderTest> {
  const url = `postgresql://boss:secret@/postgres?host=${encodeURIComponent(server.folder)}&port=5432`;
  return servePostgres('--postgres', url, '--state', state);
}

function uriOf({ connection_uris }: CreatedProject): string {
  return connection_uris[0]!.connection_uri;
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
    for (const [statement, code = '42501'] of ATTACKS) {
      const outcome = await client.query(statement).then(
        () => 'done',
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

  test('an account cannot log in to the server of another, and nobody as the emulator’s superuser', async () => {
    const [endpoint] = victim.endpoints;
    const elsewhere = uriOf(attacker).replace(attacker.endpoints[0]!.id, endpoint!.id);
    await expect(query(elsewhere, 'table secret')).rejects.toMatchObject({ code: '28P01' });
    const password = readFileSync(join(state, 'postgres', 'admin-password'), 'utf8');
    const as_admin = uriOf(attacker).replace(/\/\/[^@]*@/, `//cloud_admin:${password}@`);
    await expect(query(as_admin, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('pg_settings name no program, library or file', async () => {
    const path = `/projects/${attacker.project.id}/endpoints/${attacker.endpoints[0]!.id}`;
    await change('PATCH', path, { endpoint: { settings: { pg_settings: SETTINGS } } });
    const [row] = await query(
      uriOf(attacker),
      "select current_setting('archive_mode') as mode, current_setting('archive_command') as command, current_setting('unix_socket_permissions') as permissions",
    );
    expect(row).toEqual({ mode: 'on', command: '', permissions: '0700' });
    const known = run(bin, 'postgres', ['--describe-config'])
      .split('\n')
      .map((line) => line.split('\t'));
    const texts = known.filter(([, context, , type]) => type === 'STRING' && context !== 'user');
    const given = texts.flatMap(([name]) => (withheldSettings({ [name!]: 'x' }).length === 0 ? [name] : []));
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

describe.each(ENDS)('accounts on one given server, PostgreSQL $major', ({ major }) => {
  let given: Given;
  beforeAll(() => {
    given = givens.get(major)!;
  });
  afterAll(async () => {
    await given.neap.served.stop('SIGTERM');
    await given.server.remove();
    rmSync(given.state, { recursive: true, force: true });
  });
  /** Connects to a database of the server itself, past the proxy. */
  const direct = async (database: string): Promise<string> => {
    const { password } = new URL(uriOf(given.attacker));
    const user = given.login;
    const client = new pg.Client({ host: given.server.folder, user, password, database });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return 'connected';
    } catch (error) {
      return (error as pg.DatabaseError).code ?? '';
    } finally {
      await client.end();
    }
  };
  const expectApart = async () => {
    expect(await direct(given.own)).toBe('connected');
    expect(await direct(given.foreign)).toBe('42501');
    expect(await direct(given.foreign_branch)).toBe('42501');
  };

  test('a role cannot connect to the databases of another account', async () => {
    await expectApart();
    const at = `/projects/${given.attacker.project.id}/branches/${given.attacker.branch.id}`;
    await given.neap.settle(given.attacker.project.id, given.key);
    const { role } = await given.neap.call('POST', `${at}/roles`, { role: { name: 'guest' } }, given.key);
    await given.neap.settle(given.attacker.project.id, given.key);
    const guest = uriOf(given.attacker).replace(/\/\/[^@]*@/, `//guest:${role.password}@`);
    expect(await query(guest, 'create temporary table own as select 1 as one')).toEqual([]);
    // Gives what the role owns to the owner of the database, by a statement of the emulator.
    await given.neap.call('DELETE', `${at}/roles/guest`, undefined, given.key);
    await given.neap.settle(given.attacker.project.id, given.key);
    const superusers = await given.server.asAdmin('select rolname from pg_roles where rolsuper');
    expect(superusers.map(({ rolname }) => rolname).sort()).toEqual(['boss', 'cloud_admin']);
    expect(await query(uriOf(given.attacker), 'table risen')).toEqual([]);
  }, 60_000);

  test('databases of earlier starts are closed to other accounts at the next', async () => {
    await given.neap.served.stop('SIGTERM');
    for (const { name } of await given.server.asAdmin(
      "select datname as name from pg_database where datname like 'neap%'",
    )) {
      await given.server.asAdmin(`grant all on database "${name}" to public`);
      await given.server.asAdmin(`alter database "${name}" allow_connections true`);
    }
    for (const { name } of await given.server.asAdmin(
      "select rolname as name from pg_roles where rolname ~ '^neap_[0-9a-f]{8}_[0-9a-f]{10}$'",
    )) {
      for (const { name: database } of await given.server.asAdmin(
        "select datname as name from pg_database where datname like 'neap%'",
      ))
        await given.server.asAdmin(`revoke all on database "${database}" from "${name}"`);
      await given.server.asAdmin(`drop role "${name}"`);
    }
    expect(await direct(given.foreign)).toBe('connected');
    given = { ...given, neap: await serveOn(given) };
    const port = `:${given.neap.served.postgres.port}/`;
    expect(await query(uriOf(given.victim).replace(/:\d+\//, port), 'table secret')).toEqual([
      { text: 'row' },
    ]);
    expect(await query(uriOf(given.attacker).replace(/:\d+\//, port), 'table risen')).toEqual([]);
    await expectApart();
  }, 60_000);
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
