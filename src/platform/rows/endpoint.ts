import type { ComputeSettings } from '../../compute/lifecycle/settings.js';
import { impliedSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import type { EndpointStates } from '../../compute/lifecycle/transition.js';
import { ENDPOINT, type ENDPOINT_CREATE, type ENDPOINT_UPDATE } from '../schema/endpoint-schema.js';
import type { Shaped } from '../schema/plain.js';
import { regionHost } from './regions.js';
import type { Row } from './row.js';
import { shownOnce, viewOf } from './view.js';

/** An endpoint (compute) as the API shows it. */
export type Endpoint = Shaped<typeof ENDPOINT>;

/** `read_write` for the one primary compute of a branch, `read_only` for a replica. */
export type EndpointType = Endpoint['type'];

/** Postgres settings by name, and preloaded libraries. */
export type EndpointSettings = Endpoint['settings'];

/** An endpoint (compute) as stored. */
export interface EndpointRecord extends ComputeSettings, EndpointStates, Row {
  readonly project_id: string;
  readonly branch_id: string;
  readonly region_id: string;
  readonly name?: string | undefined;
  readonly type: EndpointType;
  readonly provisioner: string;
  readonly settings: EndpointSettings;
  readonly disabled: boolean;
  readonly passwordless_access: boolean;
  /** Its size now, in CU: the minimum after a start, then what the autoscaler makes it. */
  readonly current_cu: number;
  /** Since when its active time has not been added up, while it is active. */
  readonly metered_from_ms?: number | undefined;
  readonly last_active_ms?: number | undefined;
  readonly started_at_ms?: number | undefined;
  readonly suspended_at_ms?: number | undefined;
  /** When the platform tries again to suspend it, after an attempt that failed. */
  readonly retry_at_ms?: number | undefined;
}

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
export const endpointView = shownOnce(
  (record: EndpointRecord): Endpoint =>
    viewOf(ENDPOINT, record, {
      host: endpointHost(record),
      pooler_enabled: false,
      pooler_mode: 'transaction',
      creation_source: 'console',
      proxy_host: regionHost(record.region_id),
      suspend_timeout_seconds: impliedSuspendTimeout(record, record.suspend_timeout_seconds),
    }),
);
