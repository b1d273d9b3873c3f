import pg from 'pg';
import { type ContentsForm, DUPLICATE_ROLE, unless } from '../cluster/contents.js';
import { scramSecretOf } from '../wire/scram.js';
import { createDatabase, createGroup } from './database-access.js';
import type { GivenServer } from './given-server.js';
import { databasePrefix, groupOf, loginPrefix, ownerPrefix, prefixed } from './server-names.js';

/**
 * Roles and databases of the API on a server that others use too: names with a prefix, and no rights beyond their own
 * databases. Each role is two: one that logs in, with the password, and one that owns, which it takes on.
 */
export function sharedForm(server: GivenServer, id: string, lineage: string): ContentsForm {
  const { instance, is_superuser, url } = server;
  const owner = (name: string) => prefixed(ownerPrefix(instance, lineage), name);
  const database = (name: string) => prefixed(databasePrefix(instance, id), name);
  const group = groupOf(instance, lineage);
  const quoted = pg.escapeIdentifier;
  // Who may not do everything must be one of them, to give databases to them and to end their sessions.
  const with_us = is_superuser ? '' : ` ROLE ${quoted(url.user)}`;
  return {
    role: owner,
    database,
    prepare: (admin) => createGroup(admin, group),
    async makeRole(admin, name, password) {
      const owns = quoted(owner(name));
      const logs_in = quoted(prefixed(loginPrefix(instance, id), name));
      const secret = pg.escapeLiteral(await secretFor(name, password));
      await unless(DUPLICATE_ROLE, () =>
        admin.query(`CREATE ROLE ${owns} NOLOGIN IN ROLE ${quoted(group)}${with_us}`),
      );
      await unless(
        DUPLICATE_ROLE,
        () => admin.query(`CREATE ROLE ${logs_in} LOGIN PASSWORD ${secret} IN ROLE ${owns}${with_us}`),
        () => admin.query(`ALTER ROLE ${logs_in} PASSWORD ${secret}`),
      );
      await admin.query(`ALTER ROLE ${logs_in} SET role = ${owns}`);
    },
    async dropRole(admin, name) {
      await admin.query(`DROP ROLE IF EXISTS ${quoted(prefixed(loginPrefix(instance, id), name))}`);
    },
    makeDatabase: (admin, name, owner_name) =>
      createDatabase(admin, { name: database(name), owner: owner(owner_name), group }),
    // The schema public belongs to the owner of the database.
    owned: () => [],
    bequeathed: (role, heir) => [givenAway(role, heir)],
  };
}

/** As `REASSIGN OWNED` in one database; other databases, which it gives away too, are given back. */
function givenAway(role: string, heir: string): string {
  const [named, to] = [pg.escapeLiteral(role), pg.escapeLiteral(heir)];
  return `do $do$
    declare
      owned text[] := (select array_agg(datname) from pg_database where datdba = ${named}::regrole);
      each text;
    begin
      execute format('reassign owned by %s to %s', ${named}, ${to});
      foreach each in array coalesce(owned, '{}') loop
        execute format('alter database %I owner to %s', each, ${named});
      end loop;
    end $do$`;
}

/** The stored form of a password: the same text for the same password, so that the server need not be queried. */
export async function secretFor(role_name: string, password: string): Promise<string> {
  return scramSecretOf(Buffer.from(password), role_name);
}
