import type { Client } from 'pg';
import { reasonOf } from '../cluster/postgres-problem.js';
import type { Instance } from './server-names.js';

/** Drops the databases with a name prefix, and ends their sessions. @returns a message per database that remains */
export const dropDatabases = dropEach(
  'select datname as name from pg_database where starts_with(datname, $1) order by 1',
  (name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
);

/** Drops the roles with a name prefix. @returns a message per role that remains */
export const dropLogins = dropEach(
  'select rolname as name from pg_roles where starts_with(rolname, $1) order by 1',
  (name) => `DROP ROLE IF EXISTS ${name}`,
);

/** Drops roles with a name prefix that have no members and own no objects. @returns a message per role that remains */
export const dropUnusedOwners = dropEach(
  // From PostgreSQL 16 on, the creator of a role is a member; it does not count.
  `select r.rolname as name from pg_roles r
     where starts_with(r.rolname, $1) and not r.rolcanlogin
       and not exists (select from pg_auth_members m join pg_roles u on u.oid = m.member
                       where m.roleid = r.oid and u.rolname <> current_user)
       and not exists (select from pg_shdepend d
                       where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid)`,
  (name) => `DROP ROLE IF EXISTS ${name}`,
);

/** Drops everything that an emulator has created, its instance role last. @returns a message per object that remains */
export async function dropInstance(admin: Client, instance: Instance): Promise<readonly string[]> {
  const left = [
    ...(await dropDatabases(admin, `${instance}_`)),
    // In order of names: a login role precedes the owner role with the same tag.
    ...(await dropLogins(admin, `${instance}_`)),
  ];
  if (left.length > 0) return left;
  await admin.query(`DROP ROLE IF EXISTS ${admin.escapeIdentifier(instance)}`);
  return [];
}

function dropEach(query: string, dropStatement: (quoted: string) => string) {
  return async (admin: Client, prefix: string): Promise<readonly string[]> => {
    const { rows } = await admin.query<{ name: string }>(query, [prefix]);
    const left: string[] = [];
    for (const { name } of rows) {
      try {
        await admin.query(dropStatement(admin.escapeIdentifier(name)));
      } catch (error) {
        left.push(`${name} cannot be dropped: ${reasonOf(error)}`);
      }
    }
    return left;
  };
}
