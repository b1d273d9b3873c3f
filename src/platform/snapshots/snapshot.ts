import { z } from 'zod';
import { amount, moment, ROW, text, timestamp, timestampOrNone, viewOf } from '../resource/row.js';
import { limitedText, type Shaped, TIMESTAMP } from '../resource/schema.js';
import { DATABASE_ROW, ROLE_ROW } from '../roles/role.js';

/** A snapshot as the API shows it. */
export const SNAPSHOT = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string().optional(),
    lsn: z.string().optional(),
    timestamp: TIMESTAMP.optional(),
    source_branch_id: z.string().optional(),
    created_at: TIMESTAMP,
    expires_at: TIMESTAMP.optional(),
    manual: z.boolean().optional(),
    full_size: z.int().optional(),
  })
  .meta({ id: 'Snapshot' });
/** The body of the call that replaces a branch with a restored one. */
export const RESTORE_FINALIZE = z.object({ name: limitedText().optional() });
/** A snapshot of a branch as stored: the branch's contents when it was taken, excluding data. */
export const SNAPSHOT_ROW = z.object({
  ...ROW,
  project_id: text,
  name: text,
  slug: text.optional(),
  source_branch_id: text,
  lsn: text,
  /** The time whose data it contains. */
  taken_at_ms: moment,
  expires_at_ms: moment.optional(),
  logical_size_bytes: amount,
  roles: z.array(ROLE_ROW.pick({ name: true, password: true })),
  databases: z.array(DATABASE_ROW.pick({ name: true, owner_name: true })),
});

export type SnapshotRecord = Shaped<typeof SNAPSHOT_ROW>;

/** A snapshot as the API shows it. */
export type Snapshot = Shaped<typeof SNAPSHOT>;

/** A stored snapshot as the API shows it. */
export function snapshotView(record: SnapshotRecord): Snapshot {
  return viewOf(SNAPSHOT, record, {
    timestamp: timestamp(record.taken_at_ms),
    expires_at: timestampOrNone(record.expires_at_ms),
    manual: true,
    full_size: record.logical_size_bytes,
  });
}
