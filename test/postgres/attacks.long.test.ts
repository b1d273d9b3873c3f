import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CREATABLE_EXTENSIONS } from '../../src/postgres/cluster/server-programs.js';
import { PRELOADABLE, settingsProblem } from '../../src/postgres/cluster/server-settings.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type Accounts, openAccounts, uriOf } from './accounts.js';
import { OWNER, POSTGRES_BINS } from './real-server.js';
import { connected, query, servePostgres } from './served-postgres.js';

interface Attack {
  readonly sql: string;
  /** SQLSTATE of the outcome; 42501 if absent. */
  readonly code?: string;
  /** Major versions that it applies to. */
  readonly from?: number;
  readonly before?: number;
}

const TABLE = parse(readFileSync(join(import.meta.dirname, 'attacks.yaml'), 'utf8')) as {
  readonly statements: readonly Attack[];
  readonly by_extension: readonly Attack[];
  readonly foreign: string;
  readonly traps: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly given: readonly string[];
  readonly harmless: readonly (readonly string[])[];
  readonly opened: readonly string[];
  readonly exploited: readonly string[];
};

const folders = POSTGRES_BINS.map(() => temporaryFolder());
const accounts = new Map<number, Accounts>();
beforeAll(async () => {
  await Promise.all(
    POSTGRES_BINS.map(async ({ major, bin }, index) => {
      const state = folders[index]!;
      const neap = await servePostgres('--postgres', bin, '--state', state);
      accounts.set(major, await openAccounts(state, neap, TABLE.traps));
    }),
  );
}, 180_000);

