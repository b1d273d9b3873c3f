import { z } from 'zod';
import { mailbox } from '../accounts/account.js';
import { projectOf, requireManager } from '../checks/access.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { checkEmail, checkLength, MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from '../checks/text-checks.js';
import { OPERATIONS } from '../operations/operation.js';
import { call, withTag } from '../resource/call.js';
import { timestamp, viewOf } from '../resource/row.js';
import { limitedText } from '../resource/schema.js';
import { uuid } from '../store/draws.js';
import { JWKS, MAX_URL_LENGTH, PERMISSION, permissionView } from './grant.js';

function checkUrl(url: string): string {
  checkLength(url, 'jwks_url', MAX_URL_LENGTH);
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw badRequest(`jwks_url "${url}" is not an https URL`);
  }
  return url;
}

const PROJECT = '/projects/{project_id}';

/** Permissions on projects, and their JWKS URLs. */
export const SHARING_CALLS = withTag('Project', {
  listProjectPermissions: call(`GET ${PROJECT}/permissions`, {
    summary: 'List the users that a project is shared with',
    answer: z.object({ project_permissions: z.array(PERMISSION) }),
    on: projectOf,
    rule(state, project) {
      const rows = state.permissionsByProject.rows(project.id);
      return { project_permissions: rows.map((row) => permissionView(row)) };
    },
  }),
  /** The user's personal keys can access the project, even if the account is created later. */
  grantPermissionToProject: call(`POST ${PROJECT}/permissions`, {
    summary: 'Share a project with an e-mail address',
    body: z.object({ email: limitedText(MAX_ADDRESS_LENGTH) }),
    answer: PERMISSION,
    on: projectOf,
    rule(state, project, input, caller) {
      requireManager(state, caller, project, 'share');
      const email = checkEmail(input.email);
      if (state.permissionByBoth.size(`${project.id} ${mailbox(email)}`) > 0) {
        throw new PlatformError('conflict', 'the project is already shared with this address');
      }
      const permission = state.add('permissions', uuid(state.draw('permission')), {
        project_id: project.id,
        granted_to_email: email,
        granted_at_ms: state.now_ms,
      });
      return permissionView(permission);
    },
  }),
  revokePermissionFromProject: call(`DELETE ${PROJECT}/permissions/{permission_id}`, {
    summary: 'Stop sharing a project',
    answer: PERMISSION,
    on: projectOf,
    rule(state, project, input, caller) {
      requireManager(state, caller, project, 'share');
      const permission = state.get('permissions', input.permission_id);
      if (permission?.project_id !== project.id) throw notFound('permission');
      state.remove('permissions', permission.id);
      return permissionView(permission, timestamp(state.now_ms));
    },
  }),
  getProjectJWKS: call(`GET ${PROJECT}/jwks`, {
    summary: 'List the JWKS URLs of a project',
    answer: z.object({ jwks: z.array(JWKS) }),
    on: projectOf,
    rule: (state, project) => ({
      jwks: state.jwksByProject.rows(project.id).map((row) => viewOf(JWKS, row, {})),
    }),
  }),
  addProjectJWKS: call(`POST ${PROJECT}/jwks`, {
    summary: 'Add a JWKS URL; it is recorded but not fetched',
    body: z.object({
      jwks_url: limitedText(MAX_URL_LENGTH),
      provider_name: limitedText(),
      branch_id: z.string().optional(),
      jwt_audience: z.string().optional(),
      role_names: z.array(z.string()).max(10).optional(),
      skip_role_creation: z.boolean().optional(),
    }),
    answer: z.object({ jwks: JWKS, ...OPERATIONS }),
    status: 201,
    on: projectOf,
    rule(state, project, input) {
      const { branch_id, jwks_url, provider_name, jwt_audience, role_names } = input;
      if (branch_id !== undefined && state.get('branches', branch_id)?.project_id !== project.id) {
        throw notFound('branch');
      }
      const jwks = state.create('jwks', uuid(state.draw('jwks')), {
        project_id: project.id,
        branch_id,
        jwks_url: checkUrl(jwks_url),
        provider_name: checkLength(provider_name, 'provider_name', MAX_NAME_LENGTH),
        jwt_audience,
        role_names,
      });
      return { jwks: viewOf(JWKS, jwks, {}), operations: [] };
    },
  }),
  deleteProjectJWKS: call(`DELETE ${PROJECT}/jwks/{jwks_id}`, {
    summary: 'Remove a JWKS URL',
    answer: JWKS,
    on: projectOf,
    rule(state, project, input) {
      const jwks = state.get('jwks', input.jwks_id);
      if (jwks?.project_id !== project.id) throw notFound('JWKS');
      state.remove('jwks', jwks.id);
      return viewOf(JWKS, jwks, {});
    },
  }),
});
