import { branchOf, endpointOf, projectOf } from './access.js';
import { removeEndpoint } from './branch-removal.js';
import type { Caller } from './caller.js';
import {
  type Endpoint,
  type EndpointCreateRequest,
  type EndpointOperations,
  type EndpointRecord,
  endpointView,
} from './endpoint.js';
import { addEndpoint } from './endpoint-creation.js';
import { enter, hasOperations } from './endpoint-state.js';
import { type OperationPlan, planDelete, planRestart, planStart, planSuspend } from './operation-plan.js';
import type { ForBranch, ForEndpoint, ForProject } from './path-ids.js';
import { PlatformError } from './platform-error.js';
import { runningProblem } from './running-limits.js';
import { endpointSteps, requireUnlocked, schedule } from './scheduling.js';
import type { State } from './state.js';

/** An endpoint to create. */
export interface CreateEndpointInput extends ForProject {
  readonly endpoint: EndpointCreateRequest;
}

/**
 * A new endpoint of a branch, starting at once: the primary compute, of which a branch has one, or a replica.
 * @throws PlatformError `not_found`, `bad_request`, `conflict`, `unprocessable`, `locked`
 */
export function createProjectEndpoint(
  state: State,
  caller: Caller,
  input: CreateEndpointInput,
): EndpointOperations {
  const { project_id, endpoint: request } = input;
  const { project } = branchOf(state, caller, { project_id, branch_id: request.branch_id });
  const { endpoint, steps } = addEndpoint(state, project, request);
  return { endpoint: endpointView(endpoint), operations: schedule(state, project.id, steps) };
}

/** A project's endpoints, oldest first. @throws PlatformError `not_found` */
export function listProjectEndpoints(
  state: State,
  caller: Caller,
  input: ForProject,
): { readonly endpoints: readonly Endpoint[] } {
  const project = projectOf(state, caller, input.project_id);
  return { endpoints: state.endpointsByProject.rows(project.id).map(endpointView) };
}

/** A branch's endpoints, oldest first. @throws PlatformError `not_found` */
export function listProjectBranchEndpoints(
  state: State,
  caller: Caller,
  input: ForBranch,
): { readonly endpoints: readonly Endpoint[] } {
  const { branch } = branchOf(state, caller, input);
  return { endpoints: state.endpointsByBranch.rows(branch.id).map(endpointView) };
}

/** One endpoint. @throws PlatformError `not_found` */
export function getProjectEndpoint(
  state: State,
  caller: Caller,
  input: ForEndpoint,
): { readonly endpoint: Endpoint } {
  return { endpoint: endpointView(endpointOf(state, caller, input).endpoint) };
}

/** Does as a plan says, at once: while operations of the project are in flight it is refused. */
function follow(state: State, endpoint: EndpointRecord, plan: OperationPlan): EndpointOperations {
  const steps = endpointSteps(endpoint, plan.actions);
  const operations = schedule(state, endpoint.project_id, steps);
  const next = steps.length === 0 ? endpoint : enter(state, endpoint, plan);
  return { endpoint: endpointView(next), operations };
}

/**
 * Starts an idle endpoint; an active one goes on as it is.
 * @throws PlatformError `not_found`, `locked`, or `unprocessable` when it is disabled or a limit keeps it idle
 */
export function startProjectEndpoint(state: State, caller: Caller, input: ForEndpoint): EndpointOperations {
  const { project, endpoint } = endpointOf(state, caller, input);
  const plan = planStart(endpoint);
  if (plan.actions.length > 0 || hasOperations(state, endpoint)) requireUnlocked(state, project.id);
  if (plan.actions.length > 0) {
    const problem = runningProblem(state, project, endpoint);
    if (problem !== undefined) throw problem;
  }
  return follow(state, endpoint, plan);
}

/** Suspends an active endpoint; an idle one stays idle. @throws PlatformError `not_found`, `locked` */
export function suspendProjectEndpoint(state: State, caller: Caller, input: ForEndpoint): EndpointOperations {
  const { endpoint } = endpointOf(state, caller, input);
  if (hasOperations(state, endpoint)) {
    throw new PlatformError('locked', 'endpoint is in some transitive state, could not suspend');
  }
  return follow(state, endpoint, planSuspend(endpoint));
}

/**
 * Restarts an active endpoint: connections drop, it is suspended and started again. The platform has not
 * published the code by which it refuses an endpoint that is not active.
 * @throws PlatformError `not_found`, `locked`, `unprocessable` when it is not active
 */
export function restartProjectEndpoint(state: State, caller: Caller, input: ForEndpoint): EndpointOperations {
  const { project, endpoint } = endpointOf(state, caller, input);
  requireUnlocked(state, project.id);
  const plan = planRestart(endpoint);
  if (plan === undefined) {
    throw new PlatformError(
      'unprocessable',
      'endpoint is not active, could not restart; start it, or connect to it, to wake it',
    );
  }
  return follow(state, endpoint, plan);
}

/**
 * Deletes an endpoint, dropping its connections; `undefined` when there is none.
 * @throws PlatformError `not_found` for the project, `locked`
 */
export function deleteProjectEndpoint(
  state: State,
  caller: Caller,
  input: ForEndpoint,
): EndpointOperations | undefined {
  const project = projectOf(state, caller, input.project_id);
  const endpoint = state.get('endpoints', input.endpoint_id);
  if (endpoint?.project_id !== project.id) return undefined;
  if (hasOperations(state, endpoint)) requireUnlocked(state, project.id);
  const plan = planDelete(endpoint);
  const operations = schedule(state, project.id, endpointSteps(endpoint, plan.actions));
  removeEndpoint(state, endpoint);
  const { current_state, pending_state } = plan;
  return { endpoint: endpointView({ ...endpoint, current_state, pending_state }), operations };
}
