import { organizationOf, requireAdmin } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { sortedPage } from '../checks/paging.js';
import type { ForMember, ForOrganization } from '../checks/path-ids.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { type MembershipRecord, memberView, organizationView } from '../rows/organization.js';
import type { Asked } from '../schema/plain.js';
import type { MEMBER_QUERY } from '../schema/query-schema.js';
import type { State } from '../store/state.js';

const MEMBERS = { usual: 500, largest: 500 };

/** The organizations a user is in; for other keys the one that owns the key. */
export function getCurrentUserOrganizations(state: State, caller: Caller) {
  const ids =
    caller.kind === 'personal'
      ? state.membershipsByUser.rows(caller.user_id).map((member) => member.org_id)
      : [caller.org_id];
  return { organizations: ids.map((id) => organizationView(state.get('organizations', id)!)) };
}

/** One organization, for its members and its keys. */
export function getOrganization(state: State, caller: Caller, input: ForOrganization) {
  return organizationView(organizationOf(state, caller, input.org_id));
}

/** The members of an organization, by `joined_at` (the default), `email` or `role`. */
export function getOrganizationMembers(
  state: State,
  caller: Caller,
  input: ForOrganization & Asked<typeof MEMBER_QUERY>,
) {
  const { id } = organizationOf(state, caller, input.org_id);
  const emailOf = (member: MembershipRecord) => state.get('users', member.user_id)!.email;
  const all = state.membershipsByOrganization.rows(id);
  const { items, pagination } = sortedPage(all, input, input.sort_by ?? 'joined_at', MEMBERS, 'members', {
    joined_at: (member) => member.joined_at_ms,
    email: emailOf,
    role: (member) => member.role,
  });
  const members = items.map((member) => ({ member: memberView(member), user: { email: emailOf(member) } }));
  return { members, pagination };
}

function memberOf(state: State, caller: Caller, input: ForMember): MembershipRecord {
  const { id } = organizationOf(state, caller, input.org_id);
  const member = state.get('memberships', input.member_id);
  if (member?.org_id !== id) throw notFound('member');
  return member;
}

/** One member of an organization. */
export function getOrganizationMember(state: State, caller: Caller, input: ForMember) {
  return memberView(memberOf(state, caller, input));
}

function requireAnotherAdmin(state: State, member: MembershipRecord): void {
  if (member.role !== 'admin') return;
  const members = state.membershipsByOrganization.rows(member.org_id);
  if (members.some((other) => other.id !== member.id && other.role === 'admin')) return;
  throw new PlatformError('unprocessable', 'an organization must have at least one administrator');
}

/** Makes a member an administrator, or no longer one. Only for administrators. */
export function updateOrganizationMember(
  state: State,
  caller: Caller,
  input: ForMember & { readonly role: string },
) {
  const member = memberOf(state, caller, input);
  requireAdmin(state, caller, member.org_id);
  const { role } = input;
  if (role !== 'admin' && role !== 'member') {
    throw badRequest(`the role "${role}" is not available; expected admin or member`);
  }
  if (role === member.role) return memberView(member);
  requireAnotherAdmin(state, member);
  const changed = { ...member, role } as const;
  state.put('memberships', member.id, changed);
  return memberView(changed);
}

/**
 * Removes a member: the user's personal keys reach the organization's projects no longer, while the keys the
 * user created for the organization stay. Only for administrators, or for leaving oneself.
 */
export function removeOrganizationMember(state: State, caller: Caller, input: ForMember) {
  const member = memberOf(state, caller, input);
  const leaves = caller.kind === 'personal' && caller.user_id === member.user_id;
  if (!leaves) requireAdmin(state, caller, member.org_id);
  requireAnotherAdmin(state, member);
  state.remove('memberships', member.id);
  return {};
}
