import { z } from 'zod';
import { INVITATION_ROW, MEMBERSHIP_ROW, ORGANIZATION_ROW, USER_ROW } from '../accounts/account.js';
import { API_KEY_ROW } from '../api-keys/api-key.js';
import { BRANCH_ROW } from '../branches/branch.js';
import { HOUR_ROW, USAGE_ROW } from '../consumption/hour.js';
import { ENDPOINT_ROW } from '../endpoints/endpoint.js';
import { OPERATION_ROW } from '../operations/operation.js';
import { JWKS_ROW, PERMISSION_ROW, TRANSFER_REQUEST_ROW } from '../projects/grant.js';
import { PROJECT_ROW } from '../projects/project.js';
import { moment, text, whole } from '../resource/row.js';
import type { Shaped } from '../resource/schema.js';
import { DATABASE_ROW, ROLE_ROW } from '../roles/role.js';
import { SNAPSHOT_ROW } from '../snapshots/snapshot.js';
import { VPC_ENDPOINT_ROW, VPC_RESTRICTION_ROW } from '../vpc/vpc-endpoint.js';

/** The only row of the `clock` table: the seed, the counters for ids, and the time of the latest change. */
const CLOCK_ROW = z.object({
  seed: text,
  now_ms: moment,
  /** Number of draws so far. */
  draws: whole,
  /** Number of rows created so far; lists are in this order. */
  sequence: whole,
});

/** The row schema of each table; unknown attributes are allowed, because a newer version may have written them. */
export const ROW_SCHEMAS = {
  clock: CLOCK_ROW,
  users: USER_ROW,
  organizations: ORGANIZATION_ROW,
  memberships: MEMBERSHIP_ROW,
  api_keys: API_KEY_ROW,
  projects: PROJECT_ROW,
  branches: BRANCH_ROW,
  endpoints: ENDPOINT_ROW,
  roles: ROLE_ROW,
  databases: DATABASE_ROW,
  operations: OPERATION_ROW,
  usage: USAGE_ROW,
  hours: HOUR_ROW,
  snapshots: SNAPSHOT_ROW,
  permissions: PERMISSION_ROW,
  transfer_requests: TRANSFER_REQUEST_ROW,
  jwks: JWKS_ROW,
  invitations: INVITATION_ROW,
  vpc_endpoints: VPC_ENDPOINT_ROW,
  vpc_restrictions: VPC_RESTRICTION_ROW,
};

export type TableName = keyof typeof ROW_SCHEMAS;

export type DataTable = Exclude<TableName, 'clock'>;

export const TABLE_NAMES = Object.keys(ROW_SCHEMAS) as [TableName, ...TableName[]];

export type Rows = { readonly [Name in TableName]: Shaped<(typeof ROW_SCHEMAS)[Name]> };

/** A table whose rows have text ids and sequence numbers. */
export type AddedTable = Exclude<DataTable, 'api_keys' | 'databases' | 'hours' | 'usage'>;

/** A table whose rows have their creation and update times. */
export type DatedTable = {
  [Name in AddedTable]: 'updated_at_ms' extends keyof Rows[Name] ? Name : never;
}[AddedTable];

export type NewRow<Name extends DatedTable> = Omit<
  Rows[Name],
  'id' | 'sequence' | 'created_at_ms' | 'updated_at_ms'
>;

/** The sort key of a row: its order of creation, or the time that it describes. */
export function orderOf(row: Rows[DataTable]): number {
  if ('sequence' in row) return row.sequence;
  return 'hour' in row ? row.hour : row.period_start_ms;
}

export type ClockRecord = Rows['clock'];

/** A changed row: its new and its former value as plain JSON data; `null` if there is none. */
export type Change = {
  [Name in TableName]: {
    readonly table: Name;
    readonly id: string;
    readonly value: Rows[Name] | null;
    readonly before: Rows[Name] | null;
  };
}[TableName];

/** The change of a row; the caller ensures that both values belong to the table. */
export function changeOf<Row>(
  table: TableName,
  id: string,
  after: Row | undefined,
  before: Row | undefined,
): Change {
  return { table, id, value: after ?? null, before: before ?? null } as unknown as Change;
}

/** A complete state: the rows of each table by id, in any order. */
export type StoredTables = { readonly [Name in TableName]?: Iterable<readonly [string, Rows[Name]]> };

/** Attributes that hold the id of a row of another table. */
const REFERENCES: { readonly [Name in TableName]?: Readonly<Record<string, TableName>> } = {
  memberships: { org_id: 'organizations', user_id: 'users' },
  branches: { project_id: 'projects' },
  endpoints: { project_id: 'projects', branch_id: 'branches' },
  roles: { branch_id: 'branches' },
  databases: { branch_id: 'branches' },
  operations: { project_id: 'projects' },
  snapshots: { project_id: 'projects' },
};

/** The first problem with the rows of a stored state, as text; `undefined` if they are valid. */
export function rowsProblem(
  tables: ReadonlyMap<TableName, ReadonlyMap<string, unknown>>,
): string | undefined {
  const of = (table: TableName) => tables.get(table) ?? new Map<string, unknown>();
  if (of('clock').size !== 1) return 'its clock is missing';
  for (const [table, rows] of tables) {
    for (const [id, row] of rows) {
      const issue = ROW_SCHEMAS[table].safeParse(row).error?.issues[0];
      if (issue !== undefined) {
        const where = issue.path.length === 0 ? '' : `, "${issue.path.map(String).join('.')}"`;
        return `row ${id} of ${table}${where}: ${issue.message}`;
      }
      for (const [attribute, other] of Object.entries(REFERENCES[table] ?? {})) {
        // A row that has passed its schema is an object.
        const target = (row as Readonly<Record<string, string>>)[attribute]!;
        if (!of(other).has(target))
          return `row ${id} of ${table} refers to ${target}, but ${other} has no such row`;
      }
    }
  }
  return undefined;
}
