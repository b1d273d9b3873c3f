import { startSize } from '../../compute/lifecycle/settings.js';
import { onCreate } from '../../compute/lifecycle/transition.js';
import { computeLimits, planOf } from '../checks/plan.js';
import { badRequest, PlatformError } from '../checks/platform-error.js';
import { checkKnown, checkLength } from '../checks/text-checks.js';
import { endpointSteps } from '../operations/scheduling.js';
import type { ProjectRecord } from '../projects/project.js';
import type { State } from '../store/state.js';
import { ENDPOINT_TYPE, type EndpointCreateRequest, MAX_ENDPOINT_NAME_LENGTH } from './endpoint.js';
import { runningProblem } from './lifecycle.js';
import { resolveProvisioner, resolveSettings, resolveSize } from './settings.js';

/** Refuses a second primary compute. @throws PlatformError `conflict` */
export function requireNoPrimary(state: State, branch_id: string): void {
  if (state.primaryByBranch.size(branch_id) === 0) return;
  throw new PlatformError('conflict', 'read-write endpoint already exists on the branch');
}

/**
 * Creates an endpoint on a branch; the project's defaults apply to omitted settings.
 * It starts immediately, unless it is disabled or a limit keeps it idle.
 * @returns the endpoint, and the operations that start it, if it may run
 * @throws PlatformError `bad_request`, `unprocessable`, `conflict`
 */
export function addEndpoint(state: State, project: ProjectRecord, request: EndpointCreateRequest) {
  const { branch_id } = request;
  const type = checkKnown(request.type, ENDPOINT_TYPE.options, 'endpoint type');
  if (request.region_id !== undefined && request.region_id !== project.region_id) {
    throw badRequest(`region_id "${request.region_id}" is not the project's, which is ${project.region_id}`);
  }
  const limits = computeLimits(state, planOf(state, project));
  const { pg_settings, ...default_size } = project.default_endpoint_settings;
  const size = resolveSize(request, default_size, limits);
  const provisioner = resolveProvisioner(request.provisioner, project.provisioner, size);
  const settings =
    request.settings === undefined ? { pg_settings } : resolveSettings(request.settings, { pg_settings });
  const name =
    request.name === undefined ? undefined : checkLength(request.name, 'name', MAX_ENDPOINT_NAME_LENGTH);
  if (type === 'read_write') requireNoPrimary(state, branch_id);
  const disabled = request.disabled ?? false;
  const { actions, current_state, pending_state } = onCreate(
    runningProblem(state, project, { type, branch_id, disabled }) === undefined,
  );
  const endpoint = state.create('endpoints', state.freshId('endpoints', 'endpoint', 'ep-'), {
    project_id: project.id,
    branch_id,
    region_id: project.region_id,
    name,
    type,
    ...size,
    provisioner,
    settings,
    disabled,
    passwordless_access: request.passwordless_access ?? true,
    asks_for_pooler: request.pooler_enabled,
    current_state,
    pending_state,
    current_cu: startSize(size),
  });
  return { endpoint, steps: endpointSteps(endpoint, actions) };
}
