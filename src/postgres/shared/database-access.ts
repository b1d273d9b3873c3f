import type { Client } from 'pg';
import { DUPLICATE_DATABASE, DUPLICATE_ROLE, fallBack } from '../cluster/contents.js';

/** SQLSTATE of a dropped role. */
const UNDEFINED_OBJECT = '42704';

/** A branch's database on a shared server. Names are those on the server, not quoted. */
export interface BranchDatabase {
  readonly name: string;
  readonly owner: string;
  /** The role whose members may connect: roles of the branch and its copies. */
  readonly group: string;
}

/** Creates the role whose members may connect to the databases of a branch, unless it exists. */
export async function createGroup(admin: Client, group: string): Promise<void> {
  await fallBack(DUPLICATE_ROLE, () => admin.query(`CREATE ROLE ${admin.escapeIdentifier(group)} NOLOGIN`));
}

/** Creates a database that other roles can never connect to; an existing one gets the owner and the same rights. */
export async function createDatabase(
  admin: Client,
  { name, owner, group }: BranchDatabase,
  template = 'template0',
): Promise<void> {
  const [database, by, from] = [name, owner, template].map((each) => admin.escapeIdentifier(each));
  await fallBack(
    DUPLICATE_DATABASE,
    () => admin.query(`CREATE DATABASE ${database} OWNER ${by} TEMPLATE ${from} ALLOW_CONNECTIONS false`),
    () => admin.query(`ALTER DATABASE ${database} OWNER TO ${by}`),
  );
  await restrictDatabase(admin, name, group);
  await admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
}

/** Revokes PUBLIC's default rights on a database, CONNECT and TEMPORARY, and grants them to the group. */
export async function restrictDatabase(admin: Client, name: string, group: string): Promise<void> {
  const database = admin.escapeIdentifier(name);
  await admin.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await admin.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${database} TO ${admin.escapeIdentifier(group)}`);
}

/** Lets a role connect to the databases of a group. A dropped role is ignored. */
export async function admitRole(admin: Client, role: string, group: string): Promise<void> {
  const [to, of] = [role, group].map((each) => admin.escapeIdentifier(each));
  await fallBack(UNDEFINED_OBJECT, () => admin.query(`GRANT ${of} TO ${to}`));
}
