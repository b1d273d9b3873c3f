import type { ApiKeyRecord } from './api-key.js';
import type { BranchRecord } from './branch.js';
import type { DatabaseRecord } from './database.js';
import type { EndpointRecord } from './endpoint.js';
import type { MembershipRecord } from './membership.js';
import type { OperationRecord } from './operation.js';
import type { OrganizationRecord } from './organization.js';
import type { ProjectRecord } from './project.js';
import type { RoleRecord } from './role.js';
import type { HourRecord, UsageRecord } from './usage.js';
import type { UserRecord } from './user.js';

/** The one row of the `clock` table: the seed, the counters behind ids, and the time of the latest change. */
export interface ClockRecord {
  readonly seed: string;
  readonly now_ms: number;
  /** Draws taken so far: the next id is named by the next number. */
  readonly draws: number;
  /** Rows created so far, which is the order that lists go by. */
  readonly sequence: number;
}

/** The rows of each table. */
export interface Rows {
  readonly clock: ClockRecord;
  readonly users: UserRecord;
  readonly organizations: OrganizationRecord;
  readonly memberships: MembershipRecord;
  readonly api_keys: ApiKeyRecord;
  readonly projects: ProjectRecord;
  readonly branches: BranchRecord;
  readonly endpoints: EndpointRecord;
  readonly roles: RoleRecord;
  readonly databases: DatabaseRecord;
  readonly operations: OperationRecord;
  readonly usage: UsageRecord;
  readonly hours: HourRecord;
}

/** The name of a table. */
export type TableName = keyof Rows;

/** The names of every table. */
export const TABLE_NAMES = [
  'clock',
  'users',
  'organizations',
  'memberships',
  'api_keys',
  'projects',
  'branches',
  'endpoints',
  'roles',
  'databases',
  'operations',
  'usage',
  'hours',
] as const satisfies readonly TableName[];

/** One row that changed: its new value, plain data that survives JSON, or `null` where it is gone. */
export interface Change {
  readonly table: TableName;
  readonly id: string;
  readonly value: Rows[TableName] | null;
}

/** A whole state: the rows of each table by id, in any order. */
export type StoredTables = { readonly [Name in TableName]?: Iterable<readonly [string, Rows[Name]]> };
