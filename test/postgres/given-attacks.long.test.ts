import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { type Accounts, openAccounts, uriOf } from './accounts.js';
import { POSTGRES_BINS, RealServer } from './real-server.js';
import { type PostgresUnderTest, query, servePostgres } from './served-postgres.js';

/** Functions that the emulator's own statements would call in an unwary session. They note whose rights they have. */
const TRAPS = `
  create table risen (name text);
  grant all on risen to public;
  create function trap(oid, regrole) returns boolean language plpgsql as $$ begin
    if (select rolsuper from pg_roles where rolname = current_user) then
      insert into public.risen values (current_user); end if;
    return false; end $$;
  create operator public.= (leftarg = oid, rightarg = regrole, function = public.trap)`;

/** The newest version, and in the long suite the oldest as well: rights to grant roles changed between them. */
const ENDS = POSTGRES_BINS.filter((_, index) => index === POSTGRES_BINS.length - 1 || index === 0);

/** Two accounts on a server that runs already, with names on that server. */
interface Given extends Accounts {
  readonly server: RealServer;
  /** The attacker's login role. */
  readonly login: string;
  readonly own: string;
  readonly foreign: string;
  readonly foreign_branch: string;
}

const STATES = ENDS.map(() => temporaryFolder());
const givens = new Map<number, Given>();
beforeAll(async () => {
  await Promise.all(
    ENDS.map(async ({ major, bin }, index) => givens.set(major, await openGiven(bin, STATES[index]!))),
  );
}, 180_000);

async function openGiven(bin: string, state: string): Promise<Given> {
  const server = await RealServer.create(bin);
  await server.asAdmin("create role boss superuser login password 'secret'");
  const made = await openAccounts(state, await serveOn({ server, state }), TRAPS);
  const { neap, victim, attacker } = made;
  await neap.settle(victim.project.id);
  const branch = await neap.call('POST', `/projects/${victim.project.id}/branches`, {
    endpoints: [{ type: 'read_write' }],
  });
  await neap.settle(victim.project.id);
  const names = 'select session_user::text as login, current_database()::text as name';
  const [own] = await query(uriOf(attacker), names);
  const [foreign] = await query(uriOf(victim), names);
  const [foreign_branch] = await query(branch.connection_uris[0].connection_uri, names);
  const names_of_others = { foreign: foreign.name, foreign_branch: foreign_branch.name };
  return { ...made, server, login: own.login, own: own.name, ...names_of_others };
}

function serveOn({ server, state }: Pick<Given, 'server' | 'state'>): Promise<PostgresUnderTest> {
  const url = `postgresql://boss:secret@/postgres?host=${encodeURIComponent(server.folder)}&port=5432`;
  return servePostgres('--postgres', url, '--state', state);
}

describe.each(ENDS)('accounts on one given server, PostgreSQL $major', ({ major }) => {
  let given: Given;
  beforeAll(() => {
    given = givens.get(major)!;
  });
  afterAll(async () => {
    await given.neap.served.stop('SIGTERM');
    await given.server.remove();
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

  test('a start closes databases of earlier starts to other accounts', async () => {
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
