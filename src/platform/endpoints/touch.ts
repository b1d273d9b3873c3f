import { onConnect } from '../../compute/lifecycle/transition.js';
import { badRequest, notFound, PlatformError } from '../checks/platform-error.js';
import { settle } from '../consumption/metering.js';
import { type Endpoint, endpointView } from '../rows/endpoint.js';
import type { State } from '../store/state.js';
import { carryOut } from './endpoint-state.js';
import { NOT_REACHABLE, runningProblem } from './running-limits.js';

/** What a client's connection met. */
export interface Touch {
  readonly endpoint: Endpoint;
  /** Whether it woke the endpoint; if not, the endpoint is active, or starting already. */
  readonly woken: boolean;
}

/** A client connects to an endpoint or uses it. @throws PlatformError when it can be neither used nor woken */
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
  carryOut(state, endpoint, transition);
  return { endpoint: endpointView(state.get('endpoints', endpoint.id)!), woken: true };
}

/** The autoscaler resizes an active endpoint. @throws PlatformError `not_found`, `bad_request` */
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

/** The data of a branch is of another size now. @throws PlatformError `not_found`, `bad_request` */
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
