import { onDelete } from '../../compute/lifecycle/transition.js';
import { keepHours } from '../consumption/consumption-metrics.js';
import { removeEndpoint } from '../endpoints/lifecycle.js';
import { type Operation, operationView } from '../operations/operation.js';
import { endpointSteps, enqueue, schedule } from '../operations/scheduling.js';
import type { State } from '../store/state.js';
import type { BranchRecord } from './branch.js';

export function removeContents(state: State, branch_id: string): void {
  for (const id of state.rolesByBranch.ids(branch_id)) state.remove('roles', id);
  for (const id of state.databasesByBranch.ids(branch_id)) state.remove('databases', id);
}

/** Removes the roles, databases and current consumption of a branch, and the branch. */
export function removeBranchRows(state: State, branch_id: string): void {
  removeContents(state, branch_id);
  state.remove('usage', branch_id);
  state.remove('branches', branch_id);
}

/**
 * Removes a branch with its endpoints: connections drop, active computes are suspended, the data is deleted.
 * @param turn `queued` waits for operations in flight, `locked` refuses the call because of them
 * @throws PlatformError `locked`
 */
export function removeBranch(
  state: State,
  branch: BranchRecord,
  turn: 'queued' | 'locked',
): readonly Operation[] {
  const endpoints = state.endpointsByBranch.rows(branch.id);
  const steps = [
    ...endpoints.flatMap((endpoint) => endpointSteps(endpoint, onDelete(endpoint).actions)),
    { action: 'delete_timeline' as const, branch_id: branch.id },
  ];
  const operations =
    turn === 'locked'
      ? schedule(state, branch.project_id, steps)
      : enqueue(state, branch.project_id, steps).map(operationView);
  for (const endpoint of endpoints) removeEndpoint(state, endpoint);
  keepHours(state, branch);
  removeBranchRows(state, branch.id);
  return operations;
}
