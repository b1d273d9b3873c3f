import type { AdapterError } from '../adapter-error.js';
import type { PlatformAdapter } from '../platform-adapter.js';
import type { PlannedChange } from './apply-plan.js';
import { endpointOn } from './pair-computes.js';
import { BRANCH_PAGE } from './reported-project.js';

/** Whether a failed call may have taken effect: it has no response, or a server error other than 503. */
export function mayBeDone({ status, code }: AdapterError): boolean {
  if (code === 'operation_failed' || code === 'operation_not_ended') return false;
  return status === 0 || (status >= 500 && status !== 503);
}

/**
 * Reads the project once to determine whether a change was made.
 * @returns the id of its compute or branch if it was made; `undefined` otherwise
 * @throws AdapterError if the project cannot be read
 */
export async function settledChange(
  adapter: PlatformAdapter,
  project_id: string,
  change: PlannedChange,
): Promise<string | undefined> {
  if (change.kind === 'create_branch' || change.kind === 'delete_branch') {
    const { name, id } = change.branch;
    const { branches } = await adapter.listProjectBranches({ project_id, search: name, limit: BRANCH_PAGE });
    if (change.kind === 'create_branch') return branches.find((branch) => branch.name === name)?.id;
    return branches.some((branch) => branch.id === id) ? undefined : id;
  }
  const { endpoints } = await adapter.listProjectEndpoints({ project_id });
  switch (change.kind) {
    case 'create':
      return endpointOn(change.branch.id, { type: change.type, name: change.compute }, endpoints)?.id;
    case 'update': {
      const endpoint = endpoints.find(({ id }) => id === change.endpoint_id);
      const made = change.differences.every(({ setting, after }) => endpoint?.[setting] === after);
      return made ? endpoint?.id : undefined;
    }
    case 'delete':
      return endpoints.some(({ id }) => id === change.endpoint_id) ? undefined : change.endpoint_id;
  }
}
