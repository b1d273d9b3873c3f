import type { BranchRecord } from './branch.js';
import type { EndpointRecord } from './endpoint.js';
import { settle } from './metering.js';
import { type Operation, operationView } from './operation.js';
import { planDelete } from './operation-plan.js';
import { endpointSteps, enqueue, schedule } from './scheduling.js';
import type { State } from './state.js';

/** Removes an endpoint; its active time up to now is added up. */
export function removeEndpoint(state: State, endpoint: EndpointRecord): void {
  settle(state, endpoint);
  state.remove('endpoints', endpoint.id);
}

/** Removes the roles, databases and current consumption of a branch, and the branch. */
export function removeBranchRows(state: State, branch_id: string): void {
  for (const role of state.rolesByBranch.rows(branch_id)) state.remove('roles', role.id);
  for (const database of state.databasesByBranch.rows(branch_id)) {
    state.remove('databases', String(database.id));
  }
  state.remove('usage', branch_id);
  state.remove('branches', branch_id);
}

/**
 * Removes a branch with its endpoints: connections drop, active computes are suspended, the data is deleted.
 * @param turn `queued` waits behind operations in flight, `locked` is refused while there are any
 * @throws PlatformError `locked`
 */
export function removeBranch(
  state: State,
  branch: BranchRecord,
  turn: 'queued' | 'locked',
): readonly Operation[] {
  const endpoints = state.endpointsByBranch.rows(branch.id);
  const steps = [
    ...endpoints.flatMap((endpoint) => endpointSteps(endpoint, planDelete(endpoint).actions)),
    { action: 'delete_timeline' as const, branch_id: branch.id },
  ];
  const operations =
    turn === 'locked'
      ? schedule(state, branch.project_id, steps)
      : enqueue(state, branch.project_id, steps).map(operationView);
  for (const endpoint of endpoints) removeEndpoint(state, endpoint);
  removeBranchRows(state, branch.id);
  return operations;
}
