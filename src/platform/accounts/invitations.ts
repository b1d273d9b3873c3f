import { membership, organizationOf, personOnly, requireAdmin } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import type { ForOrganization } from '../checks/path-ids.js';
import { badRequest } from '../checks/platform-error.js';
import { checkEmail } from '../checks/text-checks.js';
import { type InvitationRecord, invitationView, mailbox } from '../rows/granted.js';
import type { Shaped } from '../schema/plain.js';
import type { INVITATIONS_CREATE } from '../schema/sharing-schema.js';
import { uuid } from '../store/draws.js';
import type { State } from '../store/state.js';
import { addMember } from './console.js';

const MOST_AT_ONCE = 100;

/** Who was invited to an organization and has no account yet. @throws PlatformError `not_found` */
export function getOrganizationInvitations(state: State, caller: Caller, input: ForOrganization) {
  const { id } = organizationOf(state, caller, input.org_id);
  return { invitations: state.invitationsByOrganization.rows(id).map(invitationView) };
}

/**
 * Invites people: who has an account is a member at once, the others when they sign up.
 * @throws PlatformError `not_found`, `forbidden`, `bad_request`
 */
export function createOrganizationInvitations(
  state: State,
  caller: Caller,
  input: ForOrganization & Shaped<typeof INVITATIONS_CREATE>,
) {
  const { id: org_id } = organizationOf(state, caller, input.org_id);
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
    if (user === undefined) state.put('invitations', invitation.id, invitation);
    else if (membership(state, org_id, user.id) === undefined)
      addMember(state, { org_id, user_id: user.id, role });
    return invitationView(invitation);
  });
  return { invitations };
}
