import pg from 'pg';
import { type ContentsForm, DUPLICATE_ROLE, fallBack } from '../cluster/contents.js';
import { makeScramSecret } from '../wire/scram.js';
import { createDatabase, createGroup } from './database-access.js';
import type { GivenServer } from './given-server.js';
import { databasePrefix, groupName, loginPrefix, ownerPrefix, prefixedName } from './server-names.js';

/**
 * Roles and databases of the API on a shared server: names have a prefix, and roles have rights to their databases only.
 * Each role is a pair: a login role with the password, and an owner role that sessions switch to.
 */
export function sharedForm(server: GivenServer, id: string, lineage: string): ContentsForm {
  const { instance, is_superuser, url } = server;
  const owner = (name: string) => prefixedName(ownerPrefix(instance, lineage), name);
  const database = (name: string) => prefixedName(databasePrefix(instance, id), name);
  const group = groupName(instance, lineage);
  const quoted = pg.escapeIdentifier;
  // A role that is not a superuser must be a member of these roles to give them databases and to end their sessions.
  const with_us = is_superuser ? '' : ` ROLE ${quoted(url.user)}`;
  return {
    role: owner,
    database,
    prepare: (admin) => createGroup(admin, group),
    async makeRole(admin, name, password) {
      const owns = quoted(owner(name));
      const logs_in = quoted(prefixedName(loginPrefix(instance, id), name));
      const secret = pg.escapeLiteral(await storedSecret(name, password));
      await fallBack(DUPLICATE_ROLE, () =>
        admin.query(`CREATE ROLE ${owns} NOLOGIN IN ROLE ${quoted(group)}${with_us}`),
      );
      await fallBack(
        DUPLICATE_ROLE,
        () => admin.query(`CREATE ROLE ${logs_in} LOGIN PASSWORD ${secret} IN ROLE ${owns}${with_us}`),
        () => admin.query(`ALTER ROLE ${logs_in} PASSWORD ${secret}`),
      );
      await admin.query(`ALTER ROLE ${logs_in} SET role = ${owns}`);
    },
    async dropRole(admin, name) {
      await admin.query(`DROP ROLE IF EXISTS ${quoted(prefixedName(loginPrefix(instance, id), name))}`);
    },
    makeDatabase: (admin, name, owner_name) =>
      createDatabase(admin, { name: database(name), owner: owner(owner_name), group }),
    // From PostgreSQL 15 on, pg_database_owner owns the schema public.
    ownerSql: () => [],
    reassignSql: (role, heir) => [reassignStatement(role, heir)],
  };
}

/** `REASSIGN OWNED` for the objects of one database: restores the owner of databases, which the command changes too. */
function reassignStatement(role: string, heir: string): string {
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

/** The stored form of a password. It is the same for the same password, so that the server need not be queried. */
export async function storedSecret(role_name: string, password: string): Promise<string> {
  return makeScramSecret(Buffer.from(password), role_name);
}
