import { describe, expect, it } from 'vitest';
import { DEFAULT_SIZE_POLICY } from '../../src/compute/policy/size-policies.js';
import { DEFAULT_SUSPEND_POLICY } from '../../src/compute/policy/suspend-policies.js';
import { compiled, complaints } from './example.js';

const primary = (over: Record<string, unknown> = {}) => ({
  name: 'primary',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 2,
  ...over,
});

const sized = (min: number, max: number, over: Record<string, unknown> = {}) =>
  primary({ autoscaling_limit_min_cu: min, autoscaling_limit_max_cu: max, ...over });

describe('a compute', () => {
  it('has the defaults of the platform, and begins suspended', async () => {
    expect((await compiled()).computes).toEqual([
      {
        name: 'primary',
        branch: 'main',
        type: 'read_write',
        autoscaling_limit_min_cu: 1,
        autoscaling_limit_max_cu: 2,
        suspend_timeout_seconds: 0,
        suspend_timer: undefined,
        size_policy: { name: DEFAULT_SIZE_POLICY.name, values: {}, module: undefined },
        suspend_policy: { name: DEFAULT_SUSPEND_POLICY.name, values: {}, module: undefined },
        initial_state: 'idle',
      },
    ]);
  });

  it.each([
    [{ suspend_timeout_seconds: 300 }, { suspend_timeout_seconds: 300 }],
    [{ suspend_timeout_seconds: '5m' }, { suspend_timeout_seconds: 300 }],
    [{ suspend_timeout_seconds: -1 }, { suspend_timeout_seconds: -1, initial_state: 'active' }],
    [{ suspend_timeout_seconds: -1, initial_state: 'init' }, { initial_state: 'init' }],
    [{ suspend_timer: { exponential: { mean: '4s' } } }, { suspend_timer: { kind: 'exponential', mean: 4 } }],
    [
      { autoscaling_limit_min_cu: 18, autoscaling_limit_max_cu: 18 },
      { suspend_timeout_seconds: -1, initial_state: 'active' },
    ],
  ])('with %j is %j', async (over, expected) => {
    expect((await compiled({ computes: [primary(over)] })).computes[0]).toMatchObject(expected);
  });

  it.each([
    [[sized(0.3, 2)], 'computes.primary.autoscaling_limit_min_cu: 0.3 CU is not a size; the nearest is 0.25'],
    [[sized(1, 17)], 'computes.primary.autoscaling_limit_max_cu: 17 CU is not a size'],
    [[sized(4, 2)], 'the minimum of 4 CU is above the maximum of 2 CU'],
    [[sized(14, 18)], 'autoscaling reaches 16 CU at most'],
    [[sized(18, 18, { suspend_timeout_seconds: 300 })], 'a compute above 16 CU is always active'],
    [[sized(18, 18, { initial_state: 'idle' })], 'a compute above 16 CU is always active'],
    [[sized(18, 18, { suspend_timer: '1m' })], 'leave suspend_timer out'],
    [[primary({ suspend_timeout_seconds: 30 })], 'whole seconds from 60 to 604800, got 30'],
    [[primary({ suspend_timeout_seconds: '8d' })], 'whole seconds from 60 to 604800, got "8d"'],
    [[primary({ suspend_timeout_seconds: -1, suspend_timer: '1m' })], 'leave one of them out'],
    [[primary({ initial_state: 'sleeping' })], 'expected one of init, active, idle, got "sleeping"'],
    [[primary({ size: 2 })], 'computes.primary.size: unknown key "size"'],
    [[primary(), primary()], 'computes.primary.name: the name "primary" is taken by computes[0]'],
    [
      [primary(), primary({ name: 'replica' })],
      'computes.replica.type: "type" is missing; expected read_write or read_only',
    ],
    [
      [primary(), primary({ name: 'other', type: 'read_write' })],
      'computes.other.type: branch "main" has a read_write compute, "primary"',
    ],
    [[], 'computes: expected at least one compute'],
  ])('in %j is refused', async (computes, message) => {
    expect((await complaints({ computes, load: [] })).join('\n')).toContain(message);
  });
});

