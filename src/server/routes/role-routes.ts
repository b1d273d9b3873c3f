import { z } from 'zod';
import { type Route, route } from '../route.js';
import { BRANCH_PARAMS } from '../schema/query-schema.js';
import { ROLE, ROLE_OPERATIONS } from '../schema/role-and-database-schema.js';

const ROLE_PARAMS = { ...BRANCH_PARAMS, role_name: z.string() };

/** Postgres roles of a branch. */
export const ROLE_ROUTES: readonly Route[] = [
  route({
    id: 'listProjectBranchRoles',
    at: 'GET /projects/{project_id}/branches/{branch_id}/roles',
    tag: 'Branch',
    summary: 'List the roles of a branch',
    params: BRANCH_PARAMS,
    response: z.object({ roles: z.array(ROLE) }),
    answer: (platform, caller, input, now) => platform.listProjectBranchRoles(caller, input, now),
  }),
  route({
    id: 'createProjectBranchRole',
    at: 'POST /projects/{project_id}/branches/{branch_id}/roles',
    tag: 'Branch',
    summary: 'Create a role',
    params: BRANCH_PARAMS,
    body: { role: z.object({ name: z.string(), no_login: z.boolean().optional() }) },
    response: ROLE_OPERATIONS,
    status: 201,
    answer: (platform, caller, input, now) => platform.createProjectBranchRole(caller, input, now),
  }),
  route({
    id: 'getProjectBranchRole',
    at: 'GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}',
    tag: 'Branch',
    summary: 'Get a role',
    params: ROLE_PARAMS,
    response: z.object({ role: ROLE }),
    answer: (platform, caller, input, now) => platform.getProjectBranchRole(caller, input, now),
  }),
  route({
    id: 'deleteProjectBranchRole',
    at: 'DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}',
    tag: 'Branch',
    summary: 'Delete a role',
    params: ROLE_PARAMS,
    response: ROLE_OPERATIONS,
    answer: (platform, caller, input, now) => platform.deleteProjectBranchRole(caller, input, now),
  }),
  route({
    id: 'getProjectBranchRolePassword',
    at: 'GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password',
    tag: 'Branch',
    summary: "Show a role's password",
    params: ROLE_PARAMS,
    response: z.object({ password: z.string() }),
    answer: (platform, caller, input, now) => platform.getProjectBranchRolePassword(caller, input, now),
  }),
  route({
    id: 'resetProjectBranchRolePassword',
    at: 'POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password',
    tag: 'Branch',
    summary: 'Give a role another password',
    params: ROLE_PARAMS,
    response: ROLE_OPERATIONS,
    answer: (platform, caller, input, now) => platform.resetProjectBranchRolePassword(caller, input, now),
  }),
];
