import { expect, test } from 'vitest';
import { foreignCalls } from '../../src/emulation/foreign-calls.js';

const ACTIVE = {
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 2,
  suspend_timeout_seconds: 300,
  current_state: 'active',
  pending_state: undefined,
} as const;
const IDLE = { ...ACTIVE, current_state: 'idle' } as const;

test.each([
  ['nothing', ACTIVE, ACTIVE, []],
  ['the start call, or a connection', IDLE, { ...IDLE, pending_state: 'active' }, [{ kind: 'start' }]],
  ['the suspend call, or inactivity', ACTIVE, { ...ACTIVE, pending_state: 'idle' }, [{ kind: 'suspend' }]],
  ['the restart call', ACTIVE, { ...IDLE, pending_state: 'active' }, [{ kind: 'restart' }]],
  [
    'an update of a size, including its restart',
    ACTIVE,
    { ...IDLE, pending_state: 'active', autoscaling_limit_max_cu: 4 },
    [{ kind: 'update', set: { autoscaling_limit_max_cu: 4 } }],
  ],
  [
    'an update of the timeout of an active compute',
    ACTIVE,
    { ...ACTIVE, pending_state: 'active', suspend_timeout_seconds: 60 },
    [{ kind: 'update', set: { suspend_timeout_seconds: 60 } }],
  ],
  [
    'an update of an idle compute, which stays idle',
    IDLE,
    { ...IDLE, pending_state: 'idle', autoscaling_limit_min_cu: 2 },
    [{ kind: 'update', set: { autoscaling_limit_min_cu: 2 } }],
  ],
  ['nothing: an operation has ended', { ...IDLE, pending_state: 'active' }, ACTIVE, []],
] as const)('calls are derived from %s', (_what, before, after, calls) => {
  expect(foreignCalls(before, after)).toEqual(calls);
});
