import { PLAN_NAMES } from '../../vendors/plan-limits.js';
import { membership } from '../checks/access.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { checkEmail, checkLength, MAX_NAME_LENGTH } from '../checks/text-checks.js';
import { viewOf } from '../resource/row.js';
import { uuid } from '../store/draws.js';
import type { State } from '../store/state.js';
import {
  MEMBER,
  type Member,
  type MembershipRecord,
  mailbox,
  type Organization,
  organizationView,
  type UserRecord,
} from './account.js';

export type SignUp = Pick<UserRecord, 'name' | 'email'> & Partial<Pick<UserRecord, 'last_name' | 'plan'>>;

export interface NewOrganization {
  readonly name: string;
  readonly admin_user_id: string;
  /** Plan of the organization's projects. */
  readonly plan?: string | undefined;
  /** Whether it is the default owner of the administrator's projects; otherwise they are personal. */
  readonly is_home?: boolean | undefined;
}

export type NewMember = Pick<MembershipRecord, 'org_id' | 'user_id' | 'role'>;

function checkPlan(state: State, plan: string | undefined): string {
  const name = plan ?? state.rules.default_plan;
  if (!PLAN_NAMES.includes(name)) {
    throw badRequest(`unknown plan "${name}"; expected one of ${PLAN_NAMES.join(', ')}`);
  }
  return name;
}

/** Creates a user as a member of the organizations that have invited the address. @throws PlatformError `bad_request` */
export function signUp(state: State, input: SignUp): UserRecord {
  const user = state.add('users', uuid(state.draw('user')), {
    name: checkLength(input.name, 'name', MAX_NAME_LENGTH),
    last_name: input.last_name ?? '',
    email: checkEmail(input.email),
    plan: checkPlan(state, input.plan),
    created_at_ms: state.now_ms,
  });
  for (const { id, org_id, role } of state.invitationsByEmail.rows(mailbox(user.email))) {
    state.remove('invitations', id);
    if (membership(state, org_id, user.id) === undefined)
      addMember(state, { org_id, user_id: user.id, role });
  }
  return user;
}

/** Creates an organization with one administrator. @throws PlatformError `bad_request`, `not_found` */
export function createOrganization(state: State, input: NewOrganization): Organization {
  const id = state.freshId('organizations', 'organization', 'org-');
  const organization = state.create('organizations', id, {
    name: checkLength(input.name, 'name', MAX_NAME_LENGTH),
    plan: checkPlan(state, input.plan),
    ...(input.is_home === true ? { home_user_id: input.admin_user_id } : {}),
  });
  addMember(state, { org_id: id, user_id: input.admin_user_id, role: 'admin' });
  return organizationView(organization);
}

/** Adds a member. @throws PlatformError `not_found`, or `conflict` if the user is already a member */
export function addMember(state: State, input: NewMember): Member {
  if (state.get('organizations', input.org_id) === undefined) throw notFound('organization');
  if (state.get('users', input.user_id) === undefined) throw notFound('user');
  if (membership(state, input.org_id, input.user_id) !== undefined) {
    throw new PlatformError('conflict', 'the user is already a member of the organization');
  }
  const id = uuid(state.draw('membership'));
  return viewOf(MEMBER, state.add('memberships', id, { ...input, joined_at_ms: state.now_ms }), {});
}
