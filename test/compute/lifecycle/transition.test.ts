import { expect, test } from 'vitest';
import {
  afterOperation,
  countsAsActive,
  isAwake,
  onConnect,
  onCreate,
  onDelete,
  onRestart,
  onSuspend,
  onUpdate,
  type Transition,
} from '../../../src/compute/lifecycle/transition.js';

const ACTIVE = { current_state: 'active' } as const;
const IDLE = { current_state: 'idle' } as const;
const CREATED = { current_state: 'init', pending_state: 'active' } as const;
const SUSPENDING = { current_state: 'active', pending_state: 'idle' } as const;
const WAKING = { current_state: 'idle', pending_state: 'active' } as const;

const RESIZED = { restarts: true, applies: true, disables: false };
const TOLD = { restarts: false, applies: true, disables: false };
const RENAMED = { restarts: false, applies: false, disables: false };
const DISABLED = { restarts: false, applies: false, disables: true };

/** The states in the API, the operations, and whether connections drop. */
function row(transition: Transition | undefined): string {
  if (transition === undefined) return 'refused';
  const { current_state, pending_state, actions, interrupts } = transition;
  const to = pending_state === undefined ? '' : ` > ${pending_state}`;
  return `${current_state}${to} | ${actions.join(', ')}${interrupts ? ' | disconnects' : ''}`;
}

test.each([
  // From nothing: create.
  ['none', 'create', onCreate(true), 'init > active | start_compute'],
  ['none', 'create, but it must not run', onCreate(false), 'idle | '],
  // From active: inactivity, restart, edits; a connection changes nothing.
  [
    'active',
    'inactivity, or the suspend call',
    onSuspend(ACTIVE),
    'active > idle | suspend_compute | disconnects',
  ],
  ['active', 'a connection, or the start call', onConnect(ACTIVE), 'active | '],
  ['active', 'restart', onRestart(ACTIVE), 'idle > active | suspend_compute, start_compute | disconnects'],
  ['active', 'update of the size', onUpdate(ACTIVE, RESIZED), 'idle > active | apply_config | disconnects'],
  ['active', 'update of the timeout', onUpdate(ACTIVE, TOLD), 'active > active | apply_config'],
  ['active', 'update of the name', onUpdate(ACTIVE, RENAMED), 'active | '],
  [
    'active',
    'update that disables',
    onUpdate(ACTIVE, DISABLED),
    'active > idle | suspend_compute | disconnects',
  ],
  ['active', 'delete', onDelete(ACTIVE), 'active > idle | suspend_compute | disconnects'],
  // From idle: a connection wakes it; an update activates it for a moment; restart is refused.
  ['idle', 'a connection, or the start call', onConnect(IDLE), 'idle > active | start_compute'],
  ['idle', 'update of the size', onUpdate(IDLE, RESIZED), 'idle > idle | apply_config, suspend_compute'],
  ['idle', 'update of the timeout', onUpdate(IDLE, TOLD), 'idle > idle | apply_config, suspend_compute'],
  ['idle', 'update that disables', onUpdate(IDLE, DISABLED), 'idle | '],
  ['idle', 'the suspend call', onSuspend(IDLE), 'idle | '],
  ['idle', 'restart', onRestart(IDLE), 'refused'],
  ['idle', 'delete', onDelete(IDLE), 'idle | '],
  // In transition: a connection waits for a pending start, and for a suspension before it starts.
  ['init > active', 'a connection', onConnect(CREATED), 'init > active | '],
  ['idle > active', 'a connection', onConnect(WAKING), 'idle > active | '],
  ['active > idle', 'a connection', onConnect(SUSPENDING), 'active > active | start_compute'],
  ['idle > active', 'restart', onRestart(WAKING), 'refused'],
])('the transition of state %s on %s', (_from, _trigger, transition, expected) => {
  expect(row(transition)).toBe(expected);
});

test.each([
  ['start_compute', CREATED, false, 'active'],
  ['start_compute', WAKING, false, 'active'],
  ['suspend_compute', SUSPENDING, false, 'idle'],
  ['suspend_compute', WAKING, true, 'idle'],
  ['apply_config', WAKING, false, 'active'],
  ['apply_config', WAKING, true, 'idle'],
  ['apply_config', { current_state: 'idle', pending_state: 'idle' }, true, 'idle'],
  ['apply_config', { current_state: 'idle', pending_state: 'idle' }, false, 'idle'],
  ['tenant_reattach', WAKING, false, 'idle'],
  ['apply_config', { current_state: 'active', pending_state: 'active' }, false, 'active'],
] as const)(
  'after %s of %o, with more operations: %s, the state is %s',
  (action, states, more, current_state) => {
    expect(afterOperation(states, action, more)).toEqual({
      current_state,
      pending_state: more ? states.pending_state : undefined,
    });
  },
);

test.each([
  ['active', ACTIVE, true, true],
  ['idle', IDLE, false, false],
  ['created', CREATED, true, true],
  ['waking', WAKING, true, true],
  ['being suspended', SUSPENDING, false, true],
])('state %s is awake or waking: %s', (_what, states, awake, counts) => {
  expect(isAwake(states)).toBe(awake);
  expect(countsAsActive(states)).toBe(counts);
});
