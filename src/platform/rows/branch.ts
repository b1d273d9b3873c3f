import type { BRANCH } from '../schema/branch-schema.js';
import type { Shaped } from '../schema/plain.js';
import type { Row } from './row.js';

/** A state of a branch as the API tells it. */
export type BranchState = 'init' | 'resetting' | 'ready';

/** A branch as stored. */
export interface BranchRecord extends Row {
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
  readonly expires_at_ms?: number | undefined;
  readonly ttl_interval_seconds?: number | undefined;
  readonly last_reset_at_ms?: number | undefined;
  /** The snapshot that it was restored from, and the branch in whose place it is to be put. */
  readonly restored_from?: string | undefined;
  readonly restored_as?: string | undefined;
  /** Branch or snapshot whose data it began with, where that is not its parent. */
  readonly data_source_id?: string | undefined;
  /** How often its data have been replaced by others; absent: never. */
  readonly data_version?: number | undefined;
  /** The branch that keeps the data which were last replaced. */
  readonly preserved_as_id?: string | undefined;
}

/** A branch as the API shows it. */
export type Branch = Shaped<typeof BRANCH>;
