import { z } from 'zod';
import * as branchList from '../platform/branches/branch-list.js';
import * as restores from '../platform/branches/branch-restore.js';
import * as schemas from '../platform/branches/branch-schemas.js';
import * as branches from '../platform/branches/branches.js';
import * as databases from '../platform/branches/databases.js';
import * as roles from '../platform/branches/roles.js';
import * as endpoints from '../platform/endpoints/endpoints.js';
import {
  ANNOTATION,
  BRANCH,
  BRANCH_CREATE,
  BRANCH_OPERATIONS,
  BRANCH_RESTORE,
  BRANCH_SCHEMA,
  BRANCH_UPDATE,
  CREATED_BRANCH,
  SCHEMA_COMPARISON_QUERY,
  SCHEMA_QUERY,
} from '../platform/schema/branch-schema.js';
import { ENDPOINTS } from '../platform/schema/endpoint-schema.js';
import { BRANCH_QUERY, NEXT_PAGINATION, SEARCH_QUERY } from '../platform/schema/query-schema.js';
import {
  DATABASE,
  DATABASE_CREATE,
  DATABASE_OPERATIONS,
  DATABASE_UPDATE,
  ROLE,
  ROLE_CREATE,
  ROLE_OPERATIONS,
} from '../platform/schema/role-and-database-schema.js';
import { BRANCH_PATH, call, tagged } from './call.js';

const ROLE_PATH = `${BRANCH_PATH}/roles/{role_name}` as const;
const DATABASE_PATH = `${BRANCH_PATH}/databases/{database_name}` as const;

const RULES = {
  ...branchList,
  ...branches,
  ...databases,
  ...endpoints,
  ...restores,
  ...roles,
  ...schemas,
};

/** Branches, with their roles and databases. */
export const BRANCH_CALLS = tagged('Branch', RULES, {
  createProjectBranch: call('POST /projects/{project_id}/branches', {
    summary: 'Create a branch, with computes if the body names any',
    body: BRANCH_CREATE,
    body_optional: true,
    answer: CREATED_BRANCH,
    status: 201,
  }),
  listProjectBranches: call('GET /projects/{project_id}/branches', {
    summary: 'List the branches of a project',
    query: BRANCH_QUERY,
    answer: z.object({
      branches: z.array(BRANCH),
      annotations: z.record(z.string(), ANNOTATION),
      ...NEXT_PAGINATION,
    }),
  }),
  countProjectBranches: call('GET /projects/{project_id}/branches/count', {
    summary: 'Count the branches of a project',
    query: SEARCH_QUERY,
    answer: z.object({ count: z.int() }),
  }),
  getProjectBranch: call(`GET ${BRANCH_PATH}`, {
    summary: 'Get a branch',
    answer: z.object({ branch: BRANCH, annotation: ANNOTATION }),
  }),
  updateProjectBranch: call(`PATCH ${BRANCH_PATH}`, {
    summary: 'Change a branch',
    body: BRANCH_UPDATE,
    answer: BRANCH_OPERATIONS,
  }),
  deleteProjectBranch: call(`DELETE ${BRANCH_PATH}`, {
    summary: 'Delete a branch with its computes',
    // Accepted as the platform's API has it: what is deleted is gone in any case.
    query: { hard_delete: BRANCH_QUERY.include_deleted },
    answer: BRANCH_OPERATIONS,
  }),
  setDefaultProjectBranch: call(`POST ${BRANCH_PATH}/set_as_default`, {
    summary: 'Make a branch the default of its project',
    answer: BRANCH_OPERATIONS,
  }),
  restoreProjectBranch: call(`POST ${BRANCH_PATH}/restore`, {
    summary: 'Give a branch the data of another one (reset) or of its own past; active computes restart',
    body: BRANCH_RESTORE,
    answer: BRANCH_OPERATIONS,
  }),
  getProjectBranchSchema: call(`GET ${BRANCH_PATH}/schema`, {
    summary: "Tell a database's schema: what a real server holds, else that of an empty database",
    query: { ...SCHEMA_QUERY, format: z.string().optional() },
    answer: BRANCH_SCHEMA,
  }),
  getProjectBranchSchemaComparison: call(`GET ${BRANCH_PATH}/compare_schema`, {
    summary: "Compare a database's schema with another branch's",
    query: SCHEMA_COMPARISON_QUERY,
    answer: z.object({ diff: z.string().optional() }),
  }),
  listProjectBranchEndpoints: call(`GET ${BRANCH_PATH}/endpoints`, {
    summary: 'List the computes of a branch',
    answer: ENDPOINTS,
  }),
  listProjectBranchRoles: call(`GET ${BRANCH_PATH}/roles`, {
    summary: 'List the roles of a branch',
    answer: z.object({ roles: z.array(ROLE) }),
  }),
  createProjectBranchRole: call(`POST ${BRANCH_PATH}/roles`, {
    summary: 'Create a role',
    body: ROLE_CREATE,
    answer: ROLE_OPERATIONS,
    status: 201,
  }),
  getProjectBranchRole: call(`GET ${ROLE_PATH}`, {
    summary: 'Get a role',
    answer: z.object({ role: ROLE }),
  }),
  deleteProjectBranchRole: call(`DELETE ${ROLE_PATH}`, {
    summary: 'Delete a role',
    answer: ROLE_OPERATIONS,
  }),
  getProjectBranchRolePassword: call(`GET ${ROLE_PATH}/reveal_password`, {
    summary: "Show a role's password",
    answer: z.object({ password: z.string() }),
  }),
  resetProjectBranchRolePassword: call(`POST ${ROLE_PATH}/reset_password`, {
    summary: 'Give a role another password',
    answer: ROLE_OPERATIONS,
  }),
  listProjectBranchDatabases: call(`GET ${BRANCH_PATH}/databases`, {
    summary: 'List the databases of a branch',
    answer: z.object({ databases: z.array(DATABASE) }),
  }),
  createProjectBranchDatabase: call(`POST ${BRANCH_PATH}/databases`, {
    summary: 'Create a database',
    body: DATABASE_CREATE,
    answer: DATABASE_OPERATIONS,
    status: 201,
  }),
  getProjectBranchDatabase: call(`GET ${DATABASE_PATH}`, {
    summary: 'Get a database',
    answer: z.object({ database: DATABASE }),
  }),
  updateProjectBranchDatabase: call(`PATCH ${DATABASE_PATH}`, {
    summary: 'Rename a database or give it another owner',
    body: DATABASE_UPDATE,
    answer: DATABASE_OPERATIONS,
  }),
  deleteProjectBranchDatabase: call(`DELETE ${DATABASE_PATH}`, {
    summary: 'Delete a database',
    answer: DATABASE_OPERATIONS,
  }),
});
