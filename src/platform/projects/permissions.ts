import { requireManager } from '../checks/access.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { ofProject } from '../checks/subject.js';
import { checkEmail } from '../checks/text-checks.js';
import { mailbox, permissionView } from '../rows/granted.js';
import { timestamp } from '../rows/timestamp.js';
import { uuid } from '../store/draws.js';

/** With whom a project is shared, oldest first. @throws PlatformError `not_found` */
export const listProjectPermissions = ofProject((state, project) => {
  const rows = state.permissionsByProject.rows(project.id);
  return { project_permissions: rows.map((row) => permissionView(row)) };
});

/**
 * Shares a project with whoever has an account with an address, now or later: that user's personal keys reach it.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`, `conflict`
 */
export const grantPermissionToProject = ofProject(
  (state, project, input: { readonly email: string }, caller) => {
    requireManager(state, caller, project, 'share');
    const email = checkEmail(input.email);
    if (state.permissionByBoth.size(`${project.id} ${mailbox(email)}`) > 0) {
      throw new PlatformError('conflict', 'the project is shared with this address already');
    }
    const permission = state.add('permissions', uuid(state.draw('permission')), {
      project_id: project.id,
      granted_to_email: email,
      granted_at_ms: state.now_ms,
    });
    return permissionView(permission);
  },
);

/** Shares a project no longer. @throws PlatformError `not_found`, `forbidden` */
export const revokePermissionFromProject = ofProject(
  (state, project, input: { readonly permission_id: string }, caller) => {
    requireManager(state, caller, project, 'share');
    const permission = state.get('permissions', input.permission_id);
    if (permission?.project_id !== project.id) throw notFound('permission');
    state.remove('permissions', permission.id);
    return permissionView(permission, timestamp(state.now_ms));
  },
);
