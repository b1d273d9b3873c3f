import type { ComputeLimits } from '../checks/plan.js';
import { badRequest } from '../checks/platform-error.js';
import { checkWhole } from '../checks/text-checks.js';
import { checkPgSettings, DEFAULT_SIZE, resolveSize } from '../endpoints/settings.js';
import type { DefaultEndpointSettings, DefaultEndpointSettingsRequest, ProjectSettings } from './project.js';
import { MAX_RETENTION_SECONDS } from './project.js';

/** Initial settings of a project, which the service always returns. Source: recorded responses. */
const INITIAL_SETTINGS = {
  allowed_ips: { ips: [], protected_branches_only: false },
  enable_logical_replication: false,
  maintenance_window: { weekdays: [5], start_time: '07:00', end_time: '08:00' },
  block_public_connections: false,
  block_vpc_connections: false,
  hipaa: false,
} satisfies ProjectSettings;

/** Project settings completed with the values that the service always returns. */
export function completeSettings(settings: ProjectSettings): ProjectSettings {
  const allowed_ips = { ...INITIAL_SETTINGS.allowed_ips, ...settings.allowed_ips };
  return { ...INITIAL_SETTINGS, ...settings, allowed_ips };
}

export const INITIAL_ENDPOINT_SETTINGS: DefaultEndpointSettings = { ...DEFAULT_SIZE, pg_settings: {} };

/**
 * Applies requested default endpoint settings; omitted ones keep their values.
 * @throws PlatformError `bad_request`, `unprocessable`
 */
export function resolveDefaults(
  requested: DefaultEndpointSettingsRequest,
  before: DefaultEndpointSettings,
  limits: ComputeLimits,
): DefaultEndpointSettings {
  return {
    ...resolveSize(requested, before, limits),
    pg_settings: checkPgSettings(requested.pg_settings ?? before.pg_settings),
  };
}

/**
 * Applies requested project settings; omitted ones keep their values.
 * @throws PlatformError `bad_request`: quotas are whole numbers from 0; logical replication stays enabled
 */
export function resolveProjectSettings(requested: ProjectSettings, before: ProjectSettings): ProjectSettings {
  for (const [name, value] of Object.entries(requested.quota ?? {})) {
    if (value !== undefined && (!Number.isInteger(value) || Number(value) < 0)) {
      throw badRequest(`settings.quota.${name} must be a whole number from 0, not ${value}`);
    }
  }
  for (const day of requested.maintenance_window?.weekdays ?? [])
    checkWhole(day, 'settings.maintenance_window.weekdays', 1, 7);
  if (isReplicated(before) && requested['enable_logical_replication'] === false) {
    throw badRequest('logical replication cannot be disabled once it is enabled');
  }
  const quota = { ...before.quota, ...requested.quota };
  return Object.keys(quota).length === 0 ? { ...before, ...requested } : { ...before, ...requested, quota };
}

/** Whether logical replication is enabled, which cannot be undone. */
export function isReplicated(settings: ProjectSettings): boolean {
  return settings['enable_logical_replication'] === true;
}

/** Checks a history retention, in seconds. @throws PlatformError `bad_request` */
export function checkRetention(seconds: number): number {
  return checkWhole(seconds, 'history_retention_seconds', 0, MAX_RETENTION_SECONDS);
}
