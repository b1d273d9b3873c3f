import { requireAdmin } from '../checks/access.js';
import { PlatformError } from '../checks/platform-error.js';
import { about, ofOrganization } from '../checks/subject.js';
import { checkWhole } from '../checks/text-checks.js';
import type { Shaped } from '../schema/plain.js';
import type { SPENDING_LIMIT_SET } from '../schema/sharing-schema.js';

const MOST_CENTS = 1_000_000_000;

const ofPayer = about(
  ofOrganization((_state, organization) => {
    if (organization.plan !== 'free') return organization;
    throw new PlatformError('forbidden', 'spending limits are not available on the free plan');
  }),
);

/** What an organization means to spend in a month at most. @throws PlatformError `not_found`, `forbidden` */
export const getOrganizationSpendingLimit = ofPayer((_state, { spending_limit_cents = null }) => ({
  spending_limit_cents,
}));

/** Sets it; nothing is suspended when it is reached. @throws PlatformError `not_found`, `forbidden`, `bad_request` */
export const setOrganizationSpendingLimit = ofPayer(
  (state, organization, { spending_limit_cents }: Shaped<typeof SPENDING_LIMIT_SET>, caller) => {
    requireAdmin(state, caller, organization.id);
    checkWhole(spending_limit_cents, 'spending_limit_cents', 1, MOST_CENTS);
    state.put('organizations', organization.id, { ...organization, spending_limit_cents });
    return { spending_limit_cents };
  },
);

/** Removes it, if there is one. @throws PlatformError `not_found`, `forbidden` */
export const deleteOrganizationSpendingLimit = ofPayer((state, organization, _input, caller) => {
  requireAdmin(state, caller, organization.id);
  state.put('organizations', organization.id, { ...organization, spending_limit_cents: undefined });
  return {};
});
