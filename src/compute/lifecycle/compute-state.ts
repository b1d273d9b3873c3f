import { type EndpointStates, onConnect, onCreate, onRestart } from './transition.js';

/**
 * The state of a compute: `init` created and starting for the first time; `idle` suspended; `starting` waking; `active`
 * running; `restarting` stopped and starting again.
 */
export type ComputeState = 'init' | 'idle' | 'active' | 'starting' | 'restarting';

const IDLE: EndpointStates = { current_state: 'idle' };
const ACTIVE: EndpointStates = { current_state: 'active' };

/** The API states of each state, from the transition into it. */
const API_STATES: Readonly<Record<ComputeState, EndpointStates>> = {
  init: onCreate(true),
  idle: IDLE,
  starting: onConnect(IDLE),
  active: ACTIVE,
  restarting: onRestart(ACTIVE)!,
};

/** The `current_state` and `pending_state` that the management API shows for a state. */
export function apiState(state: ComputeState): EndpointStates {
  return API_STATES[state];
}

/**
 * The state described by the API's two fields. A compute that is stopped and about to be active is waking, or
 * restarting if it was active before.
 */
export function stateFromApi(
  { current_state, pending_state }: EndpointStates,
  before: ComputeState | undefined,
): ComputeState {
  if (current_state !== 'idle') return current_state;
  if (pending_state !== 'active') return 'idle';
  return before === 'active' || before === 'restarting' ? 'restarting' : 'starting';
}

/** Whether a connection, or the start call, starts a compute in this state; others run or start already. */
export function startsOnConnect(state: ComputeState): boolean {
  return onConnect(API_STATES[state]).actions.length > 0;
}
