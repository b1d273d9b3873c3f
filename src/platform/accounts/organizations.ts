import { personOnly, requireAdmin } from '../checks/access.js';
import { sortedPage } from '../checks/paging.js';
import type { ForMember } from '../checks/path-ids.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { about, ofOrganization, ofPerson } from '../checks/subject.js';
import { type MembershipRecord, memberView, organizationView } from '../rows/organization.js';
import type { Asked } from '../schema/plain.js';
import type { MEMBER_QUERY } from '../schema/query-schema.js';
import type { State } from '../store/state.js';

const MEMBERS = { usual: 500, largest: 500 };

/** The organizations that the user of a personal key is in. @throws PlatformError `forbidden` for other keys */
export const getCurrentUserOrganizations = ofPerson((state, { user_id }) => ({
  organizations: state.membershipsByUser
    .rows(user_id)
    .map(({ org_id }) => organizationView(state.get('organizations', org_id)!)),
}));

/** One organization, for its members and its keys. */
export const getOrganization = ofOrganization((_state, organization) => organizationView(organization));

/** The members of an organization, by `joined_at` (the default), `email` or `role`. */
export const getOrganizationMembers = ofOrganization((state, { id }, input: Asked<typeof MEMBER_QUERY>) => {
  const emailOf = (member: MembershipRecord) => state.get('users', member.user_id)!.email;
  const all = state.membershipsByOrganization.rows(id);
  const { items, pagination } = sortedPage(all, input, input.sort_by ?? 'joined_at', MEMBERS, 'members', {
    joined_at: (member) => member.joined_at_ms,
    email: emailOf,
    role: (member) => member.role,
  });
  const members = items.map((member) => ({ member: memberView(member), user: { email: emailOf(member) } }));
  return { members, pagination };
});

const ofMember = about(
  ofOrganization((state, { id }, { member_id }: ForMember) => {
    const member = state.get('memberships', member_id);
    if (member?.org_id !== id) throw notFound('member');
    return member;
  }),
);

/** One member of an organization. */
export const getOrganizationMember = ofMember((_state, member) => memberView(member));

function requireAnotherAdmin(state: State, member: MembershipRecord): void {
  if (member.role !== 'admin') return;
  const members = state.membershipsByOrganization.rows(member.org_id);
  if (members.some((other) => other.id !== member.id && other.role === 'admin')) return;
  throw new PlatformError('unprocessable', 'an organization must have at least one administrator');
}

/** Gives a member another role; all roles except `admin` have the rights of `member` here. Only for administrators. */
export const updateOrganizationMember = ofMember(
  (state, member, { role }: Pick<MembershipRecord, 'role'>, caller) => {
    requireAdmin(state, caller, member.org_id);
    if (role === member.role) return memberView(member);
    requireAnotherAdmin(state, member);
    const changed = { ...member, role };
    state.put('memberships', member.id, changed);
    return memberView(changed);
  },
);

/**
 * Removes a member: the user's personal keys reach the organization's projects no longer, while the keys the
 * user created for the organization stay. Only for personal keys: of administrators, or of the member that leaves.
 */
export const removeOrganizationMember = ofMember((state, member, _input, caller) => {
  if (personOnly(caller).user_id !== member.user_id) requireAdmin(state, caller, member.org_id);
  requireAnotherAdmin(state, member);
  state.remove('memberships', member.id);
  return {};
});
