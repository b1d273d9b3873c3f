import { z } from 'zod';
import { OPERATIONS, TIMESTAMP } from './operation-schema.js';

const PG_SETTINGS = z.record(z.string(), z.string());
/** Libraries that Postgres loads at its start. */
export const PRELOAD_LIBRARIES = z.object({
  use_defaults: z.boolean().optional(),
  enabled_libraries: z.array(z.string()).optional(),
});
const SETTINGS_REQUEST = z.object({
  pg_settings: PG_SETTINGS.optional(),
  preload_libraries: PRELOAD_LIBRARIES.optional(),
});

/** The limits of a size, as requests name them. */
export const LIMITS_REQUEST = {
  autoscaling_limit_min_cu: z.number().optional(),
  autoscaling_limit_max_cu: z.number().optional(),
};

/** Size and suspension, as every call that creates or changes an endpoint takes them. */
export const SIZE_REQUEST = {
  ...LIMITS_REQUEST,
  suspend_timeout_seconds: z.int().optional(),
  provisioner: z.string().optional(),
  settings: SETTINGS_REQUEST.optional(),
};

const POOLER_MODE = z.literal('transaction');

const UPDATE_REQUEST = {
  ...SIZE_REQUEST,
  pooler_enabled: z.boolean().optional(),
  pooler_mode: POOLER_MODE.optional(),
  branch_id: z.string().optional(),
  disabled: z.boolean().optional(),
  passwordless_access: z.boolean().optional(),
  name: z.string().optional(),
};

/** `read_write` for the primary compute of a branch, `read_only` for a replica. */
export const ENDPOINT_TYPE = z.enum(['read_write', 'read_only']);

/** The body of the call that creates an endpoint. */
export const ENDPOINT_CREATE = z.object({
  endpoint: z.object({
    ...UPDATE_REQUEST,
    branch_id: z.string(),
    type: ENDPOINT_TYPE,
    region_id: z.string().optional(),
  }),
});

/** The body of the call that changes one. */
export const ENDPOINT_UPDATE = z.object({ endpoint: z.object(UPDATE_REQUEST) });

const STATE = z.enum(['init', 'active', 'idle']);

/** An endpoint (compute) as the API shows it. */
export const ENDPOINT = z
  .object({
    id: z.string(),
    host: z.string(),
    name: z.string().optional(),
    project_id: z.string(),
    branch_id: z.string(),
    region_id: z.string(),
    type: ENDPOINT_TYPE,
    autoscaling_limit_min_cu: z.number(),
    autoscaling_limit_max_cu: z.number(),
    current_state: STATE,
    pending_state: STATE.optional(),
    settings: z.object({ pg_settings: PG_SETTINGS, preload_libraries: PRELOAD_LIBRARIES.optional() }),
    pooler_enabled: z.boolean(),
    pooler_mode: POOLER_MODE,
    disabled: z.boolean(),
    passwordless_access: z.boolean(),
    last_active: TIMESTAMP.optional(),
    creation_source: z.string(),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    started_at: TIMESTAMP.optional(),
    suspended_at: TIMESTAMP.optional(),
    proxy_host: z.string(),
    suspend_timeout_seconds: z.int(),
    provisioner: z.string(),
  })
  .meta({ id: 'Endpoint' });

/** An endpoint and the operations that carry its change out. */
export const ENDPOINT_OPERATIONS = z.object({ endpoint: ENDPOINT, ...OPERATIONS });

/** The endpoints of a project or a branch. */
export const ENDPOINTS = z.object({ endpoints: z.array(ENDPOINT) });
