import {
  onConnect,
  onDelete,
  onRestart,
  onSuspend,
  type Transition,
} from '../../compute/lifecycle/transition.js';
import { branchOf } from '../checks/access.js';
import type { ForEndpoint } from '../checks/path-ids.js';
import { PlatformError } from '../checks/platform-error.js';
import { ofBranch, ofEndpoint, ofProject } from '../checks/subject.js';
import { endpointSteps, requireUnlocked, schedule } from '../operations/scheduling.js';
import { type EndpointRecord, endpointView } from '../rows/endpoint.js';
import type { ENDPOINT_CREATE } from '../schema/endpoint-schema.js';
import type { Shaped } from '../schema/plain.js';
import type { State } from '../store/state.js';
import { addEndpoint } from './endpoint-creation.js';
import { enter, hasOperations, removeEndpoint } from './endpoint-state.js';
import { runningProblem } from './running-limits.js';

/**
 * A new endpoint of a branch, starting at once: the primary compute, of which a branch has one, or a replica.
 * @throws PlatformError `not_found`, `bad_request`, `conflict`, `unprocessable`, `locked`
 */
export const createProjectEndpoint = ofProject(
  (state, { id: project_id }, { endpoint: request }: Shaped<typeof ENDPOINT_CREATE>, caller) => {
    const { project } = branchOf(state, caller, { project_id, branch_id: request.branch_id });
    const { endpoint, steps } = addEndpoint(state, project, request);
    return { endpoint: endpointView(endpoint), operations: schedule(state, project_id, steps) };
  },
);

/** A project's endpoints, oldest first. @throws PlatformError `not_found` */
export const listProjectEndpoints = ofProject((state, project) => ({
  endpoints: state.endpointsByProject.rows(project.id).map(endpointView),
}));

/** A branch's endpoints, oldest first. @throws PlatformError `not_found` */
export const listProjectBranchEndpoints = ofBranch((state, { branch }) => ({
  endpoints: state.endpointsByBranch.rows(branch.id).map(endpointView),
}));

/** One endpoint. @throws PlatformError `not_found` */
export const getProjectEndpoint = ofEndpoint((_state, { endpoint }) => ({
  endpoint: endpointView(endpoint),
}));

/** Carries a transition out, at once: while operations of the project are in flight it is refused. */
function follow(state: State, endpoint: EndpointRecord, transition: Transition) {
  const steps = endpointSteps(endpoint, transition.actions);
  const operations = schedule(state, endpoint.project_id, steps);
  const next = steps.length === 0 ? endpoint : enter(state, endpoint, transition);
  return { endpoint: endpointView(next), operations };
}

/**
 * Starts an idle endpoint; an active one goes on as it is.
 * @throws PlatformError `not_found`, `locked`, or `unprocessable` when it is disabled or a limit keeps it idle
 */
export const startProjectEndpoint = ofEndpoint((state, { project, endpoint }) => {
  const transition = onConnect(endpoint);
  const starts = transition.actions.length > 0;
  if (starts || hasOperations(state, endpoint)) requireUnlocked(state, project.id);
  if (starts) {
    const problem = runningProblem(state, project, endpoint);
    if (problem !== undefined) throw problem;
  }
  return follow(state, endpoint, transition);
});

/** Suspends an active endpoint; an idle one stays idle. @throws PlatformError `not_found`, `locked` */
export const suspendProjectEndpoint = ofEndpoint((state, { endpoint }) => {
  if (hasOperations(state, endpoint)) {
    throw new PlatformError('locked', 'endpoint is in some transitive state, could not suspend');
  }
  return follow(state, endpoint, onSuspend(endpoint));
});

/**
 * Restarts an active endpoint: connections drop, it is suspended and started again. The platform has not
 * published the code by which it refuses an endpoint that is not active.
 * @throws PlatformError `not_found`, `locked`, `unprocessable` when it is not active
 */
export const restartProjectEndpoint = ofEndpoint((state, { project, endpoint }) => {
  requireUnlocked(state, project.id);
  const transition = onRestart(endpoint);
  if (transition === undefined) {
    throw new PlatformError(
      'unprocessable',
      'endpoint is not active, could not restart; start it, or connect to it, to wake it',
    );
  }
  return follow(state, endpoint, transition);
});

/**
 * Deletes an endpoint, dropping its connections; `undefined` when there is none.
 * @throws PlatformError `not_found` for the project, `locked`
 */
export const deleteProjectEndpoint = ofProject((state, project, input: ForEndpoint) => {
  const endpoint = state.get('endpoints', input.endpoint_id);
  if (endpoint?.project_id !== project.id) return undefined;
  if (hasOperations(state, endpoint)) requireUnlocked(state, project.id);
  const { actions, current_state, pending_state } = onDelete(endpoint);
  const operations = schedule(state, project.id, endpointSteps(endpoint, actions));
  removeEndpoint(state, endpoint);
  return { endpoint: endpointView({ ...endpoint, current_state, pending_state }), operations };
});
