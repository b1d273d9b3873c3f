import { z } from 'zod';
import { BRANCH } from './branch-schema.js';
import { ENDPOINT } from './endpoint-schema.js';
import { OPERATIONS, TIMESTAMP } from './operation-schema.js';

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

/** Which moment of a branch a snapshot is taken of, and what it is called. */
export const SNAPSHOT_QUERY = {
  lsn: z.string().optional(),
  timestamp: z.string().optional(),
  name: z.string().optional(),
  slug: z.string().optional(),
  expires_at: z.string().optional(),
};

/** The body of the call that changes a snapshot. */
export const SNAPSHOT_UPDATE = z.object({
  snapshot: z.object({
    name: z.string().optional(),
    /** `null` removes the expiration. */
    expires_at: z.string().nullish(),
  }),
});

/** The body of the call that restores a snapshot; all of it may be left out. */
export const SNAPSHOT_RESTORE = z.object({
  name: z.string().optional(),
  target_branch_id: z.string().optional(),
  finalize_restore: z.boolean().optional(),
});

/** The body of the call that puts a restored branch in the place of another. */
export const RESTORE_FINALIZE = z.object({ name: z.string().optional() });

/** A branch that was made from a snapshot. */
export const RESTORED_BRANCH = z.object({
  branch: BRANCH,
  endpoints: z.array(ENDPOINT).optional(),
  ...OPERATIONS,
});

/** When snapshots of a branch are taken by themselves. */
export const SNAPSHOT_SCHEDULE = z.object({
  schedule: z.array(
    z.object({
      frequency: z.string(),
      hour: z.int().optional(),
      day: z.int().optional(),
      month: z.int().optional(),
      retention_seconds: z.int().optional(),
    }),
  ),
});