describe.each(POSTGRES_BINS)('roles of accounts on PostgreSQL $major', ({ major, bin }) => {
  let { state, neap, victim, attacker, key } = {} as Accounts;
  beforeAll(() => {
    ({ state, neap, victim, attacker, key } = accounts.get(major)!);
  });
  afterAll(() => neap.served.stop('SIGTERM'));
  const change = async (method: string, path: string, body: unknown) => {
    await neap.settle(attacker.project.id, key);
    await neap.call(method, path, body, key);
    await neap.settle(attacker.project.id, key);
  };
  const superusers = async (uri = uriOf(attacker)) =>
    (await query(uri, 'select rolname from pg_roles where rolsuper')).map(({ rolname }) => rolname);
  const attack = async (client: pg.Client, attacks: readonly Attack[]) => {
    for (const { sql, code = '42501', from = 0, before = Number.POSITIVE_INFINITY } of attacks) {
      if (major < from || major >= before) continue;
      const outcome = await client.query(sql).then(
        () => '00000',
        (error: pg.DatabaseError) => error.code,
      );
      expect.soft(outcome, sql).toBe(code);
    }
    await client.end();
    expect(await superusers()).toEqual(['cloud_admin']);
  };

  test('no statement reaches programs or files of the host, or creates a superuser', async () => {
    const { client } = await connected(uriOf(attacker));
    await attack(client, TABLE.statements);
  });

  test('extensions that a role may create give it no access to the host or other servers', async () => {
    const { client } = await connected(uriOf(attacker));
    const { rows } = await client.query('select name from pg_available_extensions');
    const available = new Set(rows.map(({ name }) => name));
    for (const name of CREATABLE_EXTENSIONS) {
      if (available.has(name)) await client.query(`create extension ${name}`);
    }
    if (available.has('postgres_fdw')) await client.query(TABLE.foreign);
    await attack(client, TABLE.by_extension);
  });

  test('no object in a database changes the statements of the emulator’s superuser', async () => {
    const at = `/projects/${attacker.project.id}/branches/${attacker.branch.id}`;
    const name = 'host=/tmp/neap-attack dbname=x';
    await change('POST', `${at}/databases`, { database: { name, owner_name: 'neondb_owner' } });
    await change('POST', `${at}/roles`, { role: { name: 'guest' } });
    const schema = (of: string) => neap.call('GET', `${at}/schema?db_name=${of}`, undefined, key);
    expect((await schema('neondb&format=json')).json.tables).toMatchObject([{ name: 'target' }]);
    if (existsSync(join(bin, 'pg_dump'))) {
      expect((await schema(encodeURIComponent(name))).sql).toContain('PostgreSQL database dump');
    }
    expect(await superusers()).toEqual(['cloud_admin']);
  });

  test("a role cannot log in to another account's server, and no client can log in as the superuser", async () => {
    const [endpoint] = victim.endpoints;
    const elsewhere = uriOf(attacker).replace(attacker.endpoints[0]!.id, endpoint!.id);
    await expect(query(elsewhere, 'table secret')).rejects.toMatchObject({ code: '28P01' });
    const password = readFileSync(join(state, 'postgres', 'admin-password'), 'utf8');
    const as_admin = uriOf(attacker).replace(/\/\/[^@]*@/, `//cloud_admin:${password}@`);
    await expect(query(as_admin, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('pg_settings cannot name a program, a library or a file', async () => {
    const path = `/projects/${attacker.project.id}/endpoints/${attacker.endpoints[0]!.id}`;
    const isGiven = (name: string, value: string) =>
      settingsProblem({ [name]: value }, PRELOADABLE) === undefined;
    const given = Object.entries(TABLE.settings).filter(([name, value]) => isGiven(name, value));
    expect(given.map(([name]) => name)).toEqual(TABLE.given);
    const settings = (pg_settings: object) => ({ endpoint: { settings: { pg_settings } } });
    await expect(change('PATCH', path, settings(TABLE.settings))).rejects.toThrow('cannot be changed');
    await change('PATCH', path, settings(Object.fromEntries(given)));
    const [row] = await query(
      uriOf(attacker),
      "select current_setting('archive_mode') as mode, current_setting('archive_command') as command, current_setting('unix_socket_permissions') as permissions",
    );
    expect(row).toEqual({ mode: 'on', command: '', permissions: '0700' });
    const known = run(bin, 'postgres', ['--describe-config'])
      .split('\n')
      .map((line) => line.split('\t'));
    const texts = known.filter(([, context, , type]) => type === 'STRING' && context !== 'user');
    const names = texts.flatMap(([name]) => (isGiven(name!, 'x') ? [name] : []));
    expect(names.filter((name) => !TABLE.harmless.flat().includes(name!))).toEqual([]);
  });

  test('access in data of earlier starts is closed before a client can connect', async () => {
    const postgres = join(state, 'postgres');
    await neap.served.stop('SIGTERM');
    for (const folder of readdirSync(postgres).filter((each) => /^(br|template)-/.test(each))) {
      const data = join(postgres, folder, 'data');
      rmSync(join(data, 'neap-access-closed'));
      for (const [database, lines] of [
        ['template1', TABLE.opened],
        ['neondb', TABLE.exploited],
      ] as const) {
        if (folder.startsWith('template') && database === 'neondb') continue;
        const said = run(bin, 'postgres', ['--single', '-D', data, database], lines.join('\n'));
        expect(said).not.toContain('ERROR');
      }
    }
    neap = await servePostgres('--postgres', bin, '--state', state);
    const port = `:${neap.served.postgres.port}/`;
    const project = await neap.createProject(0.25, key);
    for (const each of [victim, attacker, project]) {
      const uri = uriOf(each).replace(/:\d+\//, port);
      const refused = (sql: string, code: string) =>
        expect(query(uri, sql), sql).rejects.toMatchObject({ code });
      await refused("copy (select 1) to program 'true'", '42501');
      await refused('grant pg_execute_server_program to neondb_owner', '42704');
      if (each !== project) await refused('select run()', '42501');
      expect(await superusers(uri)).toEqual(['cloud_admin']);
    }
  });
});

/** Runs a program of a server as its user, with lines as its input. */
function run(bin: string, program: string, args: readonly string[], input = ''): string {
  const options = { input, encoding: 'utf8', cwd: '/', ...OWNER } as const;
  const { stdout, stderr } = spawnSync(join(bin, program), args, options);
  return stdout + stderr;
}
