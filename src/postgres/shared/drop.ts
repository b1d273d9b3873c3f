import type { Client } from 'pg';
import { reasonOf } from '../cluster/postgres-problem.js';
import type { Instance } from './server-names.js';

/** Drops the databases whose names begin so, and ends who is in them. @returns what is left, in words */
export const dropDatabases = dropEach(
  'select datname as name from pg_database where starts_with(datname, $1) order by 1',
  (name) => `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
);

/** Drops the roles whose names begin so. @returns what is left, in words */
export const dropLogins = dropEach(
  'select rolname as name from pg_roles where starts_with(rolname, $1) order by 1',
  (name) => `DROP ROLE IF EXISTS ${name}`,
);

/** Drops unused roles with a prefix that own no objects. @returns the remaining ones */
export const dropUnusedOwners = dropEach(
  // The creator of a role may be a member of it, and does not count.
  `select r.rolname as name from pg_roles r
     where starts_with(r.rolname, $1) and not r.rolcanlogin
       and not exists (select from pg_auth_members m join pg_roles u on u.oid = m.member
                       where m.roleid = r.oid and u.rolname <> current_user)
       and not exists (select from pg_shdepend d
                       where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid)`,
  (name) => `DROP ROLE IF EXISTS ${name}`,
);

/** Drops everything that an emulator has made, itself at last. @returns what is left, in words */
export async function dropInstance(admin: Client, instance: Instance): Promise<readonly string[]> {
  const left = [
    ...(await dropDatabases(admin, `${instance}_`)),
    // Those that log in first: the others may be what they take on.
    ...(await dropLogins(admin, `${instance}_`)),
  ];
  if (left.length > 0) return left;
  await admin.query(`DROP ROLE IF EXISTS ${admin.escapeIdentifier(instance)}`);
  return [];
}

function dropEach(question: string, dropping: (quoted: string) => string) {
  return async (admin: Client, prefix: string): Promise<readonly string[]> => {
    const { rows } = await admin.query<{ name: string }>(question, [prefix]);
    const left: string[] = [];
    for (const { name } of rows) {
      try {
        await admin.query(dropping(admin.escapeIdentifier(name)));
      } catch (error) {
        left.push(`${name} cannot be dropped: ${reasonOf(error)}`);
      }
    }
    return left;
  };
}
