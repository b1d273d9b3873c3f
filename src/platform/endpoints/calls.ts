import { z } from 'zod';
import { configurationChange } from '../../compute/lifecycle/configuration-change.js';
import { startSize } from '../../compute/lifecycle/settings.js';
import {
  onConnect,
  onDelete,
  onRestart,
  onSuspend,
  onUpdate,
  type Transition,
} from '../../compute/lifecycle/transition.js';
import { branchOf, endpointOf, projectOf } from '../checks/access.js';
import type { Caller } from '../checks/caller.js';
import { computeLimits, planOf } from '../checks/plan.js';
import { PlatformError } from '../checks/platform-error.js';
import { checkLength } from '../checks/text-checks.js';
import { settle } from '../consumption/metering.js';
import { endpointSteps, requireUnlocked, schedule } from '../operations/scheduling.js';
import { BRANCH_PATH, call, withTag } from '../resource/call.js';
import type { State } from '../store/state.js';
import { addEndpoint, requireNoPrimary } from './creation.js';
import {
  ENDPOINT,
  ENDPOINT_CREATE,
  ENDPOINT_OPERATIONS,
  ENDPOINT_UPDATE,
  ENDPOINTS,
  type EndpointRecord,
  type EndpointUpdateRequest,
  endpointView,
  MAX_ENDPOINT_NAME_LENGTH,
} from './endpoint.js';
import { hasOperations, removeEndpoint, runningProblem, setStates } from './lifecycle.js';
import { resolveProvisioner, resolveSettings, resolveSize } from './settings.js';

/** Carries out a transition immediately; it is refused while operations of the project are in flight. */
function applyTransition(state: State, endpoint: EndpointRecord, transition: Transition) {
  const steps = endpointSteps(endpoint, transition.actions);
  const operations = schedule(state, endpoint.project_id, steps);
  const next = steps.length === 0 ? endpoint : setStates(state, endpoint, transition);
  return { endpoint: endpointView(next), operations };
}

/** The endpoint with a requested update applied. @throws PlatformError for invalid updates */
function updateEndpoint(
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
    settings:
      request.settings === undefined ? before.settings : resolveSettings(request.settings, before.settings),
    disabled: request.disabled ?? before.disabled,
    passwordless_access: request.passwordless_access ?? before.passwordless_access,
    asks_for_pooler: request.pooler_enabled ?? before.asks_for_pooler,
    name:
      request.name === undefined ? before.name : checkLength(request.name, 'name', MAX_ENDPOINT_NAME_LENGTH),
    updated_at_ms: state.now_ms,
  };
}

