import type { Operation } from './operation.js';
import { timestamp, timestampOrNone } from './timestamp.js';
import type { UsageTotals } from './usage.js';

/** A state of a branch as the API tells it. */
export type BranchState = 'init' | 'ready';

/** A branch as stored. */
export interface BranchRecord {
  readonly id: string;
  readonly sequence: number;
  readonly project_id: string;
  readonly parent_id?: string | undefined;
  readonly parent_lsn?: string | undefined;
  readonly parent_timestamp_ms?: number | undefined;
  readonly name: string;
  readonly current_state: BranchState;
  readonly pending_state?: BranchState | undefined;
  readonly state_changed_at_ms: number;
  readonly protected: boolean;
  readonly init_source: 'parent-data' | 'schema-only';
  readonly logical_size_bytes: number;
  readonly created_by_name?: string | undefined;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly expires_at_ms?: number | undefined;
  readonly ttl_interval_seconds?: number | undefined;
}

/** A branch as the API shows it. */
export interface Branch {
  readonly id: string;
  readonly project_id: string;
  readonly parent_id?: string | undefined;
  readonly parent_lsn?: string | undefined;
  readonly parent_timestamp?: string | undefined;
  readonly name: string;
  readonly current_state: BranchState;
  readonly pending_state?: BranchState | undefined;
  readonly state_changed_at: string;
  readonly logical_size: number;
  readonly creation_source: string;
  readonly primary: boolean;
  readonly default: boolean;
  readonly protected: boolean;
  readonly cpu_used_sec: number;
  readonly compute_time_seconds: number;
  readonly active_time_seconds: number;
  readonly written_data_bytes: number;
  readonly data_transfer_bytes: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly ttl_interval_seconds?: number | undefined;
  readonly expires_at?: string | undefined;
  readonly created_by?: { readonly name: string; readonly image: string } | undefined;
  readonly init_source: string;
}

/** The attributes of a branch to create; the parent is the default branch unless named. */
export interface BranchCreateRequest {
  readonly parent_id?: string | undefined;
  readonly name?: string | undefined;
  readonly parent_lsn?: string | undefined;
  readonly parent_timestamp?: string | undefined;
  readonly protected?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly init_source?: string | undefined;
  readonly expires_at?: string | undefined;
}

/** The attributes of a branch that an update may change; `expires_at: null` removes the expiration. */
export interface BranchUpdateRequest {
  readonly name?: string | undefined;
  readonly protected?: boolean | undefined;
  readonly expires_at?: string | null | undefined;
}

/** What the API shows of a stored branch, with its consumption in the current billing period. */
export function branchView(record: BranchRecord, is_default: boolean, usage: UsageTotals): Branch {
  return {
    id: record.id,
    project_id: record.project_id,
    parent_id: record.parent_id,
    parent_lsn: record.parent_lsn,
    parent_timestamp: timestampOrNone(record.parent_timestamp_ms),
    name: record.name,
    current_state: record.current_state,
    pending_state: record.pending_state,
    state_changed_at: timestamp(record.state_changed_at_ms),
    logical_size: record.logical_size_bytes,
    creation_source: 'console',
    primary: is_default,
    default: is_default,
    protected: record.protected,
    cpu_used_sec: Math.floor(usage.compute_seconds),
    compute_time_seconds: Math.floor(usage.compute_seconds),
    active_time_seconds: Math.floor(usage.active_seconds),
    written_data_bytes: 0,
    data_transfer_bytes: 0,
    created_at: timestamp(record.created_at_ms),
    updated_at: timestamp(record.updated_at_ms),
    ttl_interval_seconds: record.ttl_interval_seconds,
    expires_at: timestampOrNone(record.expires_at_ms),
    created_by:
      record.created_by_name === undefined ? undefined : { name: record.created_by_name, image: '' },
    init_source: record.init_source,
  };
}

/** The branch that a call changed, and the operations that carry the change out. */
export interface BranchOperations {
  readonly branch: Branch;
  readonly operations: readonly Operation[];
}
