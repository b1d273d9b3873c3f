import { projectOf } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { type PageRequest, page } from '../checks/paging.js';
import type { ForProject } from '../checks/path-ids.js';
import { notFound } from '../checks/platform-error.js';
import { operationView } from '../rows/operation.js';
import type { State } from '../store/state.js';

const LIMITS = { usual: 1000, largest: 1000 };

/** A page of a project's operations, newest first. @throws PlatformError `not_found`, `bad_request` */
export function listProjectOperations(state: State, caller: Caller, input: ForProject & PageRequest) {
  const project = projectOf(state, caller, input.project_id);
  const { items, pagination } = page(
    state.operationsByProject.rows(project.id),
    input,
    LIMITS,
    (operation) => [operation.created_at_ms, operation.sequence],
    'desc',
  );
  return { operations: items.map(operationView), pagination };
}

/** One operation of a project. @throws PlatformError `not_found` */
export function getProjectOperation(
  state: State,
  caller: Caller,
  input: ForProject & { readonly operation_id: string },
) {
  const project = projectOf(state, caller, input.project_id);
  const operation = state.get('operations', input.operation_id);
  if (operation?.project_id !== project.id) throw notFound('operation');
  return { operation: operationView(operation) };
}
