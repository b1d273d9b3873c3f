import { branchOf, endpointOf } from './access.js';
import type { Caller } from './caller.js';
import {
  type EndpointOperations,
  type EndpointRecord,
  type EndpointUpdateRequest,
  endpointView,
} from './endpoint.js';
import { checkEndpointName, requireNoPrimary, resolveSettings } from './endpoint-creation.js';
import { resolveProvisioner, resolveSize } from './endpoint-settings.js';
import { enter, hasOperations } from './endpoint-state.js';
import { settle } from './metering.js';
import { type ConfigurationChange, planUpdate } from './operation-plan.js';
import type { ForEndpoint } from './path-ids.js';
import { computeLimits, planOf } from './plan.js';
import { endpointSteps, requireUnlocked, schedule } from './scheduling.js';
import type { State } from './state.js';

/** What to change of an endpoint. */
export interface UpdateEndpointInput extends ForEndpoint {
  readonly endpoint: EndpointUpdateRequest;
}

/** Attributes for which an active compute restarts. */
const RESTARTING = [
  'branch_id',
  'autoscaling_limit_min_cu',
  'autoscaling_limit_max_cu',
  'provisioner',
  'settings',
] as const;
/** Attributes that a compute is told while it runs. */
const APPLIED = ['suspend_timeout_seconds', 'passwordless_access'] as const;

function differs(
  before: EndpointRecord,
  after: EndpointRecord,
  attributes: readonly (keyof EndpointRecord)[],
) {
  return attributes.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** What an update means to the compute. A compute that is switched off is told when it is switched on again. */
export function configurationChange(before: EndpointRecord, after: EndpointRecord): ConfigurationChange {
  const restarts = differs(before, after, RESTARTING);
  const asleep = after.disabled && before.current_state !== 'active';
  return {
    restarts,
    applies: !asleep && (restarts || differs(before, after, APPLIED)),
    disables: after.disabled && !before.disabled,
  };
}

/** The endpoint as an update asks for it. @throws PlatformError for what it may not be */
function updated(state: State, caller: Caller, input: UpdateEndpointInput): EndpointRecord {
  const { project, endpoint: before } = endpointOf(state, caller, input);
  const request = input.endpoint;
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
    name: request.name === undefined ? before.name : checkEndpointName(request.name),
    updated_at_ms: state.now_ms,
  };
}

/**
 * Changes an endpoint, at once: a new size, branch or Postgres settings restart an active one, dropping its
 * connections; an idle one is activated for a moment. With no operations in the answer it is ready already.
 * @throws PlatformError `not_found`, `bad_request`, `conflict`, `unprocessable`, `locked`
 */
export function updateProjectEndpoint(
  state: State,
  caller: Caller,
  input: UpdateEndpointInput,
): EndpointOperations {
  const { endpoint: before } = endpointOf(state, caller, input);
  const after = updated(state, caller, input);
  const change = configurationChange(before, after);
  if ((change.applies || change.disables) && hasOperations(state, before))
    requireUnlocked(state, before.project_id);
  const plan = planUpdate(before, change);
  const operations = schedule(state, before.project_id, endpointSteps(after, plan.actions));
  const running = plan.current_state === 'active';
  if (plan.interrupts) settle(state, before);
  const from_ms =
    plan.interrupts && before.metered_from_ms !== undefined ? state.now_ms : before.metered_from_ms;
  const current_cu = running ? before.current_cu : after.autoscaling_limit_min_cu;
  const stored = { ...after, metered_from_ms: from_ms, current_cu };
  state.put('endpoints', stored.id, stored);
  const shown = plan.actions.length === 0 ? stored : enter(state, stored, plan);
  return { endpoint: endpointView(shown), operations };
}
