import { z } from 'zod';
import { ENDPOINT_TYPE, SIZE_REQUEST } from '../endpoints/endpoint.js';
import { OPERATIONS } from '../operations/operation.js';
import { amount, moment, ROW, text, whole } from '../resource/row.js';
import {
  DATE_TIME,
  LOG_POSITION,
  limitedText,
  oneOf,
  optionalSwitch,
  pages,
  SEARCH_QUERY,
  type Shaped,
  SORT_ORDER,
  TIMESTAMP,
} from '../resource/schema.js';
import { CREDENTIAL } from '../services/credential.js';

const MAX_ANNOTATIONS = 50;

export const ANNOTATION_VALUE = z
  .record(z.string(), z.string())
  .refine((value) => Object.keys(value).length <= MAX_ANNOTATIONS, `at most ${MAX_ANNOTATIONS} attributes`)
  .meta({ maxProperties: MAX_ANNOTATIONS });

const INIT_SOURCE = z.enum(['parent-data', 'schema-only']);

/** The body of the call that creates a branch; every part is optional. */
export const BRANCH_CREATE = z.object({
  branch: z
    .object({
      parent_id: z.string().optional(),
      name: limitedText().optional(),
      parent_lsn: LOG_POSITION.optional(),
      parent_timestamp: DATE_TIME.optional(),
      protected: z.boolean().optional(),
      archived: z.boolean().optional(),
      init_source: oneOf(INIT_SOURCE.options).optional(),
      expires_at: DATE_TIME.optional(),
    })
    .optional(),
  endpoints: z.array(z.object({ ...SIZE_REQUEST, type: ENDPOINT_TYPE })).optional(),
  annotation_value: ANNOTATION_VALUE.optional(),
});
const STATE = z.enum(['init', 'resetting', 'ready', 'archived']);

/** A branch as the API shows it. */
export const BRANCH = z
  .object({
    id: z.string(),
    project_id: z.string(),
    parent_id: z.string().optional(),
    parent_lsn: z.string().optional(),
    parent_timestamp: TIMESTAMP.optional(),
    name: z.string(),
    current_state: STATE,
    pending_state: STATE.optional(),
    state_changed_at: TIMESTAMP,
    logical_size: z.int().optional(),
    creation_source: z.string(),
    primary: z.boolean().optional(),
    default: z.boolean(),
    protected: z.boolean(),
    cpu_used_sec: z.int(),
    compute_time_seconds: z.int(),
    active_time_seconds: z.int(),
    written_data_bytes: z.int(),
    data_transfer_bytes: z.int(),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    ttl_interval_seconds: z.int().optional(),
    expires_at: TIMESTAMP.optional(),
    last_reset_at: TIMESTAMP.optional(),
    restored_from: z.string().optional(),
    restored_as: z.string().optional(),
    created_by: z.object({ name: z.string(), image: z.string() }).optional(),
    init_source: z.string(),
  })
  .meta({ id: 'Branch' });

export const BRANCH_OPERATIONS = z.object({ branch: BRANCH, ...OPERATIONS });
export const ANNOTATION = z.object({
  object: z.object({ type: z.string(), id: z.string() }),
  value: ANNOTATION_VALUE,
  created_at: TIMESTAMP.optional(),
  updated_at: TIMESTAMP.optional(),
});

const STORED_STATE = z.enum(['init', 'resetting', 'ready']);

export const BRANCH_ROW = z.object({
  ...ROW,
  project_id: text,
  parent_id: text.optional(),
  parent_lsn: text.optional(),
  parent_timestamp_ms: moment.optional(),
  name: text,
  current_state: STORED_STATE,
  pending_state: STORED_STATE.optional(),
  state_changed_at_ms: moment,
  protected: z.boolean(),
  init_source: INIT_SOURCE,
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
  annotation: z.record(text, text).optional(),
  /** The snapshot that it was restored from, and the branch that it will replace. */
  restored_from: text.optional(),
  restored_as: text.optional(),
  /** Branch or snapshot that its data came from, if not its parent. */
  data_source_id: text.optional(),
  /** The branch whose schema it began with, without rows. */
  schema_source_id: text.optional(),
  /** Number of times its data was replaced; absent: never. */
  data_version: whole.optional(),
  /** The branch that preserves its former data. */
  preserved_as_id: text.optional(),
});

export type BranchRecord = Shaped<typeof BRANCH_ROW>;

/**
 * Whether a branch is its project's initial one, which is never deleted. Other branches without a parent come from a
 * schema or a snapshot.
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

export const BRANCH_PAGES = pages(10_000, 10_000);

/** Which branches to list, and how. */
export const BRANCH_QUERY = {
  ...BRANCH_PAGES.query,
  ...SEARCH_QUERY,
  sort_by: z.enum(['name', 'created_at', 'updated_at']).optional(),
  sort_order: SORT_ORDER,
  include_deleted: optionalSwitch(),
};
