import { z } from 'zod';
import { type Route, route } from '../route.js';
import { BRANCH_PARAMS } from '../schema/query-schema.js';
import { DATABASE, DATABASE_OPERATIONS } from '../schema/role-and-database-schema.js';

const DATABASE_PARAMS = { ...BRANCH_PARAMS, database_name: z.string() };

/** Databases of a branch. */
export const DATABASE_ROUTES: readonly Route[] = [
  route({
    id: 'listProjectBranchDatabases',
    at: 'GET /projects/{project_id}/branches/{branch_id}/databases',
    tag: 'Branch',
    summary: 'List the databases of a branch',
    params: BRANCH_PARAMS,
    response: z.object({ databases: z.array(DATABASE) }),
    answer: (platform, caller, input, now) => platform.listProjectBranchDatabases(caller, input, now),
  }),
  route({
    id: 'createProjectBranchDatabase',
    at: 'POST /projects/{project_id}/branches/{branch_id}/databases',
    tag: 'Branch',
    summary: 'Create a database',
    params: BRANCH_PARAMS,
    body: { database: z.object({ name: z.string(), owner_name: z.string() }) },
    response: DATABASE_OPERATIONS,
    status: 201,
    answer: (platform, caller, input, now) => platform.createProjectBranchDatabase(caller, input, now),
  }),
  route({
    id: 'getProjectBranchDatabase',
    at: 'GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}',
    tag: 'Branch',
    summary: 'Get a database',
    params: DATABASE_PARAMS,
    response: z.object({ database: DATABASE }),
    answer: (platform, caller, input, now) => platform.getProjectBranchDatabase(caller, input, now),
  }),
  route({
    id: 'updateProjectBranchDatabase',
    at: 'PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}',
    tag: 'Branch',
    summary: 'Rename a database or give it another owner',
    params: DATABASE_PARAMS,
    body: { database: z.object({ name: z.string().optional(), owner_name: z.string().optional() }) },
    response: DATABASE_OPERATIONS,
    answer: (platform, caller, input, now) => platform.updateProjectBranchDatabase(caller, input, now),
  }),
  route({
    id: 'deleteProjectBranchDatabase',
    at: 'DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}',
    tag: 'Branch',
    summary: 'Delete a database',
    params: DATABASE_PARAMS,
    response: DATABASE_OPERATIONS,
    answer: (platform, caller, input, now) => platform.deleteProjectBranchDatabase(caller, input, now),
  }),
];
