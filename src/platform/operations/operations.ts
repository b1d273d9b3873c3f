import { type PageRequest, type Place, page } from '../checks/paging.js';
import { notFound } from '../checks/platform-error.js';
import { ofProject } from '../checks/subject.js';
import { operationView } from '../rows/operation.js';

const LIMITS = { usual: 1000, largest: 1000 };

/** A page of a project's operations, newest first. @throws PlatformError `not_found`, `bad_request` */
export const listProjectOperations = ofProject((state, project, input: PageRequest) => {
  const operationOf = (id: string) => state.get('operations', id)!;
  const placeOf = (id: string): Place => {
    const { created_at_ms, sequence } = operationOf(id);
    return [created_at_ms, sequence];
  };
  // Of thousands, only those of the page are looked at.
  const ids = state.operationsByProject.ids(project.id);
  const { items, pagination } = page(ids, input, LIMITS, placeOf, 'desc', true);
  return { operations: items.map((id) => operationView(operationOf(id))), pagination };
});

/** One operation of a project. @throws PlatformError `not_found` */
export const getProjectOperation = ofProject((state, project, input: { readonly operation_id: string }) => {
  const operation = state.get('operations', input.operation_id);
  if (operation?.project_id !== project.id) throw notFound('operation');
  return { operation: operationView(operation) };
});
