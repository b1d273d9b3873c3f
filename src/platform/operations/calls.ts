import { z } from 'zod';
import { projectOf } from '../checks/access.js';
import { type Place, page } from '../checks/paging.js';
import { notFound } from '../checks/platform-error.js';
import { call, tagged } from '../resource/call.js';
import { PAGINATION, pages } from '../resource/schema.js';
import { OPERATION, OPERATIONS, operationView } from './operation.js';

const PAGES = pages(1000, 1000);

/** Operations of a project. */
export const OPERATION_CALLS = tagged('Operation', {
  listProjectOperations: call('GET /projects/{project_id}/operations', {
    summary: "List a project's operations, newest first",
    query: PAGES.query,
    answer: z.object({ ...OPERATIONS, ...PAGINATION }),
    on: projectOf,
    rule(state, project, input) {
      const operationOf = (id: string) => state.get('operations', id)!;
      const placeOf = (id: string): Place => {
        const { created_at_ms, sequence } = operationOf(id);
        return [created_at_ms, sequence];
      };
      // Of thousands, only those of the page are looked at.
      const ids = state.operationsByProject.ids(project.id);
      const { items, pagination } = page(ids, input, PAGES, placeOf, 'desc', true);
      return { operations: items.map((id) => operationView(operationOf(id))), pagination };
    },
  }),
  getProjectOperation: call('GET /projects/{project_id}/operations/{operation_id}', {
    summary: 'Get an operation',
    answer: z.object({ operation: OPERATION }),
    on: projectOf,
    rule(state, project, input) {
      const operation = state.get('operations', input.operation_id);
      if (operation?.project_id !== project.id) throw notFound('operation');
      return { operation: operationView(operation) };
    },
  }),
});
