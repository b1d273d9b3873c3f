import { HOUR_SECONDS } from '../../kernel/units.js';
import type { Caller } from '../checks/caller.js';
import { accountLimits, computeLimits, shownLimit } from '../checks/plan.js';
import { ofPerson } from '../checks/subject.js';
import type { State } from '../store/state.js';

/** The user whose personal key makes the call. @throws PlatformError `forbidden` for other keys */
export const getCurrentUserInfo = ofPerson((state, { user_id }) => {
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
    active_seconds_limit: shownLimit((quota_cu_hours ?? Number.POSITIVE_INFINITY) * HOUR_SECONDS),
    projects_limit: shownLimit(projects),
    branches_limit: shownLimit(branches),
    max_autoscaling_limit: max_autoscaling_cu,
    auth_accounts: [{ provider: 'keycloak', email, name, login: email, image: '' }],
  };
});

/** The account behind a key: its user, or its organization. */
export function getAuthDetails(_state: State, caller: Caller) {
  return caller.kind === 'personal'
    ? { account_id: caller.user_id, auth_method: 'api_key_user' }
    : { account_id: caller.org_id, auth_method: 'api_key_org' };
}
