import type { PlatformAdapter, ReportedOperation } from '../platform-adapter.js';
import type { PlannedChange } from './apply-plan.js';

export interface MadeChange {
  /** Empty for a change of a branch. */
  readonly endpoint_id: string;
  /** Id of a created branch. */
  readonly branch_id?: string;
  readonly operations: readonly ReportedOperation[];
}

/** Makes the call of a change. @throws AdapterError if the call fails */
export async function makeChange(
  adapter: PlatformAdapter,
  project_id: string,
  change: PlannedChange,
): Promise<MadeChange> {
  switch (change.kind) {
    case 'create_branch': {
      const { branch: wanted, parent } = change;
      const body = { branch: { name: wanted.name, parent_id: parent.id } };
      const { branch, operations } = await adapter.createProjectBranch({ project_id, ...body });
      return { endpoint_id: '', branch_id: branch.id, operations };
    }
    case 'delete_branch': {
      const gone = await adapter.deleteProjectBranch({ project_id, branch_id: change.branch.id });
      return { endpoint_id: '', operations: gone?.operations ?? [] };
    }
    case 'create': {
      const { branch, type, compute, settings } = change;
      const { endpoint, operations } = await adapter.createProjectEndpoint({
        project_id,
        endpoint: { branch_id: branch.id, type, name: compute, ...settings },
      });
      return { endpoint_id: endpoint.id, operations };
    }
    case 'update': {
      const { endpoint_id, differences } = change;
      const endpoint = Object.fromEntries(differences.map(({ setting, after }) => [setting, after]));
      const { operations } = await adapter.updateProjectEndpoint({ project_id, endpoint_id, endpoint });
      return { endpoint_id, operations };
    }
    case 'delete': {
      const { endpoint_id } = change;
      const gone = await adapter.deleteProjectEndpoint({ project_id, endpoint_id });
      return { endpoint_id, operations: gone?.operations ?? [] };
    }
  }
}
