import type { Consumption } from '../../compute/lifecycle/consumption.js';
import { impliedSuspendTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { monthStart } from '../../kernel/calendar-month.js';
import { MIB } from '../../kernel/units.js';
import { accountLimits, limitView, planOf, subscriptionType } from '../checks/plan.js';
import { projectUsage } from '../consumption/metering.js';
import { isLocked } from '../operations/scheduling.js';
import { timestamp, timestampOrNone, viewOf } from '../resource/row.js';
import type { State } from '../store/state.js';
import { PROJECT, PROJECT_LIST_ITEM, type Project, type ProjectRecord, RECOVERY_MS } from './project.js';
import { platformOf, regionHost } from './regions.js';
import { completeSettings } from './settings.js';

/** Attributes of both views of a project that the row lacks. */
function sharedAttributes(state: State, project: ProjectRecord, usage: Consumption) {
  const { region_id, settings, default_endpoint_settings: defaults } = project;
  const size_limit_bytes =
    settings.quota?.logical_size_bytes || accountLimits(state, planOf(state, project)).branch_bytes;
  let last_active_ms = Number.NEGATIVE_INFINITY;
  for (const endpoint of state.endpointsByProject.rows(project.id)) {
    last_active_ms = Math.max(last_active_ms, endpoint.last_active_ms ?? Number.NEGATIVE_INFINITY);
  }
  return {
    platform_id: platformOf(region_id),
    settings: completeSettings(settings),
    default_endpoint_settings: {
      ...defaults,
      suspend_timeout_seconds: impliedSuspendTimeout(defaults, defaults.suspend_timeout_seconds),
    },
    proxy_host: regionHost(region_id),
    branch_logical_size_limit: limitView(Math.floor(size_limit_bytes / MIB)),
    branch_logical_size_limit_bytes: limitView(size_limit_bytes),
    cpu_used_sec: Math.floor(usage.compute_seconds),
    creation_source: 'console',
    compute_last_active_at: Number.isFinite(last_active_ms) ? timestamp(last_active_ms) : undefined,
    owner_id: project.org_id ?? project.user_id,
    locked: isLocked(state, project.id),
  };
}

function organizationName(state: State, { org_id }: ProjectRecord): string | undefined {
  return org_id === undefined ? undefined : state.get('organizations', org_id)?.name;
}

export function showProject(state: State, project: ProjectRecord): Project {
  const plan = planOf(state, project);
  const usage = projectUsage(state, project.id);
  const user = state.get('users', project.user_id);
  const name = project.org_id === undefined ? user?.name : organizationName(state, project);
  return viewOf(PROJECT, project, {
    ...sharedAttributes(state, project, usage),
    active_time_seconds: Math.floor(usage.active_seconds),
    compute_time_seconds: Math.floor(usage.compute_seconds),
    written_data_bytes: 0,
    data_transfer_bytes: 0,
    data_storage_bytes_hour: 0,
    consumption_period_start: timestamp(monthStart(state.now_ms)),
    consumption_period_end: timestamp(monthStart(state.now_ms, 1)),
    owner: {
      email: user?.email ?? 'nobody@example.com',
      name: name ?? '',
      branches_limit: limitView(accountLimits(state, plan).branches),
      subscription_type: subscriptionType(plan),
    },
  });
}

export function showListedProject(state: State, project: ProjectRecord) {
  const { deleted_at_ms } = project;
  const usage = projectUsage(state, project.id);
  return viewOf(PROJECT_LIST_ITEM, project, {
    ...sharedAttributes(state, project, usage),
    active_time: Math.floor(usage.active_seconds),
    org_name: organizationName(state, project),
    recoverable_until: timestampOrNone(deleted_at_ms && deleted_at_ms + RECOVERY_MS),
  });
}
