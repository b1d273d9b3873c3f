import { configurationChange } from '../../compute/lifecycle/configuration-change.js';
import { startSize } from '../../compute/lifecycle/settings.js';
import { onUpdate } from '../../compute/lifecycle/transition.js';
import { branchOf, type endpointOf } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { computeLimits, planOf } from '../checks/plan.js';
import { ofEndpoint } from '../checks/subject.js';
import { settle } from '../consumption/metering.js';
import { endpointSteps, requireUnlocked, schedule } from '../operations/scheduling.js';
import { type EndpointRecord, type EndpointUpdateRequest, endpointView } from '../rows/endpoint.js';
import type { ENDPOINT_UPDATE } from '../schema/endpoint-schema.js';
import type { Shaped } from '../schema/plain.js';
import type { State } from '../store/state.js';
import { checkEndpointName, requireNoPrimary, resolveSettings } from './endpoint-creation.js';
import { resolveProvisioner, resolveSize } from './endpoint-settings.js';
import { enter, hasOperations } from './endpoint-state.js';

/** The endpoint as an update asks for it. @throws PlatformError for what it may not be */
function updated(
  state: State,
  caller: Caller,
  { project, endpoint: before }: ReturnType<typeof endpointOf>,
  request: EndpointUpdateRequest,
): EndpointRecord {
  const { branch_id = before.branch_id } = request;
  if (branch_id !== before.branch_id) {
    branchOf(state, caller, { project_id: project.id, branch_id });
    if (before.type === 'read_write') requireNoPrimary(state, branch_id);
  }
  const size = resolveSize(request, before, computeLimits(state, planOf(state, project)));
  return {
    ...before,
    branch_id,
    ...size,
    provisioner: resolveProvisioner(request.provisioner, before.provisioner, size),
    settings: request.settings === undefined ? before.settings : resolveSettings(request.settings),
    disabled: request.disabled ?? before.disabled,
    passwordless_access: request.passwordless_access ?? before.passwordless_access,
    asks_for_pooler: request.pooler_enabled ?? before.asks_for_pooler,
    name: request.name === undefined ? before.name : checkEndpointName(request.name),
    updated_at_ms: state.now_ms,
  };
}

/**
 * Changes an endpoint, at once: a new size, branch or Postgres settings restart an active one, dropping its
 * connections; an idle one is activated for a moment. With no operations in the answer it is ready already.
 * @throws PlatformError `not_found`, `bad_request`, `conflict`, `unprocessable`, `locked`
 */
export const updateProjectEndpoint = ofEndpoint(
  (state, found, { endpoint: request }: Shaped<typeof ENDPOINT_UPDATE>, caller) => {
    const { endpoint: before } = found;
    const after = updated(state, caller, found, request);
    const change = configurationChange(before, after, before.current_state === 'active');
    if (hasOperations(state, before)) requireUnlocked(state, before.project_id);
    const transition = onUpdate(before, change);
    const operations = schedule(state, before.project_id, endpointSteps(after, transition.actions));
    // What it has used so far was used on the branch that it may leave.
    if (transition.interrupts) settle(state, before);
    const metered_from_ms = transition.interrupts ? state.now_ms : before.metered_from_ms;
    const current_cu = transition.current_state === 'active' ? before.current_cu : startSize(after);
    const stored = enter(state, { ...after, metered_from_ms, current_cu }, transition);
    return { endpoint: endpointView(stored), operations };
  },
);
