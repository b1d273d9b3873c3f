import { z } from 'zod';
import type { Shaped } from '../schema/plain.js';
import { DATABASE, ROLE } from '../schema/role-and-database-schema.js';
import { CREATED, moment, ROW, text, whole } from './row.js';
import { viewOf } from './view.js';

/** A Postgres role of a branch as stored; the password is part of it, as in the platform's password store; its id is `<branch id>/<name>`. */
export const ROLE_ROW = z.object({ ...ROW, branch_id: text, name: text, password: text });

/** {@link ROLE_ROW} as data. */
export type RoleRecord = Shaped<typeof ROLE_ROW>;

/** A Postgres role as the API shows it; `password` only where it is new. */
export type Role = Shaped<typeof ROLE>;

/** What the API shows of a stored role. */
export function roleView(record: RoleRecord, with_password = false): Role {
  const password = with_password ? record.password : undefined;
  return viewOf(ROLE, record, { password, protected: false, authentication_method: 'password' });
}

/** A database of a branch as stored. */
export const DATABASE_ROW = z.object({
  ...CREATED,
  id: whole,
  branch_id: text,
  name: text,
  owner_name: text,
  updated_at_ms: moment,
});

/** {@link DATABASE_ROW} as data. */
export type DatabaseRecord = Shaped<typeof DATABASE_ROW>;

/** A database as the API shows it. */
export type Database = Shaped<typeof DATABASE>;

/** What the API shows of a stored database. */
export function databaseView(record: DatabaseRecord): Database {
  return viewOf(DATABASE, record, {});
}
