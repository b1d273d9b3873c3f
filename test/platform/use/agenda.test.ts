import { expect, test } from 'vitest';
import { rulesOf } from '../../../src/platform/store/options.js';
import { State } from '../../../src/platform/store/state.js';
import type { Rows } from '../../../src/platform/store/tables.js';
import { Agenda } from '../../../src/platform/time/agenda.js';
import { DAY, START } from '../demo-platform.js';

/** A state of snapshots, each with its expiry day, and the agenda of their expiries. */
function snapshots() {
  const state = new State('seed', rulesOf({}));
  const agenda = new Agenda();
  const set = (id: string, day: number | undefined) => {
    state.begin(START);
    // Only the row's expiry matters.
    if (day !== undefined) {
      state.put('snapshots', id, { id, expires_at_ms: START + day * DAY } as Rows['snapshots']);
    } else state.remove('snapshots', id);
    agenda.scheduleChanges(state, state.commit());
  };
  return { state, agenda, set };
}

test('events of deleted rows are removed from the queue before they are due, and current ones come due', () => {
  const { state, agenda, set } = snapshots();
  set('stays', 30);
  for (let count = 0; count < 2_000; count++) {
    set(`gone-${count}`, 3_650);
    set(`gone-${count}`, undefined);
  }
  expect(agenda.size).toBeLessThan(1_010);
  const due = { at_ms: START + 30 * DAY, kind: 'forget', id: 'stays' };
  expect(agenda.first(state)).toEqual(due);
  expect(agenda.take(state, START + 30 * DAY - 1)).toBeUndefined();
  expect(agenda.take(state, START + 30 * DAY)).toEqual(due);
  set('stays', undefined);
  expect([agenda.first(state), agenda.size]).toEqual([undefined, 0]);
});

test('an event that keeps moving earlier is queued once', () => {
  const { state, agenda, set } = snapshots();
  set('later', 9_000);
  for (let day = 2_000; day > 0; day--) set('sooner', day);
  expect(agenda.size).toBeLessThan(1_010);
  for (const [id, day] of [
    ['sooner', 1],
    ['later', 9_000],
  ] as const) {
    expect(agenda.take(state, START + day * DAY)).toMatchObject({ at_ms: START + day * DAY, id });
    set(id, undefined);
  }
  expect([agenda.first(state), agenda.size]).toEqual([undefined, 0]);
});
