import type { EndpointState } from './endpoint.js';
import type { OperationAction } from './operation.js';

/** Where an endpoint stands, as the API tells it. */
export interface EndpointStates {
  readonly current_state: EndpointState;
  readonly pending_state?: EndpointState | undefined;
}

/** What a call makes of an endpoint: the state it has at once, and the operations that bring it to the next. */
export interface OperationPlan extends EndpointStates {
  readonly actions: readonly OperationAction[];
  /** Whether connections are dropped at once: the compute stops, or stops and starts again. */
  readonly interrupts: boolean;
}

/** What an update changes, as far as it matters to the compute. */
export interface ConfigurationChange {
  /** Size, branch or Postgres settings: an active compute restarts for it. */
  readonly restarts: boolean;
  /** Anything that the compute has to be told. */
  readonly applies: boolean;
  /** The compute is switched off. */
  readonly disables: boolean;
}

function unchanged(states: EndpointStates): OperationPlan {
  return {
    current_state: states.current_state,
    pending_state: states.pending_state,
    actions: [],
    interrupts: false,
  };
}

/** A new endpoint: it starts at once, or stays idle where it must not run. */
export function planCreate(may_run: boolean): OperationPlan {
  return may_run
    ? { current_state: 'init', pending_state: 'active', actions: ['start_compute'], interrupts: false }
    : { current_state: 'idle', actions: [], interrupts: false };
}

/** The start call, or a connection: an idle endpoint starts, an active one goes on. */
export function planStart(states: EndpointStates): OperationPlan {
  if (states.current_state === 'active') return unchanged(states);
  return {
    current_state: states.current_state,
    pending_state: 'active',
    actions: ['start_compute'],
    interrupts: false,
  };
}

/** The suspend call, or inactivity: an active endpoint is suspended, an idle one stays so. */
export function planSuspend(states: EndpointStates): OperationPlan {
  if (states.current_state !== 'active') return unchanged(states);
  return { current_state: 'active', pending_state: 'idle', actions: ['suspend_compute'], interrupts: true };
}

/** The restart call; `undefined` when the endpoint is not active, for which it is refused. */
export function planRestart(states: EndpointStates): OperationPlan | undefined {
  if (states.current_state !== 'active') return undefined;
  return {
    current_state: 'idle',
    pending_state: 'active',
    actions: ['suspend_compute', 'start_compute'],
    interrupts: true,
  };
}

/**
 * An update: an active endpoint applies it, restarting for a new size, branch or Postgres settings; an idle one
 * is activated for a moment and suspended again; one that is switched off is suspended. What the compute need
 * not be told (its name) takes no operation.
 */
export function planUpdate(states: EndpointStates, change: ConfigurationChange): OperationPlan {
  if (change.disables) return planSuspend(states);
  if (!change.applies) return unchanged(states);
  if (states.current_state !== 'active') {
    return {
      current_state: states.current_state,
      pending_state: 'idle',
      actions: ['apply_config', 'suspend_compute'],
      interrupts: false,
    };
  }
  return {
    current_state: change.restarts ? 'idle' : 'active',
    pending_state: 'active',
    actions: ['apply_config'],
    interrupts: change.restarts,
  };
}

/** Deleting an endpoint: an active one is suspended first, an idle one takes no operation. */
export function planDelete(states: EndpointStates): OperationPlan {
  return states.current_state === 'active' ? planSuspend(states) : unchanged(states);
}

/**
 * Where an endpoint stands once an operation on it has finished.
 * @param more whether operations on it are left; if not, nothing is pending any more
 */
export function afterOperation(
  states: EndpointStates,
  action: OperationAction,
  more: boolean,
): EndpointStates {
  const pending_state = more ? states.pending_state : undefined;
  if (action === 'start_compute') return { current_state: 'active', pending_state };
  if (action === 'suspend_compute') return { current_state: 'idle', pending_state };
  // Applied to a compute that was stopped for it: it runs again when nothing else is left to do.
  if (action === 'apply_config' && !more && states.pending_state === 'active')
    return { current_state: 'active' };
  return { current_state: states.current_state, pending_state };
}
