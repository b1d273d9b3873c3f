import { roleOf } from '../checks/access.js';
import type { ForRole } from '../checks/path-ids.js';
import { badRequest, PlatformError } from '../checks/platform-error.js';
import { about, ofBranch } from '../checks/subject.js';
import { checkIdentifier } from '../checks/text-checks.js';
import { applyToBranch } from '../endpoints/endpoint-state.js';
import { roleView } from '../rows/role.js';
import type { Shaped } from '../schema/plain.js';
import type { ROLE_CREATE } from '../schema/role-and-database-schema.js';
import { addRole, newPassword } from './branch-creation.js';
import { requireStoredPasswords } from './connection-uri.js';

/** Roles that are the platform's own, and those that Postgres makes for nobody. */
const RESERVED = ['cloud_admin', 'neon_superuser', 'zenith_admin', 'none', 'public'];

const ofRole = about(
  ofBranch((state, { project, branch }, { role_name }: ForRole) => ({
    project,
    role: roleOf(state, branch.id, role_name),
  })),
);

/** Refuses a name that no role can be given. @param field of the request. @throws PlatformError `bad_request` */
export function checkRoleName(name: string, field: string): string {
  checkIdentifier(name, field);
  if (name.startsWith('pg_')) throw badRequest('names that begin with "pg_" are reserved');
  if (RESERVED.includes(name)) throw badRequest(`the role name "${name}" is reserved`);
  return name;
}

/** A branch's roles, without their passwords. @throws PlatformError `not_found` */
export const listProjectBranchRoles = ofBranch((state, { branch }) => ({
  roles: state.rolesByBranch.rows(branch.id).map((role) => roleView(role)),
}));

/** A new role, with its password. @throws PlatformError `not_found`, `bad_request`, `conflict`, `locked` */
export const createProjectBranchRole = ofBranch((state, { branch }, input: Shaped<typeof ROLE_CREATE>) => {
  const name = checkRoleName(input.role.name, 'name');
  if (state.get('roles', `${branch.id}/${name}`) !== undefined) {
    throw new PlatformError('conflict', 'role already exists');
  }
  const operations = applyToBranch(state, branch.id);
  return { role: roleView(addRole(state, branch.id, name), true), operations };
});

/** One role, without its password. @throws PlatformError `not_found` */
export const getProjectBranchRole = ofRole((_state, { role }) => ({ role: roleView(role) }));

/**
 * Deletes a role that owns no database; `undefined` when there is none.
 * @throws PlatformError `not_found` for the branch, `unprocessable`, `locked`
 */
export const deleteProjectBranchRole = ofBranch((state, { branch }, input: ForRole) => {
  const role = state.get('roles', `${branch.id}/${input.role_name}`);
  if (role === undefined) return undefined;
  const owned = state.databasesByBranch.rows(branch.id).find((database) => database.owner_name === role.name);
  if (owned !== undefined) {
    throw new PlatformError('unprocessable', `role owns the database "${owned.name}" and cannot be deleted`);
  }
  const operations = applyToBranch(state, branch.id);
  state.remove('roles', role.id);
  return { role: roleView(role), operations };
});

/** A role's password. @throws PlatformError `not_found`, or `precondition_failed` where none are stored */
export const getProjectBranchRolePassword = ofRole((_state, { project, role }) => {
  requireStoredPasswords(project);
  return { password: role.password };
});

/** A new password for a role. @throws PlatformError `not_found`, `locked` */
export const resetProjectBranchRolePassword = ofRole((state, { role: before }) => {
  const operations = applyToBranch(state, before.branch_id);
  const role = state.change('roles', before, { password: newPassword(state) });
  return { role: roleView(role, true), operations };
});
