import { configurationChange } from '../compute/lifecycle/configuration-change.js';
import {
  type ComputeSettings,
  type ComputeUpdate,
  changedSettings,
  settingsOf,
} from '../compute/lifecycle/settings.js';
import { type EndpointStates, onConnect, onRestart, onSuspend } from '../compute/lifecycle/transition.js';

/** A client's call of the management API, in the form that the simulated compute receives. */
export type ForeignCall =
  | { readonly kind: 'start' | 'suspend' | 'restart' }
  | { readonly kind: 'update'; readonly set: ComputeUpdate };

type Row = ComputeSettings & EndpointStates;

/** The transition of an endpoint for each kind of call. */
const TRANSITIONS = { restart: onRestart, start: onConnect, suspend: onSuspend } as const;

/** The calls that explain an endpoint's change, in the order of their effect. */
export function foreignCalls(before: Row, after: Row): readonly ForeignCall[] {
  const names = changedSettings(before, after);
  const set: ComputeUpdate = Object.fromEntries(names.map((name) => [name, after[name]]));
  const { restarts } = configurationChange(settingsOf(before), settingsOf(after), true);
  const move = transitionBetween(before, after);
  return [
    ...(names.length > 0 ? [{ kind: 'update', set } as const] : []),
    // The update already includes the restart that changes the size.
    ...(move === undefined || (move === 'restart' && restarts) ? [] : [{ kind: move }]),
  ];
}

function transitionBetween(before: Row, after: Row): keyof typeof TRANSITIONS | undefined {
  if (after.pending_state === before.pending_state) return undefined;
  // The compute is being suspended: the start waits and has not begun.
  if (after.current_state === 'active' && after.pending_state === 'active') return undefined;
  const kinds = ['restart', 'start', 'suspend'] as const;
  return kinds.find((kind) => {
    const reached = TRANSITIONS[kind](before);
    return reached?.current_state === after.current_state && reached.pending_state === after.pending_state;
  });
}