describe('a plan', () => {
  it.each([
    ['launch', { name: 'launch', as_of: undefined }],
    [{ name: 'scale' }, { name: 'scale', as_of: undefined }],
    [
      { name: 'free', as_of: '2025-09-01' },
      { name: 'free', as_of: '2025-09-01' },
    ],
  ])('is read from %j', async (plan, choice) => {
    expect((await compiled({ plan })).plan).toEqual(choice);
  });

  it.each([
    ['lunch', [primary()], 'plan: there is no plan "lunch"; did you mean "launch"?'],
    [{ name: 'lunch' }, [primary()], 'plan.name: there is no plan "lunch"'],
    [
      { name: 'free', as_of: '2020-01-01' },
      [primary()],
      'plan.as_of: the free plan has no known limits on 2020-01-01',
    ],
    [{ name: 'free', as_of: '2025-02-30' }, [primary()], 'plan.as_of: expected a day'],
    ['free', [sized(1, 4)], 'the free plan allows autoscaling up to 2 CU, not 4'],
    [
      'free',
      [primary({ suspend_timeout_seconds: -1 })],
      'computes.primary.suspend_timeout_seconds: the free plan cannot',
    ],
    [
      'launch',
      [primary({ suspend_timeout_seconds: 60 })],
      'the launch plan allows a suspend timeout of 300 s',
    ],
    ['launch', [sized(18, 18)], 'the launch plan allows sizes up to 16 CU, not 18'],
  ])('%j refuses %j', async (plan, computes, message) => {
    expect((await complaints({ plan, computes, load: [] })).join('\n')).toContain(message);
  });
});

describe('events', () => {
  it('are sorted by time, equal times in the order of the file', async () => {
    const events = [
      { at: '2h', restart: 'primary' },
      { at: '1h', update: 'primary', set: { autoscaling_limit_max_cu: 4, suspend_timeout_seconds: '10m' } },
      { at: '2h', suspend: 'primary' },
      { at: '2h', start: 'primary' },
    ];
    expect((await compiled({ events })).events).toEqual([
      {
        at_seconds: 3600,
        compute: 'primary',
        kind: 'update',
        set: { autoscaling_limit_max_cu: 4, suspend_timeout_seconds: 600 },
      },
      { at_seconds: 7200, compute: 'primary', kind: 'restart' },
      { at_seconds: 7200, compute: 'primary', kind: 'suspend' },
      { at_seconds: 7200, compute: 'primary', kind: 'start' },
    ]);
  });

  it.each([
    [
      { at: '1h', restart: 'primry' },
      'events[0].restart: there is no compute "primry"; did you mean "primary"?',
    ],
    [{ at: '1h', restrat: 'primary' }, 'events[0].restrat: unknown key "restrat"; did you mean "restart"?'],
    [{ at: '1h', restart: 'primary', suspend: 'primary' }, 'events[0].suspend: unknown key "suspend"'],
    [{ at: '1h' }, 'expected an event with at, and one of update (with set), restart, start or suspend'],
    [{ restart: 'primary' }, 'events[0].at: "at" is missing'],
    [{ at: '1d', restart: 'primary' }, 'events[0].at: 1d is not before the end of the run, which lasts 1d'],
    [{ at: '1h', update: 'primary' }, 'events[0].set: "set" is missing'],
    [{ at: '1h', update: 'primary', set: {} }, 'expected at least one setting to change'],
    [
      { at: '1h', update: 'primary', set: { autoscaling_limit_min_cu: 4 } },
      'events[0].set.autoscaling_limit_min_cu: after this update, the minimum of 4 CU is above the maximum of 2 CU',
    ],
  ])('%j is refused', async (event, message) => {
    expect((await complaints({ events: [event] })).join('\n')).toContain(message);
  });

  it('are checked against what the updates before them left', async () => {
    const raise = { at: '1h', update: 'primary', set: { autoscaling_limit_max_cu: 8 } };
    const shift = { at: '2h', update: 'primary', set: { autoscaling_limit_min_cu: 8 } };
    expect(await complaints({ events: [shift, raise] })).toEqual([]);
    expect(await complaints({ events: [{ ...raise, at: '3h' }, shift] })).toHaveLength(1);
  });
});
