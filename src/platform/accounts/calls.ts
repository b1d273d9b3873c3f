import { z } from 'zod';
import { HOUR_SECONDS } from '../../kernel/units.js';
import { organizationOf, personOf, requireAdmin, requirePerson } from '../checks/access.js';
import { sortedPage } from '../checks/paging.js';
import { accountLimits, computeLimits, limitView } from '../checks/plan.js';
import { notFound, PlatformError } from '../checks/platform-error.js';
import { call, within, withTag } from '../resource/call.js';
import { viewOf } from '../resource/row.js';
import { NEXT_PAGINATION, pages, SORT_ORDER } from '../resource/schema.js';
import type { State } from '../store/state.js';
import { CURRENT_USER, MEMBER, type MembershipRecord, ORGANIZATION, organizationView } from './account.js';

const MEMBERS = pages(500, 500);

const memberOf = within(organizationOf, (state, { id }, { member_id }: { readonly member_id: string }) => {
  const member = state.get('memberships', member_id);
  if (member?.org_id !== id) throw notFound('member');
  return member;
});

function requireAnotherAdmin(state: State, member: MembershipRecord): void {
  if (member.role !== 'admin') return;
  const members = state.membershipsByOrganization.rows(member.org_id);
  if (members.some((other) => other.id !== member.id && other.role === 'admin')) return;
  throw new PlatformError('unprocessable', 'an organization must have at least one administrator');
}

const MEMBER_WITH_USER = z.object({ member: MEMBER, user: z.object({ email: z.string() }) });
/** Users, organizations and their members. */
export const ACCOUNT_CALLS = {
  ...withTag('Users', {
    getAuthDetails: call('GET /auth', {
      summary: 'Show the user or organization that the key belongs to',
      answer: z.object({ account_id: z.string(), auth_method: z.string() }),
      rule(_state, caller) {
        return caller.kind === 'personal'
          ? { account_id: caller.user_id, auth_method: 'api_key_user' }
          : { account_id: caller.org_id, auth_method: 'api_key_org' };
      },
    }),
    getCurrentUserInfo: call('GET /users/me', {
      summary: 'Get the current user',
      answer: CURRENT_USER,
      on: personOf,
      rule(state, { user_id }) {
        const { id, email, name, last_name, plan } = state.get('users', user_id)!;
        const { projects, branches } = accountLimits(state, plan);
        const { max_autoscaling_cu, quota_cu_hours } = computeLimits(state, plan);
        return {
          id,
          email,
          login: email,
          name,
          last_name,
          image: '',
          plan,
          active_seconds_limit: limitView((quota_cu_hours ?? Number.POSITIVE_INFINITY) * HOUR_SECONDS),
          projects_limit: limitView(projects),
          branches_limit: limitView(branches),
          max_autoscaling_limit: max_autoscaling_cu,
          auth_accounts: [{ provider: 'keycloak', email, name, login: email, image: '' }],
        };
      },
    }),
    getCurrentUserOrganizations: call('GET /users/me/organizations', {
      summary: 'List the organizations the current user belongs to',
      answer: z.object({ organizations: z.array(ORGANIZATION) }),
      on: personOf,
      rule: (state, { user_id }) => ({
        organizations: state.membershipsByUser
          .rows(user_id)
          .map(({ org_id }) => organizationView(state.get('organizations', org_id)!)),
      }),
    }),
  }),
  ...withTag('Organizations', {
    getOrganization: call('GET /organizations/{org_id}', {
      summary: 'Get an organization',
      answer: ORGANIZATION,
      on: organizationOf,
      rule: (_state, organization) => organizationView(organization),
    }),
    getOrganizationMembers: call('GET /organizations/{org_id}/members', {
      summary: 'List the members of an organization',
      query: {
        ...MEMBERS.query,
        sort_by: z.enum(['email', 'role', 'joined_at']).optional(),
        sort_order: SORT_ORDER,
      },
      answer: z.object({ members: z.array(MEMBER_WITH_USER), ...NEXT_PAGINATION }),
      on: organizationOf,
      rule(state, { id }, input) {
        const emailOf = (member: MembershipRecord) => state.get('users', member.user_id)!.email;
        const all = state.membershipsByOrganization.rows(id);
        const { items, pagination } = sortedPage(all, input, input.sort_by ?? 'joined_at', MEMBERS, {
          joined_at: (member) => member.joined_at_ms,
          email: emailOf,
          role: (member) => member.role,
        });
        const members = items.map((member) => ({
          member: viewOf(MEMBER, member, {}),
          user: { email: emailOf(member) },
        }));
        return { members, pagination };
      },
    }),
    getOrganizationMember: call('GET /organizations/{org_id}/members/{member_id}', {
      summary: 'Get a member of an organization',
      answer: MEMBER,
      on: memberOf,
      rule: (_state, member) => viewOf(MEMBER, member, {}),
    }),
    /** All roles except `admin` have the rights of `member` here. */
    updateOrganizationMember: call('PATCH /organizations/{org_id}/members/{member_id}', {
      summary: "Change a member's role",
      body: MEMBER.pick({ role: true }),
      answer: MEMBER,
      on: memberOf,
      rule(state, member, { role }, caller) {
        requireAdmin(state, caller, member.org_id);
        if (role === member.role) return viewOf(MEMBER, member, {});
        requireAnotherAdmin(state, member);
        const changed = { ...member, role };
        state.put('memberships', member.id, changed);
        return viewOf(MEMBER, changed, {});
      },
    }),
    /**
     * Requires a personal key of an administrator or of the member. The user's organization keys remain valid.
     */
    removeOrganizationMember: call('DELETE /organizations/{org_id}/members/{member_id}', {
      summary: 'Remove a member from an organization',
      answer: z.object({}),
      on: memberOf,
      rule(state, member, _input, caller) {
        if (requirePerson(caller).user_id !== member.user_id) requireAdmin(state, caller, member.org_id);
        requireAnotherAdmin(state, member);
        state.remove('memberships', member.id);
        return {};
      },
    }),
  }),
};
