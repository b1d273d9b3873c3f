import type { EndpointRecord } from './endpoint.js';
import { settle } from './metering.js';
import type { EndpointStates, OperationPlan } from './operation-plan.js';
import { endpointSteps, enqueue } from './scheduling.js';
import type { State } from './state.js';

/**
 * An endpoint brought to another state: active time is added up when it stops, and starts to count when it
 * starts; a start is at the minimum size and counts as activity.
 * @returns the row, already stored
 */
export function enter(state: State, endpoint: EndpointRecord, states: EndpointStates): EndpointRecord {
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
      current_cu: endpoint.autoscaling_limit_min_cu,
      metered_from_ms: now_ms,
      started_at_ms: now_ms,
      last_active_ms: now_ms,
    };
  }
  state.put('endpoints', next.id, next);
  return next;
}

/** Carries out a plan that the platform made by itself: it waits behind the operations in flight. */
export function carryOut(state: State, endpoint: EndpointRecord, plan: OperationPlan): void {
  if (plan.actions.length === 0) return;
  enter(state, endpoint, plan);
  enqueue(state, endpoint.project_id, endpointSteps(endpoint, plan.actions));
}

/** Whether operations on an endpoint are in flight. */
export function hasOperations(state: State, endpoint: EndpointRecord): boolean {
  return state.inFlightByProject
    .rows(endpoint.project_id)
    .some((operation) => operation.endpoint_id === endpoint.id);
}
