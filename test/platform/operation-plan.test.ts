import { describe, expect, test } from 'vitest';
import {
  afterOperation,
  planCreate,
  planDelete,
  planRestart,
  planStart,
  planSuspend,
  planUpdate,
} from '../../src/platform/operation-plan.js';

const ACTIVE = { current_state: 'active' } as const;
const IDLE = { current_state: 'idle' } as const;

describe('the transition table, as pure decisions', () => {
  test('from nothing: create', () => {
    expect(planCreate(true)).toMatchObject({
      current_state: 'init',
      pending_state: 'active',
      actions: ['start_compute'],
    });
    expect(planCreate(false)).toMatchObject({ current_state: 'idle', actions: [] });
  });

  test('from idle: start, update, delete; restart is refused', () => {
    expect(planStart(IDLE)).toMatchObject({ pending_state: 'active', actions: ['start_compute'] });
    expect(planSuspend(IDLE).actions).toEqual([]);
    expect(planRestart(IDLE)).toBeUndefined();
    expect(planDelete(IDLE).actions).toEqual([]);
    expect(planUpdate(IDLE, { restarts: true, applies: true, disables: false })).toEqual({
      current_state: 'idle',
      pending_state: 'idle',
      actions: ['apply_config', 'suspend_compute'],
      interrupts: false,
    });
  });

  test('from active: suspend, restart, update, delete; start changes nothing', () => {
    expect(planStart(ACTIVE).actions).toEqual([]);
    expect(planSuspend(ACTIVE)).toMatchObject({
      pending_state: 'idle',
      actions: ['suspend_compute'],
      interrupts: true,
    });
    expect(planRestart(ACTIVE)).toMatchObject({
      actions: ['suspend_compute', 'start_compute'],
      interrupts: true,
    });
    expect(planDelete(ACTIVE).actions).toEqual(['suspend_compute']);
    const restarting = planUpdate(ACTIVE, { restarts: true, applies: true, disables: false });
    expect(restarting).toMatchObject({ current_state: 'idle', pending_state: 'active', interrupts: true });
    const told = planUpdate(ACTIVE, { restarts: false, applies: true, disables: false });
    expect(told).toMatchObject({ current_state: 'active', actions: ['apply_config'], interrupts: false });
    const off = planUpdate(ACTIVE, { restarts: false, applies: false, disables: true });
    expect(off).toEqual(planSuspend(ACTIVE));
  });

  test.each([
    ['start_compute', { current_state: 'init', pending_state: 'active' }, false, 'active'],
    ['start_compute', { current_state: 'idle', pending_state: 'active' }, false, 'active'],
    ['suspend_compute', { current_state: 'active', pending_state: 'idle' }, false, 'idle'],
    ['suspend_compute', { current_state: 'idle', pending_state: 'active' }, true, 'idle'],
    ['apply_config', { current_state: 'idle', pending_state: 'active' }, false, 'active'],
    ['apply_config', { current_state: 'idle', pending_state: 'idle' }, true, 'idle'],
    ['apply_config', { current_state: 'active', pending_state: 'active' }, false, 'active'],
  ] as const)('%s of %o, more to come: %s, leaves it %s', (action, states, more, current_state) => {
    expect(afterOperation(states, action, more)).toEqual({
      current_state,
      pending_state: more ? states.pending_state : undefined,
    });
  });
});
