import { isAdmin, NOT_FOR_PROJECT_KEYS, projectOf, reaches } from './access.js';
import type { Branch } from './branch.js';
import { showBranch } from './branch-views.js';
import type { Caller } from './caller.js';
import { enter } from './endpoint-state.js';
import type { ForProject } from './path-ids.js';
import { planOf, requireProjectRoom } from './plan.js';
import { notFound, PlatformError } from './platform-error.js';
import type { Project } from './project.js';
import { showProject } from './project-views.js';
import { requireUnlocked } from './scheduling.js';
import type { State } from './state.js';

/** A project that is there again, with its branches. */
export interface RecoveredProject {
  readonly project: Project;
  readonly branches: readonly Branch[];
}

/**
 * Deletes a project with everything in it; for seven days it can be recovered. An organization's project is
 * deleted by administrators only, never with a key scoped to it.
 * @throws PlatformError `not_found`, `forbidden`, `locked`
 */
export function deleteProject(
  state: State,
  caller: Caller,
  input: ForProject,
): { readonly project: Project } {
  const project = projectOf(state, caller, input.project_id);
  if (caller.kind === 'project') throw new PlatformError('forbidden', NOT_FOR_PROJECT_KEYS);
  if (project.org_id !== undefined && !isAdmin(state, caller, project.org_id)) {
    throw new PlatformError('forbidden', 'only administrators of the organization may delete a project');
  }
  requireUnlocked(state, project.id);
  for (const endpoint of state.endpointsByProject.rows(project.id)) {
    if (endpoint.current_state === 'active') enter(state, endpoint, { current_state: 'idle' });
  }
  const deleted = { ...project, deleted_at_ms: state.now_ms, updated_at_ms: state.now_ms };
  state.put('projects', project.id, deleted);
  return { project: showProject(state, deleted) };
}

/**
 * Brings a deleted project back within seven days, its computes idle, its branches no longer expiring.
 * @throws PlatformError `not_found`, `forbidden`, or `unprocessable` when the plan has no room for it
 */
export function recoverProject(state: State, caller: Caller, input: ForProject): RecoveredProject {
  const deleted = state.get('projects', input.project_id);
  if (deleted?.deleted_at_ms === undefined || !reaches(state, caller, deleted)) throw notFound('project');
  if (caller.kind === 'project') throw new PlatformError('forbidden', NOT_FOR_PROJECT_KEYS);
  if (deleted.org_id !== undefined && !isAdmin(state, caller, deleted.org_id)) {
    throw new PlatformError('forbidden', 'only administrators of the organization may recover a project');
  }
  requireProjectRoom(state, deleted.org_id ?? deleted.user_id, planOf(state, deleted));
  const project = { ...deleted, deleted_at_ms: undefined, updated_at_ms: state.now_ms };
  state.put('projects', project.id, project);
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
