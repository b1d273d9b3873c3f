import { z } from 'zod';
import { impliedSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { ENDPOINT, type ENDPOINT_CREATE, type ENDPOINT_UPDATE } from '../schema/endpoint-schema.js';
import { once } from '../schema/once.js';
import type { Shaped } from '../schema/plain.js';
import { regionHost } from './regions.js';
import { moment, ROW, text, whole } from './row.js';
import { viewOf } from './view.js';

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
  /** Shown and without effect: hosts with `-pooler` are pooled in either case. */
  asks_for_pooler: z.boolean().optional(),
  current_state,
  pending_state,
  /** Its size now, in CU: the minimum after a start, then what the autoscaler makes it. */
  current_cu: z.number().positive(),
  /** Since when its active time has not been added up, while it is active. */
  metered_from_ms: moment.optional(),
  last_active_ms: moment.optional(),
  started_at_ms: moment.optional(),
  suspended_at_ms: moment.optional(),
  /** When the platform tries again to suspend it, after an attempt that failed. */
  retry_at_ms: moment.optional(),
});

/** {@link ENDPOINT_ROW} as data. */
export type EndpointRecord = Shaped<typeof ENDPOINT_ROW>;

/** The attributes that an update may change. */
export type EndpointUpdateRequest = Shaped<typeof ENDPOINT_UPDATE>['endpoint'];

/** The attributes of an endpoint to create. */
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

/** What the API shows of a stored endpoint. */
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
