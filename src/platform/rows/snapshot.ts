import type { Shaped } from '../schema/plain.js';
import { SNAPSHOT } from '../schema/snapshot-schema.js';
import type { Row } from './row.js';
import { timestamp, timestampOrNone } from './timestamp.js';
import { viewOf } from './view.js';

/** A snapshot of a branch as stored: what the branch held when it was taken, data apart. */
export interface SnapshotRecord extends Row {
  readonly project_id: string;
  readonly name: string;
  readonly source_branch_id: string;
  readonly lsn: string;
  /** The moment whose data it holds. */
  readonly taken_at_ms: number;
  readonly expires_at_ms?: number | undefined;
  readonly logical_size_bytes: number;
  readonly roles: readonly { readonly name: string; readonly password: string }[];
  readonly databases: readonly { readonly name: string; readonly owner_name: string }[];
}

/** A snapshot as the API shows it. */
export type Snapshot = Shaped<typeof SNAPSHOT>;

/** What the API shows of a stored snapshot. */
export function snapshotView(record: SnapshotRecord): Snapshot {
  return viewOf(SNAPSHOT, record, {
    timestamp: timestamp(record.taken_at_ms),
    expires_at: timestampOrNone(record.expires_at_ms),
    manual: true,
    full_size: record.logical_size_bytes,
  });
}
