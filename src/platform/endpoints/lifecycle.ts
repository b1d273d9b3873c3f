import { ACTIVE_COMPUTES_EXCEEDED, countsAsLimited } from '../../compute/lifecycle/active-computes.js';
import { startSize } from '../../compute/lifecycle/settings.js';
import {
  countsAsActive,
  type EndpointStates,
  onConnect,
  onUpdate,
  type Transition,
} from '../../compute/lifecycle/transition.js';
import { limitOn } from '../../vendors/plan-limits.js';
import { planOf } from '../checks/plan.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { settle } from '../consumption/metering.js';
import { quotaProblem } from '../consumption/quota.js';
import type { Operation } from '../operations/operation.js';
import { endpointSteps, enqueue, schedule } from '../operations/scheduling.js';
import type { ProjectRecord } from '../projects/project.js';
import type { State } from '../store/state.js';
import { type Endpoint, type EndpointRecord, endpointView } from './endpoint.js';

/** The error for an endpoint that cannot be reached. Source: the platform's connection errors. */
export const NOT_REACHABLE = "The requested endpoint could not be found, or you don't have access to it.";

/** Maximum concurrently active endpoints of a project, excluding the primary of its default branch. */
function activeLimit(state: State, project: ProjectRecord): number {
  const { active_endpoints_limit, plans_as_of } = state.rules;
  const ofPlan = () =>
    limitOn({ name: planOf(state, project), as_of: plans_as_of }, 'active_computes')?.value;
  return active_endpoints_limit ?? ofPlan() ?? Number.POSITIVE_INFINITY;
}

function activeLimitProblem(
  state: State,
  project: ProjectRecord,
  endpoint: Pick<EndpointRecord, 'type' | 'branch_id'>,
): PlatformError | undefined {
  if (!countsAsLimited(endpoint.type, endpoint.branch_id, project.default_branch_id)) return undefined;
  const exempt = state.primaryByBranch.only(project.default_branch_id);
  const exempt_awake = exempt !== undefined && countsAsActive(exempt) ? 1 : 0;
  const awake = state.awakeByProject.size(project.id) - exempt_awake;
  if (awake < activeLimit(state, project)) return undefined;
  return new PlatformError('unprocessable', ACTIVE_COMPUTES_EXCEEDED, 'ACTIVE_ENDPOINTS_LIMIT_EXCEEDED');
}

/** The reason why an endpoint that is not active must not run now; `undefined` if it may run. */
export function runningProblem(
  state: State,
  project: ProjectRecord,
  endpoint: Pick<EndpointRecord, 'type' | 'branch_id' | 'disabled'>,
): PlatformError | undefined {
  if (endpoint.disabled) return new PlatformError('unprocessable', NOT_REACHABLE, 'ENDPOINT_DISABLED');
  return quotaProblem(state, project) ?? activeLimitProblem(state, project, endpoint);
}

/**
 * Moves an endpoint to another state. Active time is added up when it stops and counted from when it starts. A start
 * is at the minimum size and counts as activity.
 * @returns the stored row
 */
export function setStates(state: State, endpoint: EndpointRecord, states: EndpointStates): EndpointRecord {
  const now_ms = state.now_ms;
  const { current_state, pending_state } = states;
  const was_active = endpoint.current_state === 'active';
  const is_active = current_state === 'active';
  let next: EndpointRecord = { ...endpoint, current_state, pending_state, updated_at_ms: now_ms };
  if (was_active && !is_active) {
    settle(state, endpoint);
    next = { ...next, metered_from_ms: undefined, suspended_at_ms: now_ms };
  }
  if (!was_active && is_active) {
    next = {
      ...next,
      current_cu: startSize(endpoint),
      metered_from_ms: now_ms,
      started_at_ms: now_ms,
      last_active_ms: now_ms,
    };
  }
  state.put('endpoints', next.id, next);
  return next;
}

/** Carries out a transition started by the platform, after the operations in flight. */
export function enqueueTransition(state: State, endpoint: EndpointRecord, transition: Transition): void {
  setStates(state, endpoint, transition);
  enqueue(state, endpoint.project_id, endpointSteps(endpoint, transition.actions));
}