export const ENDPOINT_CALLS = {
  ...withTag('Endpoint', {
    createProjectEndpoint: call('POST /projects/{project_id}/endpoints', {
      summary: 'Create a compute for a branch',
      body: ENDPOINT_CREATE,
      answer: ENDPOINT_OPERATIONS,
      status: 201,
      stores_data: true,
      on: projectOf,
      rule(state, { id: project_id }, { endpoint: request }, caller) {
        const { project } = branchOf(state, caller, { project_id, branch_id: request.branch_id });
        const { endpoint, steps } = addEndpoint(state, project, request);
        return { endpoint: endpointView(endpoint), operations: schedule(state, project_id, steps) };
      },
    }),
    listProjectEndpoints: call('GET /projects/{project_id}/endpoints', {
      summary: 'List the computes of a project',
      answer: ENDPOINTS,
      on: projectOf,
      rule: (state, project) => ({ endpoints: state.endpointsByProject.rows(project.id).map(endpointView) }),
    }),
    getProjectEndpoint: call('GET /projects/{project_id}/endpoints/{endpoint_id}', {
      summary: 'Get a compute',
      answer: z.object({ endpoint: ENDPOINT }),
      on: endpointOf,
      rule: (_state, { endpoint }) => ({ endpoint: endpointView(endpoint) }),
    }),
    /**
     * A new size, branch or Postgres settings restart an active compute; an idle one is activated briefly.
     * If the response has no operations, the change is complete.
     */
    updateProjectEndpoint: call('PATCH /projects/{project_id}/endpoints/{endpoint_id}', {
      summary: 'Change a compute; an active one restarts',
      body: ENDPOINT_UPDATE,
      answer: ENDPOINT_OPERATIONS,
      on: endpointOf,
      rule(state, found, { endpoint: request }, caller) {
        const { endpoint: before } = found;
        const after = updateEndpoint(state, caller, found, request);
        const change = configurationChange(before, after, before.current_state === 'active');
        if (hasOperations(state, before)) requireUnlocked(state, before.project_id);
        const transition = onUpdate(before, change);
        const operations = schedule(state, before.project_id, endpointSteps(after, transition.actions));
        // Its use so far belongs to its previous branch.
        if (transition.interrupts) settle(state, before);
        const metered_from_ms = transition.interrupts ? state.now_ms : before.metered_from_ms;
        const current_cu = transition.current_state === 'active' ? before.current_cu : startSize(after);
        const stored = setStates(state, { ...after, metered_from_ms, current_cu }, transition);
        return { endpoint: endpointView(stored), operations };
      },
    }),
    deleteProjectEndpoint: call('DELETE /projects/{project_id}/endpoints/{endpoint_id}', {
      summary: 'Delete a compute',
      answer: ENDPOINT_OPERATIONS,
      absent: 204,
      on: projectOf,
      rule(state, project, input) {
        const endpoint = state.get('endpoints', input.endpoint_id);
        if (endpoint?.project_id !== project.id) return undefined;
        if (hasOperations(state, endpoint)) requireUnlocked(state, project.id);
        const { actions, current_state, pending_state } = onDelete(endpoint);
        const operations = schedule(state, project.id, endpointSteps(endpoint, actions));
        removeEndpoint(state, endpoint);
        return { endpoint: endpointView({ ...endpoint, current_state, pending_state }), operations };
      },
    }),
    /** An active compute is not changed. */
    startProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/start', {
      summary: 'Start an idle compute',
      answer: ENDPOINT_OPERATIONS,
      on: endpointOf,
      rule(state, { project, endpoint }) {
        const transition = onConnect(endpoint);
        const starts = transition.actions.length > 0;
        if (starts || hasOperations(state, endpoint)) requireUnlocked(state, project.id);
        if (starts) {
          const problem = runningProblem(state, project, endpoint);
          if (problem !== undefined) throw problem;
        }
        return applyTransition(state, endpoint, transition);
      },
    }),
    /** An idle compute is not changed. */
    suspendProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/suspend', {
      summary: 'Suspend an active compute',
      answer: ENDPOINT_OPERATIONS,
      on: endpointOf,
      rule(state, { endpoint }) {
        if (hasOperations(state, endpoint)) {
          throw new PlatformError('locked', 'endpoint is in some transitive state, could not suspend');
        }
        return applyTransition(state, endpoint, onSuspend(endpoint));
      },
    }),
    /** The platform has not documented the status for a compute that is not active. */
    restartProjectEndpoint: call('POST /projects/{project_id}/endpoints/{endpoint_id}/restart', {
      summary: 'Restart an active compute',
      answer: ENDPOINT_OPERATIONS,
      on: endpointOf,
      rule(state, { project, endpoint }) {
        requireUnlocked(state, project.id);
        const transition = onRestart(endpoint);
        if (transition === undefined) {
          throw new PlatformError(
            'unprocessable',
            'endpoint is not active, could not restart; start it, or connect to it, to wake it',
          );
        }
        return applyTransition(state, endpoint, transition);
      },
    }),
  }),
  ...withTag('Branch', {
    listProjectBranchEndpoints: call(`GET ${BRANCH_PATH}/endpoints`, {
      summary: 'List the computes of a branch',
      answer: ENDPOINTS,
      on: branchOf,
      rule: (state, { branch }) => ({ endpoints: state.endpointsByBranch.rows(branch.id).map(endpointView) }),
    }),
  }),
};
