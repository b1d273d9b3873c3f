import { z } from 'zod';
import * as connections from '../platform/branches/connection-uri.js';
import * as operations from '../platform/operations/operations.js';
import * as creation from '../platform/projects/project-creation.js';
import * as deletion from '../platform/projects/project-deletion.js';
import * as projectList from '../platform/projects/project-list.js';
import * as projects from '../platform/projects/projects.js';
import { BRANCH } from '../platform/schema/branch-schema.js';
import { OPERATION, OPERATIONS } from '../platform/schema/operation-schema.js';
import {
  CREATED_PROJECT,
  PROJECT,
  PROJECT_CREATE,
  PROJECT_LIST_ITEM,
  PROJECT_UPDATE,
} from '../platform/schema/project-schema.js';
import {
  CONNECTION_QUERY,
  PAGE_QUERY,
  PAGINATION,
  PROJECT_QUERY,
  SHARED_PROJECT_QUERY,
} from '../platform/schema/query-schema.js';
import { call, tagged } from './call.js';

const PROJECT_PAGE = z.object({
  projects: z.array(PROJECT_LIST_ITEM),
  unavailable_project_ids: z.array(z.string()).optional(),
  ...PAGINATION,
});

const APPLICATIONS = z.record(z.string(), z.array(z.string()));

const RULES = { ...projects, ...projectList, ...creation, ...deletion, ...connections };

/** Projects and their operations. */
export const PROJECT_CALLS = {
  ...tagged('Project', RULES, {
    listProjects: call('GET /projects', {
      summary: 'List projects',
      query: PROJECT_QUERY,
      answer: PROJECT_PAGE.extend({ applications: APPLICATIONS, integrations: APPLICATIONS }),
    }),
    createProject: call('POST /projects', {
      summary: 'Create a project with its default branch, a role, a database and a compute',
      body: PROJECT_CREATE,
      answer: CREATED_PROJECT,
      status: 201,
    }),
    listSharedProjects: call('GET /projects/shared', {
      summary: 'List projects that others share with the current user',
      query: SHARED_PROJECT_QUERY,
      answer: PROJECT_PAGE,
    }),
    getProject: call('GET /projects/{project_id}', {
      summary: 'Get a project',
      answer: z.object({ project: PROJECT }),
    }),
    updateProject: call('PATCH /projects/{project_id}', {
      summary: 'Change a project',
      body: PROJECT_UPDATE,
      answer: z.object({ project: PROJECT, ...OPERATIONS }),
    }),
    deleteProject: call('DELETE /projects/{project_id}', {
      summary: 'Delete a project; it can be recovered for seven days',
      answer: z.object({ project: PROJECT }),
    }),
    recoverProject: call('POST /projects/{project_id}/recover', {
      summary: 'Recover a deleted project',
      answer: z.object({ project: PROJECT, branches: z.array(BRANCH) }),
    }),
    getConnectionURI: call('GET /projects/{project_id}/connection_uri', {
      summary: 'Get the address that a client connects to',
      query: CONNECTION_QUERY,
      answer: z.object({ uri: z.string() }),
    }),
  }),
  ...tagged('Operation', operations, {
    listProjectOperations: call('GET /projects/{project_id}/operations', {
      summary: "List a project's operations, newest first",
      query: PAGE_QUERY,
      answer: z.object({ ...OPERATIONS, ...PAGINATION }),
    }),
    getProjectOperation: call('GET /projects/{project_id}/operations/{operation_id}', {
      summary: 'Get an operation',
      answer: z.object({ operation: OPERATION }),
    }),
  }),
};
