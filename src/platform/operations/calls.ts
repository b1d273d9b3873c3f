import { z } from 'zod';
import { projectOf } from '../checks/access.js';
import { type Place, page } from '../checks/paging.js';
import { notFound } from '../checks/platform-error.js';
import { call, withTag } from '../resource/call.js';
import { PAGINATION, pages } from '../resource/schema.js';
import { OPERATION, OPERATIONS, type OperationRecord, operationView } from './operation.js';

const PAGES = pages(1000, 1000);

export const OPERATION_CALLS = withTag('Operation', {
  listProjectOperations: call('GET /projects/{project_id}/operations', {
    summary: "List a project's operations, newest first",
    query: PAGES.query,
    answer: z.object({ ...OPERATIONS, ...PAGINATION }),
    on: projectOf,
    rule(state, project, input) {
      const all = state.operationsByProject.rows(project.id);
      const placeOf = ({ created_at_ms, sequence }: OperationRecord): Place => [created_at_ms, sequence];
      const { items, pagination } = page(all, input, PAGES, placeOf, 'desc');
      return { operations: items.map(operationView), pagination };
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
