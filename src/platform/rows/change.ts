import type { Consumption } from '../../compute/lifecycle/consumption.js';
import type { ApiKeyRecord } from './api-key.js';
import type { BranchRecord } from './branch.js';
import type { EndpointRecord } from './endpoint.js';
import type {
  InvitationRecord,
  JwksRecord,
  PermissionRecord,
  TransferRequestRecord,
  VpcEndpointRecord,
  VpcRestrictionRecord,
} from './granted.js';
import type { HourRecord } from './hour.js';
import type { OperationRecord } from './operation.js';
import type { MembershipRecord, OrganizationRecord, UserRecord } from './organization.js';
import type { ProjectRecord } from './project.js';
import type { DatabaseRecord, RoleRecord } from './role.js';
import type { SnapshotRecord } from './snapshot.js';

/** What a project or a branch has consumed in one billing period, as stored. */
export interface UsageRecord extends Consumption {
  /** Project or branch. */
  readonly id: string;
  readonly project_id: string;
  /** Start of the billing period the totals belong to. */
  readonly period_start_ms: number;
}

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
  readonly snapshots: SnapshotRecord;
  readonly permissions: PermissionRecord;
  readonly transfer_requests: TransferRequestRecord;
  readonly jwks: JwksRecord;
  readonly invitations: InvitationRecord;
  readonly vpc_endpoints: VpcEndpointRecord;
  readonly vpc_restrictions: VpcRestrictionRecord;
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
  'snapshots',
  'permissions',
  'transfer_requests',
  'jwks',
  'invitations',
  'vpc_endpoints',
  'vpc_restrictions',
] as const satisfies readonly TableName[];

/** One row that changed: its new value, plain data that survives JSON, or `null` where it is gone. */
export interface Change {
  readonly table: TableName;
  readonly id: string;
  readonly value: Rows[TableName] | null;
}

/** A whole state: the rows of each table by id, in any order. */
export type StoredTables = { readonly [Name in TableName]?: Iterable<readonly [string, Rows[Name]]> };