export function hasOperations(state: State, endpoint: EndpointRecord): boolean {
  return state.inFlightByProject
    .rows(endpoint.project_id)
    .some((operation) => operation.endpoint_id === endpoint.id);
}

/** Removes an endpoint; its active time up to now is added up. */
export function removeEndpoint(state: State, endpoint: EndpointRecord): void {
  settle(state, endpoint);
  state.remove('endpoints', endpoint.id);
}

/**
 * Applies a branch's roles and databases to its primary compute: an active one applies them while running, an idle
 * one is briefly activated. Does nothing if the primary compute is missing or disabled.
 * @throws PlatformError `locked`
 */
export function applyToBranch(state: State, branch_id: string): readonly Operation[] {
  const primary = state.primaryByBranch.only(branch_id);
  if (primary === undefined || primary.disabled) return [];
  const plan = onUpdate(primary, { restarts: false, applies: true, disables: false });
  const operations = schedule(state, primary.project_id, endpointSteps(primary, plan.actions));
  setStates(state, primary, plan);
  return operations;
}

/** The outcome of a client's connection. */
export interface Touch {
  readonly endpoint: Endpoint;
  /** Whether it woke the endpoint; if not, the endpoint is already active or starting. */
  readonly woken: boolean;
}

/** Records a client's use of an endpoint. @throws PlatformError if it can be neither used nor woken */
export function touch(state: State, endpoint_id: string): Touch {
  const endpoint = state.get('endpoints', endpoint_id);
  const project = state.get('projects', endpoint?.project_id ?? '');
  if (endpoint === undefined || project?.deleted_at_ms !== undefined) {
    throw new PlatformError('not_found', NOT_REACHABLE, 'ENDPOINT_NOT_FOUND');
  }
  if (endpoint.disabled) throw new PlatformError('unprocessable', NOT_REACHABLE, 'ENDPOINT_DISABLED');
  const transition = onConnect(endpoint);
  if (transition.actions.length === 0) {
    if (endpoint.current_state !== 'active' || endpoint.last_active_ms === state.now_ms) {
      return { endpoint: endpointView(endpoint), woken: false };
    }
    const used = { ...endpoint, last_active_ms: state.now_ms };
    state.put('endpoints', endpoint.id, used);
    return { endpoint: endpointView(used), woken: false };
  }
  const problem = runningProblem(state, project!, endpoint);
  if (problem !== undefined) throw problem;
  enqueueTransition(state, endpoint, transition);
  return { endpoint: endpointView(state.get('endpoints', endpoint.id)!), woken: true };
}

/** Resizes an active endpoint, as the autoscaler does. @throws PlatformError `not_found`, `bad_request` */
export function resize(state: State, endpoint_id: string, current_cu: number): void {
  const endpoint = state.get('endpoints', endpoint_id);
  if (endpoint === undefined) throw notFound('endpoint');
  const { autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu } = endpoint;
  if (!(current_cu >= min_cu && current_cu <= max_cu)) {
    throw badRequest(`${current_cu} CU is not within the endpoint's ${min_cu} to ${max_cu} CU`);
  }
  if (endpoint.metered_from_ms === undefined || endpoint.current_cu === current_cu) return;
  settle(state, endpoint);
  state.put('endpoints', endpoint.id, { ...endpoint, current_cu, metered_from_ms: state.now_ms });
}

/** Sets the logical size of a branch's data. @throws PlatformError `not_found`, `bad_request` */
export function setLogicalSize(state: State, branch_id: string, logical_size_bytes: number): void {
  const branch = state.get('branches', branch_id);
  if (branch === undefined) throw notFound('branch');
  if (!Number.isSafeInteger(logical_size_bytes) || logical_size_bytes < 0) {
    throw badRequest(`a logical size must be a whole number of bytes, not ${logical_size_bytes}`);
  }
  if (branch.logical_size_bytes !== logical_size_bytes) {
    state.put('branches', branch_id, { ...branch, logical_size_bytes });
  }
}
