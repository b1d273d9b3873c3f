import { organizationOf, requireAdmin } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import type { ForOrganization } from '../checks/path-ids.js';
import { PlatformError } from '../checks/platform-error.js';
import { checkWhole } from '../checks/text-checks.js';
import type { OrganizationRecord } from '../rows/organization.js';
import type { State } from '../store/state.js';

const MOST_CENTS = 1_000_000_000;

function organizationThatPays(state: State, caller: Caller, org_id: string): OrganizationRecord {
  const organization = organizationOf(state, caller, org_id);
  if (organization.plan !== 'free') return organization;
  throw new PlatformError('forbidden', 'spending limits are not available on the free plan');
}

/** What an organization means to spend in a month at most. @throws PlatformError `not_found`, `forbidden` */
export function getOrganizationSpendingLimit(state: State, caller: Caller, input: ForOrganization) {
  const { spending_limit_cents } = organizationThatPays(state, caller, input.org_id);
  return { spending_limit_cents: spending_limit_cents ?? null };
}

/** Sets it; nothing is suspended when it is reached. @throws PlatformError `not_found`, `forbidden`, `bad_request` */
export function setOrganizationSpendingLimit(
  state: State,
  caller: Caller,
  input: ForOrganization & { readonly spending_limit_cents: number },
) {
  const organization = organizationThatPays(state, caller, input.org_id);
  requireAdmin(state, caller, organization.id);
  const { spending_limit_cents } = input;
  checkWhole(spending_limit_cents, 'spending_limit_cents', 1, MOST_CENTS);
  state.put('organizations', organization.id, { ...organization, spending_limit_cents });
  return { spending_limit_cents };
}

/** Removes it, if there is one. @throws PlatformError `not_found`, `forbidden` */
export function deleteOrganizationSpendingLimit(state: State, caller: Caller, input: ForOrganization) {
  const organization = organizationThatPays(state, caller, input.org_id);
  requireAdmin(state, caller, organization.id);
  state.put('organizations', organization.id, { ...organization, spending_limit_cents: undefined });
  return {};
}
