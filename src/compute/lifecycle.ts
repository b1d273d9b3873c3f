/**
 * Where one compute stands: `init` created and starting for the first time; `idle` suspended; `starting`
 * waking; `active` running; `restarting` stopped and starting again.
 */
export type ComputeState = 'init' | 'idle' | 'active' | 'starting' | 'restarting';

/** A state as the management API tells it. */
export interface ApiState {
  readonly current_state: 'init' | 'active' | 'idle';
  /** The state the compute is on its way to, while a change is in progress. */
  readonly pending_state: 'active' | 'idle' | undefined;
}

const API_STATES: Readonly<Record<ComputeState, ApiState>> = {
  init: { current_state: 'init', pending_state: 'active' },
  idle: { current_state: 'idle', pending_state: undefined },
  starting: { current_state: 'idle', pending_state: 'active' },
  active: { current_state: 'active', pending_state: undefined },
  // A restart suspends the compute and starts it: what is left to do is the start.
  restarting: { current_state: 'idle', pending_state: 'active' },
};

/** The `current_state` and `pending_state` that the management API shows for a state. */
export function apiState(state: ComputeState): ApiState {
  return API_STATES[state];
}
