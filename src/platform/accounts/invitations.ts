import { z } from 'zod';
import { membership, organizationOf, requireAdmin, requirePerson } from '../checks/access.js';
import { badRequest, PlatformError } from '../checks/platform-error.js';
import { checkEmail, checkWhole, MAX_ADDRESS_LENGTH } from '../checks/text-checks.js';
import { call, within, withTag } from '../resource/call.js';
import { viewOf } from '../resource/row.js';
import { limitedText, limitedWhole } from '../resource/schema.js';
import { uuid } from '../store/draws.js';
import { INVITATION, MAX_SPENDING_LIMIT_CENTS, MEMBER_ROLE, mailbox, SPENDING_LIMIT } from './account.js';
import { addMember } from './console.js';

const MAX_INVITATIONS = 100;

const payerOf = within(organizationOf, (_state, organization) => {
  if (organization.plan !== 'free') return organization;
  throw new PlatformError('forbidden', 'spending limits are not available on the free plan');
});

const LIMIT = '/organizations/{org_id}/billing/spending_limit';

const INVITATIONS = z.object({ invitations: z.array(INVITATION) });

/** Invitations to an organization, and its spending limit. */
export const INVITATION_CALLS = withTag('Organizations', {
  getOrganizationInvitations: call('GET /organizations/{org_id}/invitations', {
    summary: 'List the pending invitations of an organization',
    answer: INVITATIONS,
    on: organizationOf,
    rule: (state, { id }) => ({
      invitations: state.invitationsByOrganization.rows(id).map((row) => viewOf(INVITATION, row, {})),
    }),
  }),
  createOrganizationInvitations: call('POST /organizations/{org_id}/invitations', {
    summary: 'Invite people; those with an account become members immediately',
    body: z.object({
      invitations: z.array(z.object({ email: limitedText(MAX_ADDRESS_LENGTH), role: MEMBER_ROLE })),
    }),
    answer: INVITATIONS,
    on: organizationOf,
    rule(state, { id: org_id }, input, caller) {
      requireAdmin(state, caller, org_id);
      const { user_id: invited_by } = requirePerson(caller);
      const { invitations: requested } = input;
      if (requested.length === 0 || requested.length > MAX_INVITATIONS) {
        throw badRequest(`invitations must name 1 to ${MAX_INVITATIONS} people`);
      }
      const invitations = requested.map(({ email, role }) => {
        const invitation = {
          id: uuid(state.draw('invitation')),
          sequence: state.nextSequence(),
          org_id,
          email: checkEmail(email),
          invited_by,
          invited_at_ms: state.now_ms,
          role,
        };
        const user = state.usersByEmail.only(mailbox(email));
        if (user === undefined) {
          for (const before of state.invitationsByEmail.rows(mailbox(email)))
            if (before.org_id === org_id) state.remove('invitations', before.id);
          state.put('invitations', invitation.id, invitation);
        } else if (membership(state, org_id, user.id) === undefined)
          addMember(state, { org_id, user_id: user.id, role });
        return viewOf(INVITATION, invitation, {});
      });
      return { invitations };
    },
  }),
  getOrganizationSpendingLimit: call(`GET ${LIMIT}`, {
    summary: 'Show the monthly spending limit of an organization',
    answer: SPENDING_LIMIT,
    on: payerOf,
    rule: (_state, { spending_limit_cents = null }) => ({ spending_limit_cents }),
  }),
  setOrganizationSpendingLimit: call(`PUT ${LIMIT}`, {
    summary: 'Set the monthly spending limit; no compute is suspended when it is reached',
    body: z.object({ spending_limit_cents: limitedWhole(1, MAX_SPENDING_LIMIT_CENTS) }),
    answer: SPENDING_LIMIT,
    on: payerOf,
    rule(state, organization, { spending_limit_cents }, caller) {
      requireAdmin(state, caller, organization.id);
      checkWhole(spending_limit_cents, 'spending_limit_cents', 1, MAX_SPENDING_LIMIT_CENTS);
      state.put('organizations', organization.id, { ...organization, spending_limit_cents });
      return { spending_limit_cents };
    },
  }),
  deleteOrganizationSpendingLimit: call(`DELETE ${LIMIT}`, {
    summary: 'Remove the monthly spending limit',
    answer: z.object({}),
    on: payerOf,
    rule(state, organization, _input, caller) {
      requireAdmin(state, caller, organization.id);
      state.put('organizations', organization.id, { ...organization, spending_limit_cents: undefined });
      return {};
    },
  }),
});
