import { z } from 'zod';
import type { BRANCH } from '../schema/branch-schema.js';
import { CREDENTIAL } from '../schema/credential-schema.js';
import type { Shaped } from '../schema/plain.js';
import { amount, moment, ROW, text, whole } from './row.js';

const STATE = z.enum(['init', 'resetting', 'ready']);

/** A branch as stored. */
export const BRANCH_ROW = z.object({
  ...ROW,
  project_id: text,
  parent_id: text.optional(),
  parent_lsn: text.optional(),
  parent_timestamp_ms: moment.optional(),
  name: text,
  current_state: STATE,
  pending_state: STATE.optional(),
  state_changed_at_ms: moment,
  protected: z.boolean(),
  init_source: z.enum(['parent-data', 'schema-only']),
  logical_size_bytes: amount,
  created_by_name: text.optional(),
  expires_at_ms: moment.optional(),
  ttl_interval_seconds: z.number().optional(),
  last_reset_at_ms: moment.optional(),
  /** For services of the branch. */
  credentials: z
    .array(
      z.object({
        token_id: text,
        name: text.optional(),
        scopes: CREDENTIAL.shape.scopes,
        created_at_ms: moment,
        api_token: text,
        s3_secret_access_key: text,
      }),
    )
    .optional(),
  /** What its creator has noted about it. */
  annotation: z.record(text, text).optional(),
  /** The snapshot that it was restored from, and the branch in whose place it is to be put. */
  restored_from: text.optional(),
  restored_as: text.optional(),
  /** Branch or snapshot whose data it began with, where that is not its parent. */
  data_source_id: text.optional(),
  /** The branch whose schema it began with, without rows. */
  schema_source_id: text.optional(),
  /** How often its data have been replaced by others; absent: never. */
  data_version: whole.optional(),
  /** The branch that keeps the data which were last replaced. */
  preserved_as_id: text.optional(),
});

/** {@link BRANCH_ROW} as data. */
export type BranchRecord = Shaped<typeof BRANCH_ROW>;

/**
 * Whether a branch is one that a project began with, which is never deleted: others without a parent were made of
 * another's schema, or of a snapshot.
 */
export function isRoot({
  parent_id,
  init_source,
  restored_from,
}: Pick<BranchRecord, 'parent_id' | 'restored_from'> & {
  readonly init_source?: string | undefined;
}): boolean {
  return parent_id === undefined && init_source !== 'schema-only' && restored_from === undefined;
}

/** A branch as the API shows it. */
export type Branch = Shaped<typeof BRANCH>;
