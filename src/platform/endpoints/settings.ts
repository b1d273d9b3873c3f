import {
  type ComputeSettings,
  type NamedSettings,
  namedSettings,
  settingsOf,
} from '../../compute/lifecycle/settings.js';
import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { impliedSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import type { ComputeLimits } from '../checks/plan.js';
import { badRequest, PlatformError } from '../checks/platform-error.js';
import { checkKnown } from '../checks/text-checks.js';
import { type EndpointRecord, type EndpointSettingsRequest, PROVISIONERS } from './endpoint.js';

export const DEFAULT_PROVISIONER = 'k8s-neonvm';

export const DEFAULT_SIZE: ComputeSettings = {
  autoscaling_limit_min_cu: 0.25,
  autoscaling_limit_max_cu: 2,
  suspend_timeout_seconds: 0,
};

/**
 * Applies the size and suspension of a request; omitted settings keep their values. An endpoint above 16 CU never
 * suspends and is shown with a timeout of -1; its previous timeout returns with a smaller size.
 * @throws PlatformError `bad_request` for invalid values; `unprocessable` for values that the plan does not allow
 */
export function resolveSize(
  change: NamedSettings,
  before: ComputeSettings,
  limits: ComputeLimits,
): ComputeSettings {
  const named = namedSettings(change);
  const settings: ComputeSettings = { ...settingsOf(before), ...named };
  const meant = {
    ...settings,
    suspend_timeout_seconds:
      named.suspend_timeout_seconds ?? impliedSuspendTimeout(settings, settings.suspend_timeout_seconds),
  };
  const problem = settingsProblems(meant, { plan: limits, book: limits.book })[0];
  if (problem === undefined) return settings;
  if (problem.rule === 'value') throw badRequest(problem.message);
  throw new PlatformError('unprocessable', problem.message, 'PLAN_LIMIT_EXCEEDED');
}

/**
 * Resolves the provisioner of a request; an omitted one is unchanged.
 * @throws PlatformError `bad_request` for an unknown one, or one that cannot autoscale between the limits
 */
export function resolveProvisioner(name: string | undefined, before: string, size: ComputeSettings): string {
  const provisioner = checkKnown(name ?? before, PROVISIONERS, 'provisioner');
  const fixed = size.autoscaling_limit_min_cu === size.autoscaling_limit_max_cu;
  if (provisioner === 'k8s-pod' && !fixed) {
    throw badRequest('the provisioner k8s-pod does not autoscale; expected k8s-neonvm, or a fixed size');
  }
  return provisioner;
}

/** Exceeds the number of settings that Postgres has. */
const MAX_PG_SETTINGS = 500;

/** Refuses Postgres settings that are not a map of strings, or too many. @throws PlatformError `bad_request` */
export function checkPgSettings(
  pg_settings: Readonly<Record<string, string>>,
  attribute = 'pg_settings',
): Readonly<Record<string, string>> {
  const named = Object.entries(pg_settings);
  if (named.length > MAX_PG_SETTINGS) {
    throw badRequest(`${attribute} names ${named.length} settings; expected at most ${MAX_PG_SETTINGS}`);
  }
  for (const [name, value] of named) {
    if (typeof value !== 'string') throw badRequest(`${attribute}.${name} is not a string`);
  }
  return pg_settings;
}

/**
 * Applies the settings of a request: they replace the previous ones, `pg_settings` only if present.
 * @throws PlatformError `bad_request`
 */
export function resolveSettings(
  { pg_settings, pgbouncer_settings, preload_libraries }: EndpointSettingsRequest,
  before: Pick<EndpointRecord['settings'], 'pg_settings'>,
): EndpointRecord['settings'] {
  if (pg_settings === null || (pg_settings ?? pgbouncer_settings ?? preload_libraries) === undefined) {
    throw badRequest('settings must not be nil');
  }
  return {
    pg_settings: checkPgSettings(pg_settings ?? before.pg_settings),
    pgbouncer_settings: pgbouncer_settings && checkPgSettings(pgbouncer_settings, 'pgbouncer_settings'),
    preload_libraries,
  };
}
