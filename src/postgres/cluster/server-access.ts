import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminAddress, withConnection } from './admin-connection.js';

/**
 * Predefined roles whose members can run programs, and read and write files, as the servers' user:
 * `pg_read_server_files`, `pg_write_server_files` and `pg_execute_server_program`. Up to PostgreSQL 15 any role with
 * CREATEROLE can grant them. Source: pg_authid.dat; chapter 22.5, "Predefined Roles".
 */
const ROLES = '(4569, 4570, 4571)';
/** The first OID of users' objects. Source: FirstNormalObjectId in transam.h. */
const FIRST_USER_OID = 16_384;
const FIRST_SUPERUSER_OID = 10;

/** Functions and views can run with their owner's rights even if the owner does not exist. */
const IN_EACH_DATABASE = `
  set allow_system_table_mods = on;
  update pg_proc set prosecdef = false where prosecdef and proowner in ${ROLES};
  update pg_class set relowner = (select min(oid) from pg_authid where oid >= ${FIRST_USER_OID})
    where relowner in ${ROLES}`;

/** A membership refers to an OID even if its role does not exist. The names are reserved: roles cannot recreate them. */
const ON_SERVER = `
  set allow_system_table_mods = on;
  delete from pg_auth_members where roleid in ${ROLES} or member in ${ROLES};
  update pg_authid set rolsuper = false where oid <> ${FIRST_SUPERUSER_OID};
  delete from pg_authid where oid in ${ROLES}`;

/** All statements that close access; part of the key of the shared template. */
export const CLOSING_STATEMENTS = [IN_EACH_DATABASE, ON_SERVER];
/** pg_hba.conf: connections by socket, with a password. */
export const HBA = 'local all all scram-sha-256\nlocal replication all scram-sha-256\n';

/** Marks data whose roles cannot reach the host; copied with the data. */
const MARK = 'neap-access-closed';

export function accessMark(data: string): string {
  return join(data, MARK);
}

/** Whether roles of a data folder cannot reach the host. */
export function isAccessClosed(data: string): boolean {
  return existsSync(accessMark(data));
}

/**
 * Removes roles' access to the host's programs and files, and objects that used it. No client may be connected.
 * @throws PostgresProblem, the error of a statement
 */
export async function closeServerAccess(address: AdminAddress): Promise<void> {
  await withConnection(address, undefined, async (admin) => {
    const { rows } = await admin.query<{ name: string; is_open: boolean }>(
      "select datname as name, datallowconn as is_open from pg_database where datname <> 'template0' and datconnlimit <> -2",
    );
    for (const { name, is_open } of rows) {
      const allow = (allowed: boolean) =>
        admin.query(`ALTER DATABASE ${admin.escapeIdentifier(name)} ALLOW_CONNECTIONS ${allowed}`);
      if (!is_open) await allow(true);
      await withConnection(address, name, (client) => client.query(IN_EACH_DATABASE));
      if (!is_open) await allow(false);
    }
    await admin.query(ON_SERVER);
  });
}
