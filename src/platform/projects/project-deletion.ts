import { revokeProjectKeys } from '../accounts/api-keys.js';
import { removeBranchRows } from '../branches/branch-removal.js';
import { showBranch } from '../branches/branch-views.js';
import { reaches, requireManager } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import type { ForProject } from '../checks/path-ids.js';
import { planOf, requireProjectRoom } from '../checks/plan.js';
import { notFound } from '../checks/platform-error.js';
import { ofProject } from '../checks/subject.js';
import { enter, removeEndpoint } from '../endpoints/endpoint-state.js';
import { requireUnlocked } from '../operations/scheduling.js';
import type { State } from '../store/state.js';
import { showProject } from './project-views.js';

/**
 * Deletes a project with everything in it; for seven days it can be recovered. An organization's project is
 * deleted by administrators only, never with a key scoped to it.
 * @throws PlatformError `not_found`, `forbidden`, `locked`
 */
export const deleteProject = ofProject((state, project, _input, caller) => {
  requireManager(state, caller, project, 'delete');
  requireUnlocked(state, project.id);
  for (const endpoint of state.endpointsByProject.rows(project.id)) {
    if (endpoint.current_state === 'active') enter(state, endpoint, { current_state: 'idle' });
  }
  const deleted = state.change('projects', project, { deleted_at_ms: state.now_ms });
  return { project: showProject(state, deleted) };
});

/**
 * Brings a deleted project back within seven days, its computes idle, its branches no longer expiring.
 * @throws PlatformError `not_found`, `forbidden`, or `unprocessable` when the plan has no room for it
 */
export function recoverProject(state: State, caller: Caller, input: ForProject) {
  const deleted = state.get('projects', input.project_id);
  if (deleted?.deleted_at_ms === undefined || !reaches(state, caller, deleted)) throw notFound('project');
  requireManager(state, caller, deleted, 'recover');
  requireProjectRoom(state, deleted.org_id ?? deleted.user_id, planOf(state, deleted));
  const project = state.change('projects', deleted, { deleted_at_ms: undefined });
  const branches = state.branchesByProject.rows(project.id).map((branch) => {
    if (branch.expires_at_ms === undefined) return branch;
    const lasting = { ...branch, expires_at_ms: undefined, ttl_interval_seconds: undefined };
    state.put('branches', branch.id, lasting);
    return lasting;
  });
  return {
    project: showProject(state, project),
    branches: branches.map((branch) => showBranch(state, branch)),
  };
}

/** Removes a project that can be recovered no longer, with everything that belongs to it. */
export function purgeProject(state: State, project_id: string): void {
  revokeProjectKeys(state, project_id);
  for (const endpoint of state.endpointsByProject.rows(project_id)) removeEndpoint(state, endpoint);
  for (const branch of state.branchesByProject.rows(project_id)) removeBranchRows(state, branch.id);
  for (const id of state.operationsByProject.ids(project_id)) state.remove('operations', id);
  for (const id of state.usageByProject.ids(project_id)) state.remove('usage', id);
  for (const id of state.hoursByProject.ids(project_id)) state.remove('hours', id);
  for (const id of state.snapshotsByProject.ids(project_id)) state.remove('snapshots', id);
  for (const id of state.permissionsByProject.ids(project_id)) state.remove('permissions', id);
  for (const id of state.transferRequestsByProject.ids(project_id)) state.remove('transfer_requests', id);
  for (const id of state.jwksByProject.ids(project_id)) state.remove('jwks', id);
  for (const id of state.restrictionsByProject.ids(project_id)) state.remove('vpc_restrictions', id);
  state.remove('projects', project_id);
}
