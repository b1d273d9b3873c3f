import type { BRANCH } from '../schema/branch-schema.js';
import type { Shaped } from '../schema/plain.js';
import type { Row } from './row.js';

/** A state of a branch as the API tells it. */
export type BranchState = 'init' | 'ready';

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
}

/** A branch as the API shows it. */
export type Branch = Shaped<typeof BRANCH>;
