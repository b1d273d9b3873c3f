import { startSize } from '../../compute/lifecycle/settings.js';
import { type EndpointStates, onUpdate, type Transition } from '../../compute/lifecycle/transition.js';
import { settle } from '../consumption/metering.js';
import { endpointSteps, enqueue, schedule } from '../operations/scheduling.js';
import type { EndpointRecord } from '../rows/endpoint.js';
import type { Operation } from '../rows/operation.js';
import type { State } from '../store/state.js';

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
      current_cu: startSize(endpoint),
      metered_from_ms: now_ms,
      started_at_ms: now_ms,
      last_active_ms: now_ms,
    };
  }
  state.put('endpoints', next.id, next);
  return next;
}

/** Carries out a transition that the platform makes by itself: it waits behind the operations in flight. */
export function carryOut(state: State, endpoint: EndpointRecord, transition: Transition): void {
  enter(state, endpoint, transition);
  enqueue(state, endpoint.project_id, endpointSteps(endpoint, transition.actions));
}

/** Whether operations on an endpoint are in flight. */
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
 * Tells a branch's primary compute of its roles and databases: an active one applies them as it runs, an idle
 * one is activated for a moment. Without one, or with one that is disabled, there is nothing to do.
 * @throws PlatformError `locked`
 */
export function applyToBranch(state: State, branch_id: string): readonly Operation[] {
  const primary = state.primaryByBranch.only(branch_id);
  if (primary === undefined || primary.disabled) return [];
  const plan = onUpdate(primary, { restarts: false, applies: true, disables: false });
  const operations = schedule(state, primary.project_id, endpointSteps(primary, plan.actions));
  enter(state, primary, plan);
  return operations;
}
