import type { ConfigurationChange } from './configuration-change.js';

/** A state of an endpoint in the management API. */
export type EndpointState = 'init' | 'active' | 'idle';

/** The current and the pending state of a compute in the management API. */
export interface EndpointStates {
  readonly current_state: EndpointState;
  /** The state it is changing to, while a change is in progress. */
  readonly pending_state?: EndpointState | undefined;
}

/** The control plane's actions on a compute. */
export type ComputeAction = 'start_compute' | 'suspend_compute' | 'apply_config';

/** The effect of a call on a compute: its immediate state, and the operations that lead to the next. */
export interface Transition extends EndpointStates {
  readonly actions: readonly ComputeAction[];
  /** Whether connections are dropped immediately: the compute stops, or restarts. */
  readonly interrupts: boolean;
}

function unchanged({ current_state, pending_state }: EndpointStates): Transition {
  return { current_state, pending_state, actions: [], interrupts: false };
}

/** A change of state by actions of the control plane. */
function moving(
  current_state: EndpointState,
  pending_state: EndpointState,
  actions: readonly ComputeAction[],
  interrupts = false,
): Transition {
  return { current_state, pending_state, actions, interrupts };
}

/** A new compute: it starts immediately, or stays idle if it must not run. */
export function onCreate(may_run: boolean): Transition {
  return may_run ? moving('init', 'active', ['start_compute']) : unchanged({ current_state: 'idle' });
}

/**
 * A connection, or the start call: an idle compute starts, one that runs or starts continues. While it is being
 * suspended, the start waits.
 */
export function onConnect(states: EndpointStates): Transition {
  return isAwake(states) ? unchanged(states) : moving(states.current_state, 'active', ['start_compute']);
}

/** The suspend call, inactivity, or an exhausted quota: an active compute is suspended, an idle one stays idle. */
export function onSuspend(states: EndpointStates): Transition {
  if (states.current_state !== 'active') return unchanged(states);
  return moving('active', 'idle', ['suspend_compute'], true);
}

/** The restart call; `undefined` if the compute is not active, for which the call is refused. */
export function onRestart(states: EndpointStates): Transition | undefined {
  if (states.current_state !== 'active') return undefined;
  return moving('idle', 'active', ['suspend_compute', 'start_compute'], true);
}

/**
 * An update: an active compute applies it, restarting for a new size, branch or Postgres settings. An idle one is
 * activated briefly and suspended again; a disabled one is suspended. A change that does not affect the compute, such
 * as its name, needs no operation.
 */
export function onUpdate(states: EndpointStates, change: ConfigurationChange): Transition {
  if (change.disables) return onSuspend(states);
  if (!change.applies) return unchanged(states);
  const { current_state } = states;
  if (current_state !== 'active') return moving(current_state, 'idle', ['apply_config', 'suspend_compute']);
  return moving(change.restarts ? 'idle' : 'active', 'active', ['apply_config'], change.restarts);
}

/** Deletes a compute: an active one is suspended first, an idle one needs no operation. */
export function onDelete(states: EndpointStates): Transition {
  return onSuspend(states);
}

/**
 * A compute's states after an operation on it has finished.
 * @param more whether further operations on it are pending; if not, its pending state is cleared
 */
export function afterOperation(states: EndpointStates, action: string, more: boolean): EndpointStates {
  const pending_state = more ? states.pending_state : undefined;
  if (action === 'start_compute') return { current_state: 'active', pending_state };
  if (action === 'suspend_compute') return { current_state: 'idle', pending_state };
  // The compute was stopped to apply this: it runs again unless further operations are pending.
  if (action === 'apply_config' && !more && states.pending_state === 'active')
    return { current_state: 'active' };
  return { current_state: states.current_state, pending_state };
}

/** Whether a compute stays active, or is about to be. */
export function isAwake({ current_state, pending_state }: EndpointStates): boolean {
  return (pending_state ?? current_state) === 'active';
}

/** Whether a compute counts towards the limit of active ones: it is active, or about to be. */
export function countsAsActive({ current_state, pending_state }: EndpointStates): boolean {
  return current_state === 'active' || pending_state === 'active';
}
