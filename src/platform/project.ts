import type { EndpointSizeRequest } from './endpoint.js';
import { platformOf, regionHost } from './regions.js';
import { timestamp, timestampOrNone } from './timestamp.js';
import type { UsageTotals } from './usage.js';

/** Limits of a project's own, reset each billing period; 0 or absent: no limit. */
export interface ProjectQuota {
  readonly active_time_seconds?: number | undefined;
  readonly compute_time_seconds?: number | undefined;
  readonly written_data_bytes?: number | undefined;
  readonly data_transfer_bytes?: number | undefined;
  readonly logical_size_bytes?: number | undefined;
}

/** `settings` of a project: the quota is acted on, everything else is kept and shown as it was sent. */
export interface ProjectSettings {
  readonly quota?: ProjectQuota | undefined;
  readonly [setting: string]: unknown;
}

/** Size and suspension of endpoints whose creator names none. */
export interface DefaultEndpointSettings {
  readonly autoscaling_limit_min_cu: number;
  readonly autoscaling_limit_max_cu: number;
  readonly suspend_timeout_seconds: number;
  readonly pg_settings: Readonly<Record<string, string>>;
}

/** A project as stored. */
export interface ProjectRecord {
  readonly id: string;
  readonly sequence: number;
  readonly name: string;
  /** The user whose personal project it is, or who created it. */
  readonly user_id: string;
  /** The organization it belongs to; absent for a personal project. */
  readonly org_id?: string | undefined;
  readonly region_id: string;
  readonly pg_version: number;
  readonly provisioner: string;
  readonly store_passwords: boolean;
  readonly history_retention_seconds: number;
  readonly settings: ProjectSettings;
  readonly default_endpoint_settings: DefaultEndpointSettings;
  readonly default_branch_id: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  /** When it was deleted; it can be recovered for seven days. */
  readonly deleted_at_ms?: number | undefined;
}

/** What the project list and the project itself show alike. */
interface ProjectCommon {
  readonly id: string;
  readonly platform_id: string;
  readonly region_id: string;
  readonly name: string;
  readonly provisioner: string;
  readonly default_endpoint_settings: DefaultEndpointSettings;
  readonly settings: ProjectSettings;
  readonly pg_version: number;
  readonly proxy_host: string;
  readonly branch_logical_size_limit: number;
  readonly branch_logical_size_limit_bytes: number;
  readonly store_passwords: boolean;
  readonly cpu_used_sec: number;
  readonly creation_source: string;
  readonly history_retention_seconds: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly compute_last_active_at?: string | undefined;
  readonly owner_id: string;
  readonly org_id?: string | undefined;
  /** Whether operations are in flight: mutating calls are refused for as long. */
  readonly locked: boolean;
}

/** A project in a list, as the API shows it. */
export interface ProjectListItem extends ProjectCommon {
  readonly active_time: number;
  readonly org_name?: string | undefined;
  readonly deleted_at?: string | undefined;
  readonly recoverable_until?: string | undefined;
}

/** A project as the API shows it. */
export interface Project extends ProjectCommon {
  readonly active_time_seconds: number;
  readonly compute_time_seconds: number;
  readonly written_data_bytes: number;
  readonly data_transfer_bytes: number;
  readonly data_storage_bytes_hour: number;
  readonly consumption_period_start: string;
  readonly consumption_period_end: string;
  readonly owner?:
    | {
        readonly email: string;
        readonly name: string;
        readonly branches_limit: number;
        readonly subscription_type: string;
      }
    | undefined;
}

/** The attributes of a project that an update may change. */
export interface ProjectUpdateRequest {
  readonly name?: string | undefined;
  readonly settings?: ProjectSettings | undefined;
  readonly default_endpoint_settings?: DefaultEndpointSettingsRequest | undefined;
  readonly history_retention_seconds?: number | undefined;
}

/** `default_endpoint_settings` of a request. */
export interface DefaultEndpointSettingsRequest {
  readonly autoscaling_limit_min_cu?: number | undefined;
  readonly autoscaling_limit_max_cu?: number | undefined;
  readonly suspend_timeout_seconds?: number | undefined;
  readonly pg_settings?: Readonly<Record<string, string>> | undefined;
}

/** The attributes of a project to create. */
export interface ProjectCreateRequest
  extends ProjectUpdateRequest,
    Pick<EndpointSizeRequest, 'autoscaling_limit_min_cu' | 'autoscaling_limit_max_cu' | 'provisioner'> {
  readonly region_id?: string | undefined;
  readonly pg_version?: number | undefined;
  readonly store_passwords?: boolean | undefined;
  readonly org_id?: string | undefined;
  readonly branch?:
    | {
        readonly name?: string | undefined;
        readonly role_name?: string | undefined;
        readonly database_name?: string | undefined;
      }
    | undefined;
}

/** What surrounds a project in its views. */
export interface ProjectContext {
  readonly usage: UsageTotals;
  readonly period_start_ms: number;
  readonly period_end_ms: number;
  /** Largest logical size of a branch, in bytes. */
  readonly size_limit_bytes: number;
  readonly locked: boolean;
  /** Latest activity of any of its computes. */
  readonly compute_last_active_ms: number | undefined;
}

const MIB = 1_048_576;
/** For how long a deleted project can be recovered. Source: the platform's API schema. */
export const RECOVERY_MS = 7 * 86_400_000;

function commonView(record: ProjectRecord, context: ProjectContext): ProjectCommon {
  return {
    id: record.id,
    platform_id: platformOf(record.region_id),
    region_id: record.region_id,
    name: record.name,
    provisioner: record.provisioner,
    default_endpoint_settings: record.default_endpoint_settings,
    settings: record.settings,
    pg_version: record.pg_version,
    proxy_host: regionHost(record.region_id),
    branch_logical_size_limit: Math.floor(context.size_limit_bytes / MIB),
    branch_logical_size_limit_bytes: context.size_limit_bytes,
    store_passwords: record.store_passwords,
    cpu_used_sec: Math.floor(context.usage.compute_seconds),
    creation_source: 'console',
    history_retention_seconds: record.history_retention_seconds,
    created_at: timestamp(record.created_at_ms),
    updated_at: timestamp(record.updated_at_ms),
    compute_last_active_at: timestampOrNone(context.compute_last_active_ms),
    owner_id: record.org_id ?? record.user_id,
    org_id: record.org_id,
    locked: context.locked,
  };
}

/** What a list shows of a stored project. */
export function projectListView(
  record: ProjectRecord,
  context: ProjectContext,
  org_name: string | undefined,
): ProjectListItem {
  const deleted = record.deleted_at_ms;
  return {
    ...commonView(record, context),
    active_time: Math.floor(context.usage.active_seconds),
    org_name,
    deleted_at: timestampOrNone(deleted),
    recoverable_until: deleted === undefined ? undefined : timestamp(deleted + RECOVERY_MS),
  };
}

/** What the API shows of a stored project. */
export function projectView(
  record: ProjectRecord,
  context: ProjectContext,
  owner: Project['owner'],
): Project {
  return {
    ...commonView(record, context),
    active_time_seconds: Math.floor(context.usage.active_seconds),
    compute_time_seconds: Math.floor(context.usage.compute_seconds),
    written_data_bytes: 0,
    data_transfer_bytes: 0,
    data_storage_bytes_hour: 0,
    consumption_period_start: timestamp(context.period_start_ms),
    consumption_period_end: timestamp(context.period_end_ms),
    owner,
  };
}
