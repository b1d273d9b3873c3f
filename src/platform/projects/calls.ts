import { z } from 'zod';
import { onSuspend } from '../../compute/lifecycle/transition.js';
import { revokeProjectKeys } from '../api-keys/calls.js';
import { BRANCH } from '../branches/branch.js';
import { removeBranchRows } from '../branches/removal.js';
import { showBranch } from '../branches/views.js';
import { canAccess, projectOf, requireManager } from '../checks/access.js';
import { computeLimits, planOf, requireProjectRoom } from '../checks/plan.js';
import { notFound } from '../checks/platform-error.js';
import { checkLength, MAX_NAME_LENGTH } from '../checks/text-checks.js';
import { removeEndpoint, setStates } from '../endpoints/lifecycle.js';
import { OPERATIONS } from '../operations/operation.js';
import { endpointSteps, requireUnlocked, schedule } from '../operations/scheduling.js';
import { call, withTag } from '../resource/call.js';
import type { State } from '../store/state.js';
import { PROJECT, PROJECT_CHANGES } from './project.js';
import { checkRetention, isReplicated, resolveDefaults, resolveProjectSettings } from './settings.js';
import { showProject } from './views.js';

/** Deletes a project permanently, with its contents, when its recovery period is over. */
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

export const PROJECT_CALLS = withTag('Project', {
  getProject: call('GET /projects/{project_id}', {
    summary: 'Get a project',
    answer: z.object({ project: PROJECT }),
    on: projectOf,
    rule: (state, project) => ({ project: showProject(state, project) }),
  }),
  /**
   * New default endpoint settings apply to endpoints created later. Logical replication suspends every active
   * compute and cannot be disabled again.
   */
  updateProject: call('PATCH /projects/{project_id}', {
    summary: 'Change a project',
    body: z.object({ project: z.object(PROJECT_CHANGES) }),
    answer: z.object({ project: PROJECT, ...OPERATIONS }),
    on: projectOf,
    rule(state, before, input) {
      const request = input.project;
      const limits = computeLimits(state, planOf(state, before));
      const retention = request.history_retention_seconds ?? before.history_retention_seconds;
      const project = state.change('projects', before, {
        name: request.name === undefined ? before.name : checkLength(request.name, 'name', MAX_NAME_LENGTH),
        settings: resolveProjectSettings(request.settings ?? {}, before.settings),
        default_endpoint_settings:
          request.default_endpoint_settings === undefined
            ? before.default_endpoint_settings
            : resolveDefaults(request.default_endpoint_settings, before.default_endpoint_settings, limits),
        history_retention_seconds: checkRetention(retention),
      });
      const stops = isReplicated(project.settings) && !isReplicated(before.settings);
      const active = stops
        ? state.endpointsByProject.rows(project.id).filter((endpoint) => endpoint.current_state === 'active')
        : [];
      const steps = active.flatMap((endpoint) => endpointSteps(endpoint, onSuspend(endpoint).actions));
      const operations = schedule(state, project.id, steps);
      for (const endpoint of active) setStates(state, endpoint, onSuspend(endpoint));
      return { project: showProject(state, project), operations };
    },
  }),
  /** Only an administrator may delete an organization's project; a project-scoped key may not. */
  deleteProject: call('DELETE /projects/{project_id}', {
    summary: 'Delete a project; it can be recovered for seven days',
    answer: z.object({ project: PROJECT }),
    on: projectOf,
    rule(state, project, _input, caller) {
      requireManager(state, caller, project, 'delete');
      requireUnlocked(state, project.id);
      for (const endpoint of state.endpointsByProject.rows(project.id)) {
        if (endpoint.current_state === 'active') setStates(state, endpoint, { current_state: 'idle' });
      }
      const deleted = state.change('projects', project, { deleted_at_ms: state.now_ms });
      return { project: showProject(state, deleted) };
    },
  }),
  recoverProject: call('POST /projects/{project_id}/recover', {
    summary: 'Recover a deleted project',
    answer: z.object({ project: PROJECT, branches: z.array(BRANCH) }),
    rule(state, caller, input) {
      const deleted = state.get('projects', input.project_id);
      if (deleted?.deleted_at_ms === undefined || !canAccess(state, caller, deleted))
        throw notFound('project');
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
    },
  }),
});
