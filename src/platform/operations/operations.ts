import { projectOf } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { orderedPage, type PageRequest, type Place } from '../checks/paging.js';
import type { ForProject } from '../checks/path-ids.js';
import { notFound } from '../checks/platform-error.js';
import { operationView } from '../rows/operation.js';
import type { State } from '../store/state.js';

const LIMITS = { usual: 1000, largest: 1000 };

/** A page of a project's operations, newest first. @throws PlatformError `not_found`, `bad_request` */
export function listProjectOperations(state: State, caller: Caller, input: ForProject & PageRequest) {
  const project = projectOf(state, caller, input.project_id);
  const operationOf = (id: string) => state.get('operations', id)!;
  const placeOf = (id: string): Place => {
    const { created_at_ms, sequence } = operationOf(id);
    return [created_at_ms, sequence];
  };
  // Of thousands, only those of the page are looked at.
  const ids = state.operationsByProject.ids(project.id);
  const { items, pagination } = orderedPage(ids, input, LIMITS, placeOf, 'desc');
  return { operations: items.map((id) => operationView(operationOf(id))), pagination };
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
