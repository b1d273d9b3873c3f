import { z } from 'zod';
import {
  impliedSuspendTimeout,
  MAX_SUSPEND_TIMEOUT_SECONDS,
  NEVER_SUSPEND,
} from '../../compute/lifecycle/suspend-timeout.js';
import { AUTOSCALING_UNIT_CU } from '../../compute/size.js';
import { OPERATIONS } from '../operations/operation.js';
import { regionHost } from '../projects/regions.js';
import { moment, ROW, text, viewOf, whole } from '../resource/row.js';
import { limitedText, limitedWhole, once, oneOf, type Shaped, TIMESTAMP } from '../resource/schema.js';

const PG_SETTINGS = z.record(z.string(), z.string());

/** Libraries that Postgres loads at startup. */
export const PRELOAD_LIBRARIES = z.object({
  use_defaults: z.boolean().optional(),
  enabled_libraries: z.array(z.string()).optional(),
});

const SETTINGS = z.object({
  pg_settings: PG_SETTINGS,
  pgbouncer_settings: PG_SETTINGS.optional(),
  preload_libraries: PRELOAD_LIBRARIES.optional(),
});
const SETTINGS_REQUEST = SETTINGS.partial();

const CU = z.number().meta({ minimum: AUTOSCALING_UNIT_CU });
/** A suspension timeout; -1: never, 0: the default. */
export const SUSPEND_TIMEOUT = limitedWhole(NEVER_SUSPEND, MAX_SUSPEND_TIMEOUT_SECONDS);

/** The limits of a size, as requests name them. */
export const LIMITS_REQUEST = {
  autoscaling_limit_min_cu: CU.optional(),
  autoscaling_limit_max_cu: CU.optional(),
};

/** Known provisioners; only `k8s-neonvm` autoscales. Source: the platform's API schema. */
export const PROVISIONERS: readonly string[] = ['k8s-pod', 'k8s-neonvm', 'serverless-platform'];

/** Size and suspension in the requests that create or change an endpoint. */
export const SIZE_REQUEST = {
  ...LIMITS_REQUEST,
  suspend_timeout_seconds: SUSPEND_TIMEOUT.optional(),
  provisioner: oneOf(PROVISIONERS).optional(),
  settings: SETTINGS_REQUEST.optional(),
};

/** The longest name of an endpoint, in characters. */
export const MAX_ENDPOINT_NAME_LENGTH = 64;

const POOLER_MODE = z.literal('transaction');

const UPDATE_REQUEST = {
  ...SIZE_REQUEST,
  pooler_enabled: z.boolean().optional(),
  pooler_mode: POOLER_MODE.optional(),
  branch_id: z.string().optional(),
  disabled: z.boolean().optional(),
  passwordless_access: z.boolean().optional(),
  name: limitedText(MAX_ENDPOINT_NAME_LENGTH).optional(),
};

/** `read_write` for the primary compute of a branch, `read_only` for a replica. */
export const ENDPOINT_TYPE = z.enum(['read_write', 'read_only']);

export const ENDPOINT_CREATE = z.object({
  endpoint: z.object({
    ...UPDATE_REQUEST,
    branch_id: z.string(),
    type: ENDPOINT_TYPE,
    region_id: z.string().optional(),
  }),
});

/** The body of the call that updates an endpoint. */
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
    settings: SETTINGS,
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

export const ENDPOINT_OPERATIONS = z.object({ endpoint: ENDPOINT, ...OPERATIONS });

/** The endpoints of a project or a branch. */
export const ENDPOINTS = z.object({ endpoints: z.array(ENDPOINT) });

/** An endpoint (compute) as the API shows it. */
export type Endpoint = Shaped<typeof ENDPOINT>;

/** `read_write` for the one primary compute of a branch, `read_only` for a replica. */
export type EndpointType = Endpoint['type'];

/** Size and suspension as stored. */
export const SIZE = {
  autoscaling_limit_min_cu: z.number().positive(),
  autoscaling_limit_max_cu: z.number().positive(),
  suspend_timeout_seconds: whole.min(-1),
};

const { type, settings, current_state, pending_state } = ENDPOINT.shape;

/** An endpoint (compute) as stored. */
export const ENDPOINT_ROW = z.object({
  ...ROW,
  ...SIZE,
  project_id: text,
  branch_id: text,
  region_id: text,
  name: text.optional(),
  type,
  provisioner: text,
  settings,
  disabled: z.boolean(),
  passwordless_access: z.boolean(),
  /** Reported but has no effect: hosts with `-pooler` are pooled in either case. */
  asks_for_pooler: z.boolean().optional(),
  current_state,
  pending_state,
  /** Current size in CU: the minimum after a start, then set by the autoscaler. */
  current_cu: z.number().positive(),
  /** While active: start of the active time that has not been metered yet. */
  metered_from_ms: moment.optional(),
  last_active_ms: moment.optional(),
  started_at_ms: moment.optional(),
  suspended_at_ms: moment.optional(),
  /** Time of the next attempt to suspend it, after a failed one. */
  retry_at_ms: moment.optional(),
});

export type EndpointRecord = Shaped<typeof ENDPOINT_ROW>;

/** The attributes that an update may change. */
export type EndpointUpdateRequest = Shaped<typeof ENDPOINT_UPDATE>['endpoint'];

export type EndpointCreateRequest = Shaped<typeof ENDPOINT_CREATE>['endpoint'];

/** `settings` of a request; without `pg_settings` the API refuses it. */
export type EndpointSettingsRequest = NonNullable<EndpointUpdateRequest['settings']>;

/** The host name that clients connect to: directly, or through the pooler. */
export function endpointHost(
  endpoint: { readonly id: string; readonly region_id: string },
  pooled = false,
): string {
  return `${endpoint.id}${pooled ? '-pooler' : ''}.${regionHost(endpoint.region_id)}`;
}

/** A stored endpoint as the API shows it. */
export const endpointView = once(
  (record: EndpointRecord): Endpoint =>
    viewOf(ENDPOINT, record, {
      host: endpointHost(record),
      pooler_enabled: record.asks_for_pooler ?? false,
      pooler_mode: 'transaction',
      creation_source: 'console',
      proxy_host: regionHost(record.region_id),
      suspend_timeout_seconds: impliedSuspendTimeout(record, record.suspend_timeout_seconds),
    }),
);
