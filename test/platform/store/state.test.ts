import { describe, expect, test } from 'vitest';
import { drawnFrom, rulesOf } from '../../../src/platform/store/options.js';
import { RowIndex } from '../../../src/platform/store/row-index.js';
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
const ids = (rows: readonly { readonly id: string | number }[]) => rows.map(({ id }) => id);

describe('a state', () => {
  test('has what was put, and tells at the end of a call what changed, each row once', () => {
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
      { table: 'users', id: 'a', value: user('a', 1, { name: 'Ada' }) },
      { table: 'clock', id: 'clock', value: clock },
    ]);
    expect([state.size('users'), [...state.ids('users')]]).toEqual([1, ['a']]);
    state.begin(AT + 1);
    expect(state.commit()).toEqual([]);
    state.begin(AT + 2);
    state.remove('users', 'a');
    expect(state.commit()[0]).toEqual({ table: 'users', id: 'a', value: null });
  });

  test('is as it was after a call that was refused: rows, indices, draws and places', () => {
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
    // What was undone is no change of the next call.
    state.begin(AT + 6);
    expect(state.commit()).toEqual([]);
    // Time does not go back.
    state.begin(AT);
    expect(state.now_ms).toBe(AT + 6);
    expect(state.seed).toBe('seed');
  });

  test('is dumped by ids, and loaded in the order of creation', () => {
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
    // Loading is no change.
    expect(state.commit()).toEqual([]);
    const empty = begun();
    empty.load({});
    expect([empty.size('users'), empty.seed]).toEqual([0, 'seed']);
  });

  test('takes another in its place, and tells what that changes', () => {
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
      { table: 'users', id: 'b', value: null },
      { table: 'users', id: 'c', value: user('c', 3) },
      { table: 'clock', id: 'clock', value: clock },
    ]);
    expect([...state.ids('users')]).toEqual(['a', 'c']);
    expect(state.usersByEmail.only('b@example.com')).toBeUndefined();
    // Back in time as well.
    expect(state.now_ms).toBe(AT - 5);
    expect(state.commit()).toEqual([]);
    expect(state.replace({ users: [] })).toHaveLength(2);
    expect(state.seed).toBe('seed');
  });

  test('draws ids that no row has, and secrets of any length', () => {
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

describe('the rows of a state by what they are about', () => {
  const AT_ONCE = { created_at_ms: AT, updated_at_ms: AT };

  test('keys: of a person, of an organization, of a project', () => {
    const state = begun();
    const key = (id: number, over: Partial<Rows['api_keys']>): void =>
      state.put('api_keys', String(id), {
        id,
        sequence: id,
        name: 'k',
        secret_sha256: String(id),
        created_by_user_id: 'u',
        created_at_ms: AT,
        last_used_from_addr: '',
        ...over,
      });
    key(1, {});
    key(2, { org_id: 'o' });
    key(3, { org_id: 'o', project_id: 'p' });
    expect(ids(state.personalKeys.rows('u'))).toEqual([1]);
    expect(ids(state.keysByOrganization.rows('o'))).toEqual([2, 3]);
    expect(ids(state.keysByProject.rows('p'))).toEqual([3]);
    expect(state.keyByHash.only('2')?.id).toBe(2);
  });

  test('projects: of their owner, those deleted apart', () => {
    const state = begun();
    const project = (id: string, over: object): void =>
      state.put('projects', id, {
        id,
        sequence: state.nextSequence(),
        user_id: 'u',
        ...AT_ONCE,
        ...over,
      } as never);
    project('p', {});
    project('q', { org_id: 'o' });
    project('r', { org_id: 'o', deleted_at_ms: AT });
    expect(ids(state.projectsByOwner.rows('u'))).toEqual(['p']);
    expect(ids(state.projectsByOwner.rows('o'))).toEqual(['q', 'r']);
    expect(ids(state.presentProjectsByOwner.rows('o'))).toEqual(['q']);
    expect(ids(state.presentProjectsByOwner.rows('u'))).toEqual(['p']);
  });

  test('computes: primaries, those awake, those that are metered', () => {
    const state = begun();
    const endpoint = (id: string, over: object): void =>
      state.put('endpoints', id, {
        id,
        sequence: state.nextSequence(),
        project_id: 'p',
        branch_id: 'br',
        type: 'read_only',
        current_state: 'idle',
        ...AT_ONCE,
        ...over,
      } as never);
    endpoint('a', { type: 'read_write', current_state: 'active', metered_from_ms: AT });
    endpoint('b', {});
    expect(ids(state.primaryByBranch.rows('br'))).toEqual(['a']);
    expect(ids(state.awakeByProject.rows('p'))).toEqual(['a']);
    expect(ids(state.meteredByProject.rows('p'))).toEqual(['a']);
    expect(ids(state.meteredByBranch.rows('br'))).toEqual(['a']);
    expect(ids(state.endpointsByProject.rows('p'))).toEqual(['a', 'b']);
  });

  test('hours and periods by their time, whenever they were written down', () => {
    const state = begun();
    for (const hour of [49, 7, 48]) {
      const row = { id: `h${hour}`, project_id: 'p', branch_id: 'br', hour, compute_seconds: 1 };
      state.put('hours', row.id, row);
    }
    expect(ids(state.hoursByBranch.rows('br'))).toEqual(['h7', 'h48', 'h49']);
    expect(ids(state.hoursByProject.rows('p'))).toEqual(['h7', 'h48', 'h49']);
    expect(state.hoursByDay.size('p 2')).toBe(2);
    for (const period_start_ms of [2, 1]) {
      const id = `u${period_start_ms}`;
      state.put('usage', id, { id, project_id: 'p', period_start_ms, active_seconds: 0, compute_seconds: 0 });
    }
    expect(ids(state.usageByProject.rows('p'))).toEqual(['u1', 'u2']);
  });

  test('invitations by organization and by address', () => {
    const state = begun();
    const row = { id: 'i', sequence: 1, org_id: 'o', email: 'a@b', invited_by: 'u', invited_at_ms: AT };
    state.put('invitations', 'i', { ...row, role: 'member' });
    expect(ids(state.invitationsByOrganization.rows('o'))).toEqual(['i']);
    expect(ids(state.invitationsByEmail.rows('a@b'))).toEqual(['i']);
  });
});

describe('an index', () => {
  test('puts a group in order once it has to: rows that come late, and rows that change their place', () => {
    const rows = new Map<string, { readonly key: string; readonly order: number }>();
    let asked = 0;
    const index = new RowIndex(
      rows,
      ({ key }) => key,
      ({ order }) => {
        asked += 1;
        return order;
      },
    );
    const put = (id: string, order: number, key = 'x') => {
      const before = rows.get(id);
      const after = { key, order };
      rows.set(id, after);
      index.update(id, before, after);
    };
    put('b', 2);
    put('c', 3);
    put('d', 3);
    asked = 0;
    expect(index.ids('x')).toEqual(['b', 'c', 'd']);
    // They came in order: nobody looked.
    expect(asked).toBe(0);
    put('a', 1);
    expect(index.ids('x')).toEqual(['a', 'b', 'c', 'd']);
    asked = 0;
    expect(index.ids('x')).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toBe(0);
    // The latest is known still.
    put('e', 2);
    expect(index.ids('x')).toEqual(['a', 'b', 'e', 'c', 'd']);
    put('a', 9);
    expect(index.ids('x')).toEqual(['b', 'e', 'c', 'd', 'a']);
    put('a', 9);
    expect(index.ids('x').at(-1)).toBe('a');
  });
});

test('durations of a constant distribution are whole milliseconds', () => {
  expect(drawnFrom({ kind: 'constant', value: 0.3504 })).toBe(350);
  const drawn = drawnFrom({ kind: 'uniform', min: 1, max: 3 });
  expect(typeof drawn === 'function' && drawn(0.5)).toBe(2000);
});
