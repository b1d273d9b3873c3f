import { z } from 'zod';
import { type Route, route } from '../route.js';
import { OPERATION, OPERATIONS } from '../schema/operation-schema.js';
import {
  CREATED_PROJECT,
  PROJECT,
  PROJECT_CREATE,
  PROJECT_LIST_ITEM,
  PROJECT_UPDATE,
} from '../schema/project-schema.js';
import {
  optionalSwitch,
  PAGE_QUERY,
  PAGINATION,
  PROJECT_PARAMS,
  TIMEOUT_QUERY,
} from '../schema/query-schema.js';

const LIST_QUERY = { ...PAGE_QUERY, ...TIMEOUT_QUERY, search: z.string().optional() };

const PROJECT_PAGE = z.object({
  projects: z.array(PROJECT_LIST_ITEM),
  unavailable_project_ids: z.array(z.string()).optional(),
  ...PAGINATION,
});

const APPLICATIONS = z.record(z.string(), z.array(z.string()));

/** Projects and their operations. */
export const PROJECT_ROUTES: readonly Route[] = [
  route({
    id: 'listProjects',
    at: 'GET /projects',
    tag: 'Project',
    summary: 'List projects',
    query: { ...LIST_QUERY, org_id: z.string().optional(), recoverable: optionalSwitch() },
    response: PROJECT_PAGE.extend({ applications: APPLICATIONS, integrations: APPLICATIONS }),
    answer: (platform, caller, input, now) => platform.listProjects(caller, input, now),
  }),
  route({
    id: 'createProject',
    at: 'POST /projects',
    tag: 'Project',
    summary: 'Create a project with its default branch, a role, a database and a compute',
    body: PROJECT_CREATE,
    response: CREATED_PROJECT,
    status: 201,
    answer: (platform, caller, input, now) => platform.createProject(caller, input, now),
  }),
  route({
    id: 'listSharedProjects',
    at: 'GET /projects/shared',
    tag: 'Project',
    summary: 'List projects that others share with the current user: always none',
    query: LIST_QUERY,
    response: PROJECT_PAGE,
    answer: (platform, caller, input, now) => platform.listSharedProjects(caller, input, now),
  }),
  route({
    id: 'getProject',
    at: 'GET /projects/{project_id}',
    tag: 'Project',
    summary: 'Get a project',
    params: PROJECT_PARAMS,
    response: z.object({ project: PROJECT }),
    answer: (platform, caller, input, now) => platform.getProject(caller, input, now),
  }),
  route({
    id: 'updateProject',
    at: 'PATCH /projects/{project_id}',
    tag: 'Project',
    summary: 'Change a project',
    params: PROJECT_PARAMS,
    body: PROJECT_UPDATE,
    response: z.object({ project: PROJECT, ...OPERATIONS }),
    answer: (platform, caller, input, now) => platform.updateProject(caller, input, now),
  }),
  route({
    id: 'deleteProject',
    at: 'DELETE /projects/{project_id}',
    tag: 'Project',
    summary: 'Delete a project; it can be recovered for seven days',
    params: PROJECT_PARAMS,
    response: z.object({ project: PROJECT }),
    answer: (platform, caller, input, now) => platform.deleteProject(caller, input, now),
  }),
  route({
    id: 'recoverProject',
    at: 'POST /projects/{project_id}/recover',
    tag: 'Project',
    summary: 'Recover a deleted project',
    params: PROJECT_PARAMS,
    response: z.object({ project: PROJECT }),
    answer: (platform, caller, input, now) => platform.recoverProject(caller, input, now),
  }),
  route({
    id: 'getConnectionURI',
    at: 'GET /projects/{project_id}/connection_uri',
    tag: 'Project',
    summary: 'Get the address that a client connects to',
    params: PROJECT_PARAMS,
    query: {
      branch_id: z.string().optional(),
      endpoint_id: z.string().optional(),
      database_name: z.string(),
      role_name: z.string(),
      pooled: optionalSwitch(),
    },
    response: z.object({ uri: z.string() }),
    answer: (platform, caller, input, now) => platform.getConnectionURI(caller, input, now),
  }),
  route({
    id: 'listProjectOperations',
    at: 'GET /projects/{project_id}/operations',
    tag: 'Operation',
    summary: "List a project's operations, newest first",
    params: PROJECT_PARAMS,
    query: PAGE_QUERY,
    response: z.object({ ...OPERATIONS, ...PAGINATION }),
    answer: (platform, caller, input, now) => platform.listProjectOperations(caller, input, now),
  }),
  route({
    id: 'getProjectOperation',
    at: 'GET /projects/{project_id}/operations/{operation_id}',
    tag: 'Operation',
    summary: 'Get an operation',
    params: { ...PROJECT_PARAMS, operation_id: z.string() },
    response: z.object({ operation: OPERATION }),
    answer: (platform, caller, input, now) => platform.getProjectOperation(caller, input, now),
  }),
];
