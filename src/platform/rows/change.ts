import { z } from 'zod';
import type { Shaped } from '../schema/plain.js';
import { API_KEY_ROW } from './api-key.js';
import { BRANCH_ROW } from './branch.js';
import { ENDPOINT_ROW } from './endpoint.js';
import {
  INVITATION_ROW,
  JWKS_ROW,
  PERMISSION_ROW,
  TRANSFER_REQUEST_ROW,
  VPC_ENDPOINT_ROW,
  VPC_RESTRICTION_ROW,
} from './granted.js';
import { HOUR_ROW } from './hour.js';
import { OPERATION_ROW } from './operation.js';
import { MEMBERSHIP_ROW, ORGANIZATION_ROW, USER_ROW } from './organization.js';
import { PROJECT_ROW } from './project.js';
import { DATABASE_ROW, ROLE_ROW } from './role.js';
import { amount, moment, text, whole } from './row.js';
import { SNAPSHOT_ROW } from './snapshot.js';

/** What a project or a branch has consumed in one billing period, as stored. */
const USAGE_ROW = z.object({
  /** Project or branch. */
  id: text,
  project_id: text,
  /** Start of the billing period the totals belong to. */
  period_start_ms: moment,
  active_seconds: amount,
  compute_seconds: amount,
});

/** The one row of the `clock` table: the seed, the counters behind ids, and the time of the latest change. */
const CLOCK_ROW = z.object({
  seed: text,
  now_ms: moment,
  /** Draws taken so far: the next id is named by the next number. */
  draws: whole,
  /** Rows created so far, which is the order that lists go by. */
  sequence: whole,
});

/** What a row of each table is like. A version that knows more may have written further attributes. */
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

/** The name of a table. */
export type TableName = keyof typeof ROW_SCHEMAS;

/** The name of a table other than the clock. */
export type DataTable = Exclude<TableName, 'clock'>;

/** The names of every table. */
export const TABLE_NAMES = Object.keys(ROW_SCHEMAS) as [TableName, ...TableName[]];

/** The rows of each table. */
export type Rows = { readonly [Name in TableName]: Shaped<(typeof ROW_SCHEMAS)[Name]> };

/** A table whose rows are named by text, and numbered in the order of creation. */
export type AddedTable = Exclude<DataTable, 'api_keys' | 'databases' | 'hours' | 'usage'>;

/** One whose rows tell when they were created, and changed last. */
export type DatedTable = {
  [Name in AddedTable]: 'updated_at_ms' extends keyof Rows[Name] ? Name : never;
}[AddedTable];

/** Such a row without what its creation gives it. */
export type NewRow<Name extends DatedTable> = Omit<
  Rows[Name],
  'id' | 'sequence' | 'created_at_ms' | 'updated_at_ms'
>;

/** By what rows are ordered: their creation, or the time that they are about. */
export function orderOf(row: Rows[DataTable]): number {
  if ('sequence' in row) return row.sequence;
  return 'hour' in row ? row.hour : row.period_start_ms;
}

/** The row of the clock. */
export type ClockRecord = Rows['clock'];

/** One row that changed: its new value, plain data that survives JSON, or `null` where it is gone. */
export interface Change {
  readonly table: TableName;
  readonly id: string;
  readonly value: Rows[TableName] | null;
}

/** A whole state: the rows of each table by id, in any order. */
export type StoredTables = { readonly [Name in TableName]?: Iterable<readonly [string, Rows[Name]]> };
