import { membership, personOnly, requireAdmin } from '../checks/access.js';
import { badRequest } from '../checks/platform-error.js';
import { ofOrganization } from '../checks/subject.js';
import { checkEmail } from '../checks/text-checks.js';
import { type InvitationRecord, invitationView, mailbox } from '../rows/granted.js';
import type { Shaped } from '../schema/plain.js';
import type { INVITATIONS_CREATE } from '../schema/sharing-schema.js';
import { uuid } from '../store/draws.js';
import { addMember } from './console.js';

const MOST_AT_ONCE = 100;

/** Who was invited to an organization and has no account yet. @throws PlatformError `not_found` */
export const getOrganizationInvitations = ofOrganization((state, { id }) => ({
  invitations: state.invitationsByOrganization.rows(id).map(invitationView),
}));

/**
 * Invites people: who has an account is a member at once, the others when they sign up.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`
 */
export const createOrganizationInvitations = ofOrganization(
  (state, { id: org_id }, input: Shaped<typeof INVITATIONS_CREATE>, caller) => {
    requireAdmin(state, caller, org_id);
    const { user_id: invited_by } = personOnly(caller);
    const { invitations: asked } = input;
    if (asked.length === 0 || asked.length > MOST_AT_ONCE) {
      throw badRequest(`invitations must name 1 to ${MOST_AT_ONCE} people`);
    }
    const invitations = asked.map(({ email, role }) => {
      const invitation: InvitationRecord = {
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
      return invitationView(invitation);
    });
    return { invitations };
  },
);
