import { periodEnd, periodStart } from './billing-period.js';
import { projectUsage } from './metering.js';
import { accountLimits, planOf, subscriptionType } from './plan.js';
import {
  type Project,
  type ProjectContext,
  type ProjectListItem,
  type ProjectRecord,
  projectListView,
  projectView,
} from './project.js';
import { isLocked } from './scheduling.js';
import type { State } from './state.js';

function contextOf(state: State, project: ProjectRecord): ProjectContext {
  let compute_last_active_ms: number | undefined;
  for (const { last_active_ms } of state.endpointsByProject.rows(project.id)) {
    if (last_active_ms === undefined) continue;
    compute_last_active_ms = Math.max(compute_last_active_ms ?? 0, last_active_ms);
  }
  return {
    usage: projectUsage(state, project.id),
    period_start_ms: periodStart(state.now_ms),
    period_end_ms: periodEnd(state.now_ms),
    size_limit_bytes:
      project.settings.quota?.logical_size_bytes || accountLimits(planOf(state, project)).branch_bytes,
    locked: isLocked(state, project.id),
    compute_last_active_ms,
  };
}

/** A project as the API shows it now. */
export function showProject(state: State, project: ProjectRecord): Project {
  const plan = planOf(state, project);
  const user = state.get('users', project.user_id);
  const name = project.org_id === undefined ? user?.name : state.get('organizations', project.org_id)?.name;
  return projectView(project, contextOf(state, project), {
    email: user?.email ?? 'nobody@example.com',
    name: name ?? '',
    branches_limit: accountLimits(plan).branches,
    subscription_type: subscriptionType(plan),
  });
}

/** A project as lists show it now. */
export function showListedProject(state: State, project: ProjectRecord): ProjectListItem {
  const org_name =
    project.org_id === undefined ? undefined : state.get('organizations', project.org_id)?.name;
  return projectListView(project, contextOf(state, project), org_name);
}
