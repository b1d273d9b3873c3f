import type { Shaped } from '../schema/plain.js';
import { DATABASE, ROLE } from '../schema/role-and-database-schema.js';
import type { Row } from './row.js';
import { viewOf } from './view.js';

/** A Postgres role of a branch as stored; the password is part of it, as in the platform's password store; its id is `<branch id>/<name>`. */
export interface RoleRecord extends Row {
  readonly branch_id: string;
  readonly name: string;
  readonly password: string;
}

/** A Postgres role as the API shows it; `password` only where it is new. */
export type Role = Shaped<typeof ROLE>;

/** What the API shows of a stored role. */
export function roleView(record: RoleRecord, with_password = false): Role {
  const password = with_password ? record.password : undefined;
  return viewOf(ROLE, record, { password, protected: false, authentication_method: 'password' });
}

/** A database of a branch as stored. */
export interface DatabaseRecord {
  readonly id: number;
  readonly sequence: number;
  readonly branch_id: string;
  readonly name: string;
  readonly owner_name: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
}

/** A database as the API shows it. */
export type Database = Shaped<typeof DATABASE>;

/** What the API shows of a stored database. */
export function databaseView(record: DatabaseRecord): Database {
  return viewOf(DATABASE, record, {});
}
