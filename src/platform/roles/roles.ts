import { z } from 'zod';
import { addRole, newPassword } from '../branches/creation.js';
import { branchOf, roleOf } from '../checks/access.js';
import { badRequest, PlatformError } from '../checks/platform-error.js';
import { checkIdentifier } from '../checks/text-checks.js';
import { applyToBranch } from '../endpoints/lifecycle.js';
import { BRANCH_PATH, call, within, withTag } from '../resource/call.js';
import { requireStoredPasswords } from './connection.js';
import { IDENTIFIER, ROLE, ROLE_OPERATIONS, roleView } from './role.js';

/** Roles of the platform, and role names that Postgres reserves. */
const RESERVED = ['cloud_admin', 'neon_superuser', 'zenith_admin', 'none', 'public'];

const roleIn = within(
  branchOf,
  (state, { project, branch }, { role_name }: { readonly role_name: string }) => ({
    project,
    role: roleOf(state, branch.id, role_name),
  }),
);

/** Refuses names that are not valid for a role. @param field of the request. @throws PlatformError `bad_request` */
export function checkRoleName(name: string, field: string): string {
  checkIdentifier(name, field);
  if (name.startsWith('pg_')) throw badRequest('names that begin with "pg_" are reserved');
  if (RESERVED.includes(name)) throw badRequest(`the role name "${name}" is reserved`);
  return name;
}

const ROLE_PATH = `${BRANCH_PATH}/roles/{role_name}` as const;

export const ROLE_CALLS = withTag('Branch', {
  listProjectBranchRoles: call(`GET ${BRANCH_PATH}/roles`, {
    summary: 'List the roles of a branch',
    answer: z.object({ roles: z.array(ROLE) }),
    on: branchOf,
    rule: (state, { branch }) => ({
      roles: state.rolesByBranch.rows(branch.id).map((role) => roleView(role)),
    }),
  }),
  createProjectBranchRole: call(`POST ${BRANCH_PATH}/roles`, {
    summary: 'Create a role',
    body: z.object({
      role: z.object({ name: IDENTIFIER, no_login: z.boolean().optional() }),
    }),
    answer: ROLE_OPERATIONS,
    status: 201,
    on: branchOf,
    rule(state, { branch }, input) {
      const name = checkRoleName(input.role.name, 'name');
      if (state.get('roles', `${branch.id}/${name}`) !== undefined) {
        throw new PlatformError('conflict', 'role already exists');
      }
      const operations = applyToBranch(state, branch.id);
      return { role: roleView(addRole(state, branch.id, name), true), operations };
    },
  }),
  getProjectBranchRole: call(`GET ${ROLE_PATH}`, {
    summary: 'Get a role',
    answer: z.object({ role: ROLE }),
    on: roleIn,
    rule: (_state, { role }) => ({ role: roleView(role) }),
  }),
  deleteProjectBranchRole: call(`DELETE ${ROLE_PATH}`, {
    summary: 'Delete a role',
    answer: ROLE_OPERATIONS,
    absent: 204,
    on: branchOf,
    rule(state, { branch }, input) {
      const role = state.get('roles', `${branch.id}/${input.role_name}`);
      if (role === undefined) return undefined;
      const owned = state.databasesByBranch
        .rows(branch.id)
        .find((database) => database.owner_name === role.name);
      if (owned !== undefined) {
        throw new PlatformError(
          'unprocessable',
          `role owns the database "${owned.name}" and cannot be deleted`,
        );
      }
      const operations = applyToBranch(state, branch.id);
      state.remove('roles', role.id);
      return { role: roleView(role), operations };
    },
  }),
  getProjectBranchRolePassword: call(`GET ${ROLE_PATH}/reveal_password`, {
    summary: "Show a role's password",
    answer: z.object({ password: z.string() }),
    on: roleIn,
    rule(_state, { project, role }) {
      requireStoredPasswords(project);
      return { password: role.password };
    },
  }),
  resetProjectBranchRolePassword: call(`POST ${ROLE_PATH}/reset_password`, {
    summary: "Reset a role's password",
    answer: ROLE_OPERATIONS,
    on: roleIn,
    rule(state, { role: before }) {
      const operations = applyToBranch(state, before.branch_id);
      const role = state.change('roles', before, { password: newPassword(state) });
      return { role: roleView(role, true), operations };
    },
  }),
});
