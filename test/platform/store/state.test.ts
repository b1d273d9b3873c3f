import { describe, expect, test } from 'vitest';
import { durationFrom, rulesOf } from '../../../src/platform/store/options.js';
import { State } from '../../../src/platform/store/state.js';
import type { Rows, StoredTables } from '../../../src/platform/store/tables.js';

const AT = Date.UTC(2026, 0, 5);
const begun = () => new State('seed', rulesOf({}));
const user = (id: string, sequence: number, over: Partial<Rows['users']> = {}): Rows['users'] => ({
  id,
  sequence,
  name: id,
  last_name: '',
  email: `${id}@example.com`,
  plan: 'scale',
  created_at_ms: AT,
  ...over,
});

describe('a state', () => {
  test('a state stores rows, and returns each changed row once at the end of a call', () => {
    const state = begun();
    state.begin(AT);
    state.put('users', 'a', user('a', state.nextSequence()));
    state.put('users', 'a', user('a', 1, { name: 'Ada' }));
    state.put('users', 'b', user('b', state.nextSequence()));
    state.remove('users', 'b');
    const { now_ms } = state;
    expect(now_ms).toBe(AT);
    const clock = { seed: 'seed', now_ms: AT, draws: 0, sequence: 2 };
    expect(state.commit()).toEqual([
      { table: 'users', id: 'a', value: user('a', 1, { name: 'Ada' }), before: null },
      { table: 'clock', id: 'clock', value: clock, before: { ...clock, now_ms: 0, sequence: 0 } },
    ]);
    expect([state.rows('users').size, [...state.rows('users').keys()]]).toEqual([1, ['a']]);
    state.begin(AT + 1);
    expect(state.commit()).toEqual([]);
    state.begin(AT + 2);
    state.remove('users', 'a');
    const before = user('a', 1, { name: 'Ada' });
    expect(state.commit()[0]).toEqual({ table: 'users', id: 'a', value: null, before });
  });

  test('a refused call restores the rows, indices, draws and sequence of a state', () => {
    const state = begun();
    state.begin(AT);
    state.put('users', 'a', user('a', state.nextSequence()));
    const first = state.draw('x');
    state.commit();
    const before = JSON.stringify(state.dump());
    state.begin(AT + 5);
    state.put('users', 'a', user('a', 1, { email: 'other@example.com' }));
    state.put('users', 'b', user('b', state.nextSequence()));
    state.remove('users', 'a');
    const second = state.draw('x');
    expect(second).not.toEqual(first);
    state.rollback();
    expect(JSON.stringify(state.dump())).toBe(before);
    expect(state.usersByEmail.only('a@example.com')?.id).toBe('a');
    expect(state.usersByEmail.only('other@example.com')).toBeUndefined();
    expect(state.draw('x')).toEqual(second);
    // An undone change is not part of the next call.
    state.begin(AT + 6);
    expect(state.commit()).toEqual([]);
    // Time does not go back.
    state.begin(AT);
    expect(state.now_ms).toBe(AT + 6);
    expect(state.seed).toBe('seed');
  });

  test('a state is dumped by ids, and loaded in the order of creation', () => {
    const tables: StoredTables = {
      clock: [['clock', { seed: 'other', now_ms: AT, draws: 7, sequence: 3 }]],
      users: [
        ['b', user('b', 3, { email: 'same@example.com' })],
        ['a', user('a', 1, { email: 'same@example.com' })],
      ],
    };
    const state = begun();
    state.load(tables);
    expect(state.now_ms).toBe(AT);
    expect(state.seed).toBe('other');
    expect(state.usersByEmail.only('same@example.com')?.id).toBe('a');
    expect(state.nextSequence()).toBe(4);
    const dumped = state.dump();
    expect([...dumped.users].map(([id]) => id)).toEqual(['a', 'b']);
    expect([...dumped.clock][0]).toEqual(['clock', { seed: 'other', now_ms: AT, draws: 7, sequence: 4 }]);
    // Loading does not count as a change.
    expect(state.commit()).toEqual([]);
    const empty = begun();
    empty.load({});
    expect([empty.rows('users').size, empty.seed]).toEqual([0, 'seed']);
  });

  test('replacing a state returns the resulting changes', () => {
    const state = begun();
    state.begin(AT);
    const kept = user('a', 1);
    state.put('users', 'a', kept);
    state.put('users', 'b', user('b', 2));
    state.commit();
    const clock = { seed: 'seed', now_ms: AT - 5, draws: 1, sequence: 9 };
    const changes = state.replace({
      clock: [['clock', clock]],
      users: [
        ['a', kept],
        ['c', user('c', 3)],
      ],
    });
    expect(changes).toEqual([
      { table: 'clock', id: 'clock', value: clock, before: expect.objectContaining({ now_ms: AT }) },
      { table: 'users', id: 'b', value: null, before: user('b', 2) },
      { table: 'users', id: 'c', value: user('c', 3), before: null },
    ]);
    expect([...state.rows('users').keys()]).toEqual(['a', 'c']);
    expect(state.usersByEmail.only('b@example.com')).toBeUndefined();
    // Back in time as well.
    expect(state.now_ms).toBe(AT - 5);
    expect(state.commit()).toEqual([]);
    expect(state.replace({ users: [] })).toHaveLength(2);
    expect(state.seed).toBe('seed');
  });

  test('a state draws unused ids, and secrets of any length', () => {
    const state = begun();
    const id = begun().freshId('users', 'user', 'u-');
    expect(id).toMatch(/^u-[a-z]+-[a-z]+-\d{8}$/);
    state.put('users', id, user(id, 1));
    expect(state.freshId('users', 'user', 'u-')).not.toBe(id);
    const secret = state.secret('secret', 70);
    expect(secret).toMatch(/^[a-z0-9]{70}$/);
    expect(secret.slice(32, 64)).not.toBe(secret.slice(0, 32));
  });
});

test('durations of a constant distribution are whole milliseconds', () => {
  expect(durationFrom({ kind: 'constant', value: 0.3504 })).toBe(350);
  const drawn = durationFrom({ kind: 'uniform', min: 1, max: 3 });
  expect(typeof drawn === 'function' && drawn(0.5)).toBe(2000);
});
