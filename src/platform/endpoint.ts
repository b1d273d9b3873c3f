import type { Operation } from './operation.js';
import { regionHost } from './regions.js';
import { timestamp, timestampOrNone } from './timestamp.js';

/** `read_write` for the one primary compute of a branch, `read_only` for a replica. */
export type EndpointType = 'read_only' | 'read_write';

/** A state of an endpoint as the API tells it. */
export type EndpointState = 'init' | 'active' | 'idle';

/** Postgres settings by name, and preloaded libraries. */
export interface EndpointSettings {
  readonly pg_settings: Readonly<Record<string, string>>;
  readonly preload_libraries?: PreloadLibraries | undefined;
}

/** Libraries that Postgres loads at its start. */
export interface PreloadLibraries {
  readonly use_defaults?: boolean | undefined;
  readonly enabled_libraries?: readonly string[] | undefined;
}

/** An endpoint (compute) as stored. */
export interface EndpointRecord {
  readonly id: string;
  readonly sequence: number;
  readonly project_id: string;
  readonly branch_id: string;
  readonly region_id: string;
  readonly name?: string | undefined;
  readonly type: EndpointType;
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
  readonly suspend_timeout_seconds: number;
  readonly provisioner: string;
  readonly settings: EndpointSettings;
  readonly disabled: boolean;
  readonly passwordless_access: boolean;
  readonly current_state: EndpointState;
  readonly pending_state?: EndpointState | undefined;
  /** Its size now, in CU: the minimum after a start, then what the autoscaler makes it. */
  readonly current_cu: number;
  /** Since when its active time has not been added up, while it is active. */
  readonly metered_from_ms?: number | undefined;
  readonly last_active_ms?: number | undefined;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly started_at_ms?: number | undefined;
  readonly suspended_at_ms?: number | undefined;
}

/** An endpoint (compute) as the API shows it. */
export interface Endpoint {
  readonly id: string;
  readonly host: string;
  readonly name?: string | undefined;
  readonly project_id: string;
  readonly branch_id: string;
  readonly region_id: string;
  readonly type: EndpointType;
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
  readonly current_state: EndpointState;
  readonly pending_state?: EndpointState | undefined;
  readonly settings: EndpointSettings;
  readonly pooler_enabled: boolean;
  readonly pooler_mode: 'transaction';
  readonly disabled: boolean;
  readonly passwordless_access: boolean;
  readonly last_active?: string | undefined;
  readonly creation_source: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly started_at?: string | undefined;
  readonly suspended_at?: string | undefined;
  readonly proxy_host: string;
  readonly suspend_timeout_seconds: number;
  readonly provisioner: string;
}

/** The size and suspension attributes that the calls creating an endpoint take. */
export interface EndpointSizeRequest {
  readonly autoscaling_limit_min_cu?: number | undefined;
  readonly autoscaling_limit_max_cu?: number | undefined;
  readonly suspend_timeout_seconds?: number | undefined;
  readonly provisioner?: string | undefined;
  readonly settings?: EndpointSettingsRequest | undefined;
}

/** `settings` of a request; without `pg_settings` the API refuses it. */
export interface EndpointSettingsRequest {
  readonly pg_settings?: Readonly<Record<string, string>> | undefined;
  readonly preload_libraries?: PreloadLibraries | undefined;
}

/** The attributes that an update may change. */
export interface EndpointUpdateRequest extends EndpointSizeRequest {
  readonly branch_id?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly passwordless_access?: boolean | undefined;
  readonly name?: string | undefined;
}

/** The attributes of an endpoint to create. */
export interface EndpointCreateRequest extends EndpointUpdateRequest {
  readonly branch_id: string;
  readonly type: EndpointType;
  readonly region_id?: string | undefined;
}

/** The host name that clients connect to: directly, or through the pooler. */
export function endpointHost(
  endpoint: { readonly id: string; readonly region_id: string },
  pooled = false,
): string {
  return `${endpoint.id}${pooled ? '-pooler' : ''}.${regionHost(endpoint.region_id)}`;
}

/** What the API shows of a stored endpoint. */
export function endpointView(record: EndpointRecord): Endpoint {
  return {
    id: record.id,
    host: endpointHost(record),
    name: record.name,
    project_id: record.project_id,
    branch_id: record.branch_id,
    region_id: record.region_id,
    type: record.type,
    autoscaling_limit_min_cu: record.autoscaling_limit_min_cu,
    autoscaling_limit_max_cu: record.autoscaling_limit_max_cu,
    current_state: record.current_state,
    pending_state: record.pending_state,
    settings: record.settings,
    pooler_enabled: false,
    pooler_mode: 'transaction',
    disabled: record.disabled,
    passwordless_access: record.passwordless_access,
    last_active: timestampOrNone(record.last_active_ms),
    creation_source: 'console',
    created_at: timestamp(record.created_at_ms),
    updated_at: timestamp(record.updated_at_ms),
    started_at: timestampOrNone(record.started_at_ms),
    suspended_at: timestampOrNone(record.suspended_at_ms),
    proxy_host: regionHost(record.region_id),
    suspend_timeout_seconds: record.suspend_timeout_seconds,
    provisioner: record.provisioner,
  };
}

/** The endpoint that a call changed, and the operations that carry the change out. */
export interface EndpointOperations {
  readonly endpoint: Endpoint;
  readonly operations: readonly Operation[];
}
