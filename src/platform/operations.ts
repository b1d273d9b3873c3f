import { projectOf } from './access.js';
import type { Caller } from './caller.js';
import { type Operation, operationView } from './operation.js';
import { type PageRequest, page } from './paging.js';
import type { ForProject } from './path-ids.js';
import { notFound } from './platform-error.js';
import type { State } from './state.js';

/** Which operations to list. */
export interface OperationListInput extends ForProject, PageRequest {}

/** A page of operations. */
export interface OperationPage {
  readonly operations: readonly Operation[];
  /** Where the page ends; absent when it is empty. */
  readonly pagination?: { readonly cursor: string } | undefined;
}

const LIMITS = { usual: 1000, largest: 1000 };

/** A page of a project's operations, newest first. @throws PlatformError `not_found`, `bad_request` */
export function listProjectOperations(
  state: State,
  caller: Caller,
  input: OperationListInput,
): OperationPage {
  const project = projectOf(state, caller, input.project_id);
  const found = page(
    state.operationsByProject.rows(project.id),
    input,
    LIMITS,
    (operation) => [operation.created_at_ms, operation.sequence],
    'desc',
  );
  return {
    operations: found.items.map(operationView),
    pagination: found.cursor === undefined ? undefined : { cursor: found.cursor },
  };
}

/** One operation of a project. @throws PlatformError `not_found` */
export function getProjectOperation(
  state: State,
  caller: Caller,
  input: ForProject & { readonly operation_id: string },
): { readonly operation: Operation } {
  const project = projectOf(state, caller, input.project_id);
  const operation = state.get('operations', input.operation_id);
  if (operation?.project_id !== project.id) throw notFound('operation');
  return { operation: operationView(operation) };
}
