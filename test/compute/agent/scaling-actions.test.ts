import { describe, expect, test } from 'vitest';
import {
  proposeHypervisor,
  proposeMonitorDownscale,
  proposeMonitorUpscale,
} from '../../../src/compute/agent/scaling-actions.js';
import { afterEvent, type ScalingEvent } from '../../../src/compute/agent/scaling-event.js';
import {
  initialScalingState,
  type MonitorRequest,
  type MonitorState,
  type ScalingState,
} from '../../../src/compute/agent/scaling-state.js';
import { TEST_AGENT, units } from './test-agent.js';

/** A compute of four units with the given state of the monitor. */
function stateWith(monitor: Partial<MonitorState>): ScalingState {
  const state = initialScalingState({ using: units(4), min: units(1), max: units(8) }, TEST_AGENT);
  return { ...state, monitor: { ...state.monitor, ...monitor } };
}

const request = (kind: MonitorRequest['kind'], count: number): MonitorRequest => ({
  kind,
  target: units(count),
});

describe('downscale requests to the monitor', () => {
  const propose = (monitor: Partial<MonitorState>, desired = 2, upscaling = false) =>
    proposeMonitorDownscale(stateWith(monitor), 100, units(desired), upscaling, TEST_AGENT);

  test('a downscale request asks for one unit, and is not sent if no smaller size is desired', () => {
    expect(propose({ approved: units(4) }).target).toEqual(units(3));
    expect(propose({ approved: units(4) }, 4)).toMatchObject({ target: undefined, blocked: undefined });
    expect(propose({ approved: units(4) }, 6).target).toBeUndefined();
  });

  test.each<[string | undefined, Partial<MonitorState>, number, boolean]>([
    ['no monitor is connected, which would have to agree to less', {}, 2, false],
    [undefined, {}, 4, false],
    ['the monitor hears of an upscale first', { approved: units(4) }, 2, true],
    [undefined, { approved: units(4), in_flight: request('downscale', 3) }, 2, false],
    [
      'the monitor is busy with another downscale',
      { approved: units(4), in_flight: request('downscale', 1) },
      2,
      false,
    ],
    [
      'the monitor is busy with another upscale',
      { approved: units(4), in_flight: request('upscale', 3) },
      2,
      false,
    ],
    [
      'the monitor failed to answer the last downscale',
      { approved: units(4), downscale_failed_at: 99 },
      2,
      false,
    ],
  ])('a downscale request waits: %s', (blocked, monitor, desired, upscaling) => {
    const proposal = propose(monitor, desired, upscaling);
    expect(proposal.target).toBeUndefined();
    expect(proposal.blocked).toBe(blocked);
  });
});

describe('upscale notifications to the monitor', () => {
  const propose = (monitor: Partial<MonitorState>, desired = 4) =>
    proposeMonitorUpscale(stateWith(monitor), 100, units(desired), TEST_AGENT);

  test('an upscale notification covers all of the desired resources in use at once', () => {
    expect(propose({ approved: units(2) }).target).toEqual(units(4));
    expect(propose({ approved: units(2) }, 3).target).toEqual(units(3));
    expect(propose({ approved: units(4) }).target).toBeUndefined();
    expect(propose({}).target).toBeUndefined();
  });

  test.each<[string | undefined, Partial<MonitorState>]>([
    [undefined, { in_flight: request('upscale', 4) }],
    ['the monitor is busy with another upscale', { in_flight: request('upscale', 3) }],
    ['the monitor is busy with another downscale', { in_flight: request('downscale', 4) }],
    ['the monitor failed to take the last upscale', { upscale_failed_at: 99 }],
  ])('an upscale notification waits: %s', (blocked, monitor) => {
    const proposal = propose({ approved: units(2), ...monitor });
    expect(proposal.target).toBeUndefined();
    expect(proposal.blocked).toBe(blocked);
  });
});

test('the hypervisor resizes only to sizes that the monitor or the scheduler has agreed to, up or down', () => {
  const state = stateWith({ approved: units(2) });
  const go = (desired: number) => proposeHypervisor(state, 0, units(desired), undefined, TEST_AGENT).target;
  expect([go(1), go(3), go(4), go(8)]).toEqual([units(2), units(3), undefined, undefined]);
});

describe('a response without a pending request', () => {
  const answer =
    (state: ScalingState, kind: 'monitor_approved' | 'monitor_denied' | 'hypervisor_done') => () =>
      afterEvent(state, 0, { kind } as ScalingEvent, TEST_AGENT);

  test('a response without a pending request is a caller error', () => {
    const state = stateWith({ approved: units(4) });
    expect(answer(state, 'monitor_approved')).toThrow('monitor_approved: no such request is under way');
    expect(answer(state, 'hypervisor_done')).toThrow('hypervisor_done: no such request is under way');
    const growing = stateWith({ approved: units(4), in_flight: request('upscale', 5) });
    expect(answer(growing, 'monitor_denied')).toThrow('denied an upscale, which it may only fail');
    const shrinking = stateWith({ approved: units(4), in_flight: request('downscale', 3) });
    expect(answer(shrinking, 'monitor_denied')).not.toThrow();
  });
});
