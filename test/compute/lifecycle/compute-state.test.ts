import { expect, test } from 'vitest';
import { apiState, seenState, startsOnConnect } from '../../../src/compute/lifecycle/compute-state.js';

test.each([
  ['init', 'init', 'active', false],
  ['idle', 'idle', undefined, true],
  ['starting', 'idle', 'active', false],
  ['active', 'active', undefined, false],
  ['restarting', 'idle', 'active', false],
] as const)(
  'the state %s maps to %s, then %s, and a connection starts it: %s',
  (state, current, pending, starts) => {
    const { current_state, pending_state } = apiState(state);
    expect([current_state, pending_state]).toEqual([current, pending]);
    expect(startsOnConnect(state)).toBe(starts);
    // The reverse: the previously seen state distinguishes a wake from a restart.
    expect(seenState({ current_state, pending_state }, state)).toBe(state);
  },
);

test('a compute that was active and becomes active again restarts, and any other wakes', () => {
  const states = { current_state: 'idle', pending_state: 'active' } as const;
  expect(seenState(states, 'active')).toBe('restarting');
  expect(seenState(states, 'idle')).toBe('starting');
  expect(seenState(states, undefined)).toBe('starting');
});
