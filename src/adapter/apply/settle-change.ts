import type { AdapterError } from '../adapter-error.js';
import type { PlatformAdapter } from '../platform-adapter.js';
import type { CreateBranchChange, CreateChange, PlannedChange } from './apply-plan.js';
import { BRANCH_PAGE } from './reported-project.js';

/** Whether a call that failed so may have been carried out all the same: its answer never came, or is a gateway's, not a 503. */
export function mayBeDone({ status, code }: AdapterError): boolean {
  if (code === 'operation_failed' || code === 'operation_not_ended') return false;
  return status === 0 || (status >= 500 && status !== 503);
}

/** What a call creates, as far as it can be known again. */
export type Creation =
  | Pick<CreateBranchChange, 'kind' | 'branch'>
  | Pick<CreateChange, 'kind' | 'branch' | 'type' | 'compute'>;

/**
 * Looks once at the project whether a change was made.
 * @returns the id of its compute or branch where it was; `undefined` where it was not
 * @throws AdapterError when that cannot be seen either
 */
export async function settledChange(
  adapter: PlatformAdapter,
  project_id: string,
  change: Creation | PlannedChange,
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
      return endpoints.find(
        ({ branch_id, type, name }) =>
          branch_id === change.branch.id &&
          type === change.type &&
          (type === 'read_write' || name === change.compute),
      )?.id;
    case 'update': {
      const endpoint = endpoints.find(({ id }) => id === change.endpoint_id);
      const made = change.differences.every(({ setting, after }) => endpoint?.[setting] === after);
      return made ? endpoint?.id : undefined;
    }
    case 'delete':
      return endpoints.some(({ id }) => id === change.endpoint_id) ? undefined : change.endpoint_id;
  }
}
