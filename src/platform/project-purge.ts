import { revokeProjectKeys } from './api-keys.js';
import { removeBranchRows, removeEndpoint } from './branch-removal.js';
import type { State } from './state.js';

/** Removes a project that can be recovered no longer, with everything that belongs to it. */
export function purgeProject(state: State, project_id: string): void {
  revokeProjectKeys(state, project_id);
  for (const endpoint of state.endpointsByProject.rows(project_id)) removeEndpoint(state, endpoint);
  for (const branch of state.branchesByProject.rows(project_id)) removeBranchRows(state, branch.id);
  for (const operation of state.operationsByProject.rows(project_id)) {
    state.remove('operations', operation.id);
  }
  for (const usage of state.usageByProject.rows(project_id)) state.remove('usage', usage.id);
  for (const hour of state.hoursByProject.rows(project_id)) state.remove('hours', hour.id);
  state.remove('projects', project_id);
}
