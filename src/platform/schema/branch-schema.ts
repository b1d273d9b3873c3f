import { z } from 'zod';
import { ENDPOINT, ENDPOINT_TYPE, SIZE_REQUEST } from './endpoint-schema.js';
import { OPERATIONS, TIMESTAMP } from './operation-schema.js';
import { CONNECTION_URIS, DATABASE, ROLE } from './role-and-database-schema.js';

const MAX_ANNOTATIONS = 50;

/** What clients note about a branch. */
export const ANNOTATION_VALUE = z
  .record(z.string(), z.string())
  .refine((value) => Object.keys(value).length <= MAX_ANNOTATIONS, `at most ${MAX_ANNOTATIONS} attributes`)
  .meta({ maxProperties: MAX_ANNOTATIONS });

/** The body of the call that creates a branch; all of it may be left out. */
export const BRANCH_CREATE = z.object({
  branch: z
    .object({
      parent_id: z.string().optional(),
      name: z.string().optional(),
      parent_lsn: z.string().optional(),
      parent_timestamp: z.string().optional(),
      protected: z.boolean().optional(),
      archived: z.boolean().optional(),
      init_source: z.string().optional(),
      expires_at: z.string().optional(),
    })
    .optional(),
  endpoints: z.array(z.object({ ...SIZE_REQUEST, type: ENDPOINT_TYPE })).optional(),
  annotation_value: ANNOTATION_VALUE.optional(),
});

/** The body of the call that changes a branch. */
export const BRANCH_UPDATE = z.object({
  branch: z.object({
    name: z.string().optional(),
    protected: z.boolean().optional(),
    /** `null` removes the expiration. */
    expires_at: z.string().nullish(),
  }),
});

/** The body of the call that gives a branch the data of another one, or of its own past. */
export const BRANCH_RESTORE = z.object({
  source_branch_id: z.string(),
  source_lsn: z.string().optional(),
  source_timestamp: z.string().optional(),
  preserve_under_name: z.string().optional(),
});

/** Which database's schema to tell, at which moment. */
export const SCHEMA_QUERY = {
  db_name: z.string(),
  lsn: z.string().optional(),
  timestamp: z.string().optional(),
};

/** Which schemas to compare: a branch's with that of another one, its parent unless named. */
export const SCHEMA_COMPARISON_QUERY = {
  ...SCHEMA_QUERY,
  base_branch_id: z.string().optional(),
  base_lsn: z.string().optional(),
  base_timestamp: z.string().optional(),
};

const SCHEMA_TABLE = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      nullable: z.boolean().optional(),
      generated: z.boolean().optional(),
    }),
  ),
});

/** The schema of a database, as SQL or as tables. */
export const BRANCH_SCHEMA = z.object({
  sql: z.string().optional(),
  json: z.object({ tables: z.array(SCHEMA_TABLE) }).optional(),
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

/** A branch and the operations that carry its change out. */
export const BRANCH_OPERATIONS = z.object({ branch: BRANCH, ...OPERATIONS });

/** What comes with a new branch. */
export const CREATED_BRANCH = z.object({
  branch: BRANCH,
  endpoints: z.array(ENDPOINT),
  roles: z.array(ROLE),
  databases: z.array(DATABASE),
  connection_uris: CONNECTION_URIS.optional(),
  ...OPERATIONS,
});

/** What clients have noted about a branch. */
export const ANNOTATION = z.object({
  object: z.object({ type: z.string(), id: z.string() }),
  value: ANNOTATION_VALUE,
  created_at: TIMESTAMP.optional(),
  updated_at: TIMESTAMP.optional(),
});
