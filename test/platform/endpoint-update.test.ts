import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { demoProject, HOUR, MINUTE, refusal, SECOND, told } from './demo-platform.js';

function demoUpdates(options = {}) {
  const demo = demoProject(options);
  const { platform, caller, ids } = demo;
  const update = (endpoint: object, at: number) =>
    platform.call(CONTRACT.updateProjectEndpoint, caller, { ...ids, endpoint }, at);
  return { ...demo, update };
}

describe('updating an idle compute', () => {
  test('by branch_id: current_state and pending_state idle, apply_config running, suspend_compute scheduling', () => {
    const { platform, caller, project_id, update, states, show, ready } = demoUpdates();
    const idle = ready + HOUR;
    const { branch } = platform.call(CONTRACT.createProjectBranch, caller, { project_id }, idle);
    const { endpoint, operations } = update({ branch_id: branch.id }, idle + SECOND);
    expect(endpoint).toMatchObject({ current_state: 'idle', pending_state: 'idle', branch_id: branch.id });
    expect(told(operations)).toEqual(['apply_config running', 'suspend_compute scheduling']);
    expect(states(idle + 2 * SECOND)).toBe('idle, then idle');
    expect(states(idle + 3 * SECOND)).toBe('idle');
    expect(show(idle + HOUR).branch_id).toBe(branch.id);
  });

  test('a connection in between waits until the update is through, and finds it active', () => {
    const { platform, endpoint_id, update, states, ready } = demoUpdates();
    const idle = ready + HOUR;
    update({ suspend_timeout_seconds: 600 }, idle);
    expect(platform.touch(endpoint_id, idle + 1).woken).toBe(true);
    expect(states(idle + SECOND)).toBe('idle, then active');
    expect(states(idle + 2 * SECOND)).toBe('idle, then active');
    expect(states(idle + 3 * SECOND)).toBe('active');
  });
});

describe('updating an active compute', () => {
  test.each([
    ['a fixed size', { autoscaling_limit_min_cu: 4, autoscaling_limit_max_cu: 4 }],
    ['the autoscaling minimum', { autoscaling_limit_min_cu: 1 }],
    ['the autoscaling maximum', { autoscaling_limit_max_cu: 8 }],
    ['Postgres settings', { settings: { pg_settings: { work_mem: '64MB' } } }],
  ])('%s takes effect at once and restarts it: connections are dropped', (_what, change) => {
    const { update, states, show, ready } = demoUpdates();
    const { endpoint, operations } = update(change, ready + MINUTE);
    expect(endpoint).toMatchObject({ ...change, current_state: 'idle', pending_state: 'active' });
    expect(told(operations)).toEqual(['apply_config running']);
    expect(states(ready + MINUTE + SECOND)).toBe('active');
    expect(show(ready + MINUTE + SECOND).started_at).toBe('2026-01-05T00:01:03Z');
  });

  test('the scale to zero setting takes effect without a restart', () => {
    const { update, states, show, ready } = demoUpdates();
    const { endpoint, operations } = update({ suspend_timeout_seconds: 60 }, ready + SECOND);
    expect(endpoint).toMatchObject({ current_state: 'active', pending_state: 'active' });
    expect(told(operations)).toEqual(['apply_config running']);
    expect(show(ready + 2 * SECOND).started_at).toBe('2026-01-05T00:00:02Z');
    expect(states(ready + MINUTE - 1)).toBe('active');
    expect(states(ready + MINUTE)).toBe('active, then idle');
  });

  test('its name takes no operation, nor does what is as it was', () => {
    const { update, ready } = demoUpdates();
    expect(update({ name: 'main compute' }, ready)).toMatchObject({
      endpoint: { name: 'main compute', current_state: 'active' },
      operations: [],
    });
    expect(update({ autoscaling_limit_min_cu: 0.25 }, ready).operations).toEqual([]);
    expect(update({}, ready).operations).toEqual([]);
  });

  test('an automatic resize does not restart the compute', () => {
    const { platform, endpoint_id, states, ready } = demoUpdates();
    platform.resize(endpoint_id, 1.5, ready);
    expect(states(ready)).toBe('active');
    expect(refusal(() => platform.resize(endpoint_id, 3, ready)).message).toContain('0.25 to 2 CU');
  });
});

describe('an update is refused', () => {
  test('by branch_id when the target branch already has a primary read-write compute', () => {
    const { platform, caller, project_id, update, show, ready } = demoUpdates();
    const input = { project_id, endpoints: [{ type: 'read_write' as const }] };
    const { branch } = platform.call(CONTRACT.createProjectBranch, caller, input, ready);
    const later = ready + HOUR;
    expect(refusal(() => update({ branch_id: branch.id }, later)).kind).toBe('conflict');
    expect(refusal(() => update({ branch_id: 'br-no-such-1' }, later)).message).toBe('branch not found');
    expect(show(later).branch_id).not.toBe(branch.id);
  });

  test.each([
    ['17 CU is not a size', { autoscaling_limit_min_cu: 17, autoscaling_limit_max_cu: 17 }],
    ['the minimum of 4 CU is above the maximum of 2 CU', { autoscaling_limit_min_cu: 4 }],
    ['autoscaling reaches 16 CU at most', { autoscaling_limit_min_cu: 12, autoscaling_limit_max_cu: 18 }],
    ['59 is not a suspend timeout', { suspend_timeout_seconds: 59 }],
    ['604801 is not a suspend timeout', { suspend_timeout_seconds: 604_801 }],
    ['settings must not be nil', { settings: {} }],
  ])('with "%s", and nothing changes', (words, change) => {
    const { platform, update, ready } = demoUpdates();
    const before = platform.tables();
    const { kind, message } = refusal(() => update(change, ready + SECOND));
    expect(kind).toBe('bad_request');
    expect(message).toContain(words);
    expect(platform.tables()).toEqual(before);
  });

  test('with limits that differ by more than 8 CU, under the current rules only', () => {
    const wide = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 16 };
    const { update, ready } = demoUpdates({ rule_book: 'platform' });
    const { kind, message } = refusal(() => update(wide, ready + SECOND));
    expect([kind, message]).toEqual(['bad_request', expect.stringContaining('a maximum of 8 CU or less')]);
    const seed = demoUpdates();
    expect(seed.update(wide, seed.ready + SECOND).endpoint).toMatchObject(wide);
  });

  test('when the plan does not allow the size or the timeout', () => {
    const { update, ready } = demoUpdates({ default_plan: 'free' });
    const sized = refusal(() => update({ autoscaling_limit_max_cu: 4 }, ready));
    expect([sized.kind, sized.message]).toEqual([
      'unprocessable',
      'the free plan allows autoscaling up to 2 CU, not 4',
    ]);
    expect(refusal(() => update({ suspend_timeout_seconds: -1 }, ready)).kind).toBe('unprocessable');
  });
});

describe('sizes', () => {
  test('above 16 CU a compute is fixed and always active', () => {
    const { update, states, ready } = demoUpdates();
    const large = { autoscaling_limit_min_cu: 56, autoscaling_limit_max_cu: 56 };
    expect(update(large, ready).endpoint.suspend_timeout_seconds).toBe(-1);
    expect(states(ready + 10 * HOUR)).toBe('active');
    const { message } = refusal(() => update({ suspend_timeout_seconds: 300 }, ready + 10 * HOUR));
    expect(message).toContain('always active');
  });
});
