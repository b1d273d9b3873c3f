import type { MembershipRecord, OrganizationRecord } from '../accounts/account.js';
import { mailbox } from '../accounts/account.js';
import type { ProjectRecord } from '../projects/project.js';
import type { DatabaseRecord, RoleRecord } from '../roles/role.js';
import type { State } from '../store/state.js';
import type { Caller, PersonalCaller } from './caller.js';
import { badRequest, notFound, PlatformError } from './platform-error.js';

/** The organization that a call addresses. */
export interface ForOrganization {
  readonly org_id: string;
}

/** The project that a call addresses. */
export interface ForProject {
  readonly project_id: string;
}

/** The branch that a call addresses. */
export interface ForBranch extends ForProject {
  readonly branch_id: string;
}

/** A user's membership in an organization; `undefined` if the user is not a member. */
export function membership(state: State, org_id: string, user_id: string): MembershipRecord | undefined {
  return state.membershipByBoth.only(`${org_id} ${user_id}`);
}

/** Whether a caller may see and manage a project. */
export function canAccess(state: State, caller: Caller, project: ProjectRecord): boolean {
  switch (caller.kind) {
    case 'personal':
      return owns(state, caller.user_id, project) || isShared(state, caller.user_id, project.id);
    case 'organization':
      return project.org_id === caller.org_id;
    case 'project':
      return project.id === caller.project_id && project.org_id === caller.org_id;
  }
}

/** Refuses a personal key that names no organization, if the rules require one. @throws PlatformError `bad_request` */
export function requireOrgId({ rules }: State): void {
  if (rules.require_org_id)
    throw badRequest('org_id is required, you can find it on your organization settings page');
}

/** The organization that a user's projects belong to if none is named; `undefined` if they are personal. */
export function homeOrganization(state: State, user_id: string): string | undefined {
  return state.membershipsByUser
    .rows(user_id)
    .map(({ org_id }) => org_id)
    .find((org_id) => state.get('organizations', org_id)?.home_user_id === user_id);
}

/** The user that makes a call: the owner of the key, or its creator for an organization key. */
export function userOf(state: State, caller: Caller): string {
  if (caller.kind === 'personal') return caller.user_id;
  return state.get('api_keys', String(caller.key_id))?.created_by_user_id ?? '';
}

/** Whether a project belongs to a user, or to an organization of the user. */
export function owns(state: State, user_id: string, project: ProjectRecord): boolean {
  return project.org_id === undefined
    ? project.user_id === user_id
    : membership(state, project.org_id, user_id) !== undefined;
}

function isShared(state: State, user_id: string, project_id: string): boolean {
  const email = state.get('users', user_id)?.email;
  return email !== undefined && state.permissionByBoth.size(`${project_id} ${mailbox(email)}`) > 0;
}

/**
 * Refuses callers that may use a project but not delete or transfer it. That requires an administrator of its
 * organization, or the owner of a personal project.
 * @param verb the refused action
 * @throws PlatformError `forbidden`
 */
export function requireManager(state: State, caller: Caller, project: ProjectRecord, verb: string): void {
  if (caller.kind === 'project') throw new PlatformError('forbidden', NOT_FOR_PROJECT_KEYS);
  const { org_id } = project;
  if (org_id === undefined) {
    if (caller.kind === 'personal' && caller.user_id === project.user_id) return;
    throw new PlatformError('forbidden', `only its owner may ${verb} a project`);
  }
  if (isAdmin(state, caller, org_id)) return;
  throw new PlatformError('forbidden', `only administrators of the organization may ${verb} a project`);
}

/** The project with an id, unless it has been deleted. */
export function presentProject(state: State, project_id: string): ProjectRecord | undefined {
  const project = state.get('projects', project_id);
  return project?.deleted_at_ms === undefined ? project : undefined;
}

/** The project with an id. @throws PlatformError `not_found` if it does not exist or is out of reach */
export function projectOf(state: State, caller: Caller, { project_id }: ForProject): ProjectRecord {
  const project = presentProject(state, project_id);
  if (project === undefined || !canAccess(state, caller, project)) throw notFound('project');
  return project;
}

/** A branch of a project within reach. @throws PlatformError `not_found` */
export function branchOf(state: State, caller: Caller, input: ForBranch) {
  const project = projectOf(state, caller, input);
  const branch = state.get('branches', input.branch_id);
  if (branch?.project_id !== project.id) throw notFound('branch');
  return { project, branch };
}

/** A role of a branch. @throws PlatformError `not_found` */
export function roleOf(state: State, branch_id: string, name: string): RoleRecord {
  const role = state.get('roles', `${branch_id}/${name}`);
  if (role === undefined) throw notFound('role');
  return role;
}

/** A database of a branch. @throws PlatformError `not_found` */
export function databaseOf(state: State, branch_id: string, name: string): DatabaseRecord {
  const database = state.databaseByName.only(`${branch_id} ${name}`);
  if (database === undefined) throw notFound('database');
  return database;
}

/** An endpoint of a project within reach. @throws PlatformError `not_found` */
export function endpointOf(
  state: State,
  caller: Caller,
  input: ForProject & { readonly endpoint_id: string },
) {
  const project = projectOf(state, caller, input);
  const endpoint = state.get('endpoints', input.endpoint_id);
  if (endpoint?.project_id !== project.id) throw notFound('endpoint');
  return { project, endpoint };
}

/**
 * The organization with an id, for a caller that belongs to it.
 * @throws PlatformError `not_found` if it does not exist or the caller does not belong to it; `forbidden` for a
 * project-scoped key, which cannot act on its organization
 */
export function organizationOf(
  state: State,
  caller: Caller,
  { org_id }: ForOrganization,
): OrganizationRecord {
  const organization = state.get('organizations', org_id);
  const belongs =
    organization !== undefined &&
    (caller.kind === 'personal'
      ? membership(state, org_id, caller.user_id) !== undefined
      : caller.org_id === org_id);
  if (!belongs) throw new PlatformError('not_found', 'not an organization member');
  if (caller.kind === 'project') throw new PlatformError('forbidden', NOT_FOR_PROJECT_KEYS);
  return organization;
}

export const NOT_FOR_PROJECT_KEYS = 'not allowed for project-scoped API keys';

/** The caller, if the call uses a personal key. @throws PlatformError `forbidden` */
export function requirePerson(caller: Caller): PersonalCaller {
  if (caller.kind === 'personal') return caller;
  if (caller.kind === 'project') throw new PlatformError('forbidden', NOT_FOR_PROJECT_KEYS);
  throw new PlatformError('forbidden', 'not allowed for organization API keys');
}

/** {@link requirePerson} as the subject of a call. */
export function personOf(_state: State, caller: Caller): PersonalCaller {
  return requirePerson(caller);
}

/** Whether a caller acts as an administrator of an organization: an administrator's key, or the organization's. */
export function isAdmin(state: State, caller: Caller, org_id: string): boolean {
  if (caller.kind === 'personal') return membership(state, org_id, caller.user_id)?.role === 'admin';
  return caller.kind === 'organization' && caller.org_id === org_id;
}

/** Refuses callers that are not administrators of an organization. @throws PlatformError `forbidden` */
export function requireAdmin(state: State, caller: Caller, org_id: string): void {
  if (!isAdmin(state, caller, org_id)) {
    throw new PlatformError('forbidden', 'only administrators of the organization may do this');
  }
}
