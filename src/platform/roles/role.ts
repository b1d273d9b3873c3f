import { z } from 'zod';
import { IDENTIFIER_BYTES } from '../checks/text-checks.js';
import { OPERATIONS } from '../operations/operation.js';
import { CREATED, moment, ROW, text, viewOf, whole } from '../resource/row.js';
import { limitedText, type Shaped, TIMESTAMP } from '../resource/schema.js';

/** A Postgres role as the API shows it. */
export const ROLE = z
  .object({
    branch_id: z.string(),
    name: z.string(),
    password: z.string().optional(),
    protected: z.boolean(),
    authentication_method: z.string(),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
  })
  .meta({ id: 'Role' });

/** A database as the API shows it. */
export const DATABASE = z
  .object({
    id: z.int(),
    branch_id: z.string(),
    name: z.string(),
    owner_name: z.string(),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
  })
  .meta({ id: 'Database' });

export const IDENTIFIER = limitedText(IDENTIFIER_BYTES);
export const ROLE_OPERATIONS = z.object({ role: ROLE, ...OPERATIONS });

export const DATABASE_OPERATIONS = z.object({ database: DATABASE, ...OPERATIONS });

/** Connection strings of a database, with the parts of the address listed separately. */
export const CONNECTION_URIS = z.array(
  z.object({
    connection_uri: z.string(),
    connection_parameters: z.object({
      database: z.string(),
      password: z.string(),
      role: z.string(),
      host: z.string(),
      pooler_host: z.string(),
    }),
  }),
);

/** A Postgres role of a branch as stored, with its password; its id is `<branch id>/<name>`. */
export const ROLE_ROW = z.object({ ...ROW, branch_id: text, name: text, password: text });

export type RoleRecord = Shaped<typeof ROLE_ROW>;

/** A Postgres role as the API shows it; `password` only if it is new. */
export type Role = Shaped<typeof ROLE>;

/** A stored role as the API shows it. */
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

export type DatabaseRecord = Shaped<typeof DATABASE_ROW>;

/** A database as the API shows it. */
export type Database = Shaped<typeof DATABASE>;

/** A stored database as the API shows it. */
export function databaseView(record: DatabaseRecord): Database {
  return viewOf(DATABASE, record, {});
}
