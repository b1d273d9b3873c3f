import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import type { OperationAction, OperationFate } from '../../../src/platform/operations/operation.js';
import type { OperationDuration, PlatformOptions } from '../../../src/platform/store/options.js';
import { A_SECOND_EACH, demoProject, HOUR, MINUTE, refusal, SECOND, START, told } from '../demo-platform.js';

/** A project whose next operation of an action meets a given fate. */
function fated(options: PlatformOptions = {}, settings: object = {}) {
  const next = new Map<OperationAction, OperationFate>();
  const fate = (action: OperationAction) => {
    const found = next.get(action);
    next.delete(action);
    return found;
  };
  const demo = demoProject({ ...options, fate }, settings);
  const list = (now: number, limit = 2) =>
    demo.ask(CONTRACT.listProjectOperations, { limit }, now).operations;
  return { ...demo, next, list };
}

describe('an operation that fails', () => {
  test('has a duration and an error; a compute that should have started is idle, and wakes the next time', () => {
    const { platform, next, list, states, endpoint_id, ready } = fated();
    const idle = ready + HOUR;
    next.set('start_compute', 'fails');
    platform.touch(endpoint_id, idle);
    expect(list(idle, 1)[0]).toMatchObject({ status: 'running', failures_count: 0, error: undefined });
    expect(states(idle + SECOND)).toBe('idle');
    expect(list(idle + SECOND, 1)[0]).toMatchObject({
      status: 'failed',
      failures_count: 1,
      error: 'made to fail by a fault',
      total_duration_ms: 1000,
      updated_at: '2026-01-05T01:00:03Z',
    });
    expect(platform.touch(endpoint_id, idle + SECOND).woken).toBe(true);
    expect(states(idle + 2 * SECOND)).toBe('active');
  });

  test('of a new compute leaves it idle', () => {
    const { ask, next, states, branch_id, ready } = fated();
    next.set('start_compute', 'fails');
    const endpoint = { branch_id, type: 'read_only' as const };
    const { id } = ask(CONTRACT.createProjectEndpoint, { endpoint }, ready).endpoint;
    expect([states(ready, id), states(ready + SECOND, id)]).toEqual(['init, then active', 'idle']);
  });

  test('of a new branch leaves it as it began, with nothing pending; its compute starts all the same', () => {
    const { ask, next, states, ready } = fated();
    next.set('create_branch', 'fails');
    const endpoints = [{ type: 'read_write' as const }];
    const made = ask(CONTRACT.createProjectBranch, { endpoints }, ready);
    const shown = (now: number) => {
      const { branch } = ask(CONTRACT.getProjectBranch, { branch_id: made.branch.id }, now);
      return [branch.current_state, branch.pending_state, branch.state_changed_at];
    };
    expect(shown(ready)).toEqual(['init', 'ready', '2026-01-05T00:00:02Z']);
    expect(shown(ready + SECOND)).toEqual(['init', undefined, '2026-01-05T00:00:02Z']);
    expect(states(ready + 2 * SECOND, made.endpoints[0]!.id)).toBe('active');
  });

  test('the suspension of a restart does not keep the start from its turn', () => {
    const { ask, next, list, states, ids, ready } = fated();
    next.set('suspend_compute', 'fails');
    ask(CONTRACT.restartProjectEndpoint, ids, ready);
    expect(states(ready + SECOND)).toBe('idle, then active');
    expect(told(list(ready + SECOND))).toEqual(['start_compute running', 'suspend_compute failed']);
    expect(states(ready + 2 * SECOND)).toBe('active');
  });

  test('an edit leaves an active compute active', () => {
    const { ask, next, states, ids, ready } = fated();
    next.set('apply_config', 'fails');
    const endpoint = { suspend_timeout_seconds: 600 };
    ask(CONTRACT.updateProjectEndpoint, { ...ids, endpoint }, ready);
    expect([states(ready), states(ready + SECOND)]).toEqual(['active, then active', 'active']);
    // It is suspended when it has been idle for as long as ever.
    next.set('apply_config', 'fails');
    const sooner = { suspend_timeout_seconds: 599 };
    ask(CONTRACT.updateProjectEndpoint, { ...ids, endpoint: sooner }, ready + 9.5 * MINUTE);
    expect(states(ready + 599 * SECOND - 1)).toBe('active');
    expect(states(ready + 599 * SECOND)).toBe('active, then idle');
  });

  test('of what is gone by then leaves nothing', () => {
    const { ask, next, list, ids, branch_id, ready } = fated();
    next.set('suspend_compute', 'fails');
    ask(CONTRACT.deleteProjectEndpoint, ids, ready);
    expect(told(list(ready + SECOND, 1))).toEqual(['suspend_compute failed']);
    next.set('create_branch', 'fails');
    const branch = { expires_at: new Date(ready + MINUTE + 500).toISOString() };
    ask(CONTRACT.createProjectBranch, { branch }, ready + MINUTE);
    expect(told(list(ready + HOUR))).toEqual(['delete_timeline finished', 'create_branch failed']);
    next.set('create_timeline', 'fails');
    const own = { source_branch_id: branch_id, source_lsn: '0/1DE2850', preserve_under_name: 'before' };
    ask(CONTRACT.restoreProjectBranch, { branch_id, ...own }, ready + HOUR);
    const shown = ask(CONTRACT.getProjectBranch, { branch_id }, ready + HOUR + MINUTE).branch;
    expect([shown.current_state, shown.pending_state]).toEqual(['resetting', undefined]);
  });

  test('a suspension leaves it active; a connection that waited for it finds it so, and the start is skipped', () => {
    const { ask, platform, next, list, states, ids, endpoint_id, ready } = fated();
    next.set('suspend_compute', 'fails');
    ask(CONTRACT.suspendProjectEndpoint, ids, ready);
    expect(platform.touch(endpoint_id, ready + 500).woken).toBe(true);
    expect(states(ready + 500)).toBe('active, then active');
    expect(states(ready + SECOND)).toBe('active');
    expect(told(list(ready + SECOND))).toEqual(['start_compute skipped', 'suspend_compute failed']);
    const { project } = ask(CONTRACT.getProject, {}, ready + 100 * SECOND);
    expect([project.active_time_seconds, project.locked]).toEqual([100, false]);
  });

  test('a suspension that never succeeds is tried again every minute, by the quota too', () => {
    const fate = (action: OperationAction) => (action === 'suspend_compute' ? 'fails' : undefined);
    const operation_duration_ms = { ...A_SECOND_EACH, suspend_compute: 0 };
    const idle = demoProject({ operation_duration_ms, fate });
    const quota = { quota: { active_time_seconds: 200 } };
    const used_up = demoProject({ operation_duration_ms, fate }, { settings: quota });
    const tries = ({ ask }: typeof idle, now: number) =>
      ask(CONTRACT.listProjectOperations, {}, now)
        .operations.filter(({ action }) => action === 'suspend_compute')
        .map(({ created_at, status }) => `${created_at} ${status}`)
        .reverse();
    const at = idle.ready + 7.5 * MINUTE;
    expect(tries(idle, at)).toEqual([
      '2026-01-05T00:05:02Z failed',
      '2026-01-05T00:06:02Z failed',
      '2026-01-05T00:07:02Z failed',
    ]);
    expect(idle.states(at)).toBe('active');
    expect(tries(used_up, used_up.ready + 5.5 * MINUTE)).toEqual([
      '2026-01-05T00:03:22Z failed',
      '2026-01-05T00:04:22Z failed',
      '2026-01-05T00:05:22Z failed',
    ]);
    // A connection in between puts the idle one off by its timeout, as ever.
    idle.platform.touch(idle.endpoint_id, at);
    expect(idle.platform.next_event_at).toBe(at + 5 * MINUTE);
  });

  test('a disabled compute that still runs takes no connections, but applies edits', () => {
    const { ask, platform, next, states, ids, endpoint_id, ready } = fated();
    next.set('suspend_compute', 'fails');
    const update = (endpoint: object, now: number) =>
      ask(CONTRACT.updateProjectEndpoint, { ...ids, endpoint }, now);
    expect(told(update({ disabled: true }, ready).operations)).toEqual(['suspend_compute running']);
    expect(states(ready + SECOND)).toBe('active');
    expect(refusal(() => platform.touch(endpoint_id, ready + SECOND))).toMatchObject({
      kind: 'unprocessable',
      code: 'ENDPOINT_DISABLED',
    });
    const edited = update({ suspend_timeout_seconds: 600 }, ready + SECOND);
    expect(told(edited.operations)).toEqual(['apply_config running']);
  });
});

describe('an operation that is stuck', () => {
  test('runs and locks the project until it is released, and lasts until then', () => {
    const { ask, platform, next, list, states, ids, endpoint_id, ready } = fated();
    const idle = ready + HOUR;
    next.set('start_compute', 'sticks');
    platform.touch(endpoint_id, idle);
    expect(states(idle + HOUR)).toBe('idle, then active');
    expect(refusal(() => ask(CONTRACT.createProjectBranch, {}, idle + HOUR)).kind).toBe('locked');
    const [stuck] = list(idle + HOUR, 1);
    expect(platform.release(stuck!.id, idle + HOUR)).toMatchObject({ id: stuck!.id, status: 'running' });
    expect(states(idle + HOUR)).toBe('active');
    expect(list(idle + HOUR, 1)[0]).toMatchObject({ status: 'finished', total_duration_ms: HOUR });
    expect(refusal(() => platform.release(stuck!.id, idle + 2 * HOUR)).kind).toBe('conflict');
    expect(ids.endpoint_id).toBe(endpoint_id);
  });

  test('released before its turn, takes its usual time', () => {
    const { ask, platform, next, list, states, ids, ready } = fated();
    next.set('start_compute', 'sticks');
    const [, start] = ask(CONTRACT.restartProjectEndpoint, ids, ready).operations;
    expect(platform.release(start!.id, ready + 500).status).toBe('scheduling');
    expect(states(ready + 2 * SECOND - 1)).toBe('idle, then active');
    expect(states(ready + 2 * SECOND)).toBe('active');
    expect(list(ready + MINUTE, 1)[0]!.total_duration_ms).toBe(1000);
  });
});

describe('how long an operation takes', () => {
  test('can be more than was drawn once it runs, never less', () => {
    const { platform, next, list, states, endpoint_id, ready } = fated();
    const idle = ready + HOUR;
    platform.touch(endpoint_id, idle);
    const [start] = list(idle, 1);
    platform.prolong(start!.id, idle + 5 * SECOND);
    expect(platform.next_event_at).toBe(idle + 5 * SECOND);
    platform.prolong(start!.id, idle + 2 * SECOND);
    expect(states(idle + 5 * SECOND - 1)).toBe('idle, then active');
    expect(states(idle + 5 * SECOND)).toBe('active');
    expect(list(idle + MINUTE, 1)[0]!.total_duration_ms).toBe(5000);
    const before = platform.tables();
    platform.prolong(start!.id, idle + HOUR);
    platform.prolong('none', idle + HOUR);
    expect(platform.tables()).toEqual(before);
    expect(next.size).toBe(0);
  });

  test('is the same, drawn between two bounds, or drawn by a distribution', () => {
    const took = (start_compute: OperationDuration) => {
      const { platform, endpoint_id, list } = fated({
        operation_duration_ms: { ...A_SECOND_EACH, start_compute },
      });
      for (let wake = 1; wake <= 20; wake++) platform.touch(endpoint_id, START + wake * HOUR);
      return list(START + 21 * HOUR, 100)
        .filter(({ action }) => action === 'start_compute')
        .map(({ total_duration_ms }) => total_duration_ms);
    };
    expect(new Set(took(700))).toEqual(new Set([700]));
    const between = took({ min_ms: 200, max_ms: 500 });
    const drawn = took((fraction) => 1000 + 1000 * fraction);
    for (const [durations, least, most] of [
      [between, 200, 500],
      [drawn, 1000, 2000],
    ] as const) {
      expect(durations).toHaveLength(21);
      expect(new Set(durations).size).toBeGreaterThan(10);
      expect(durations.every((each) => Number.isInteger(each) && each >= least && each <= most)).toBe(true);
      // Of 21 that are even between the bounds some are in either half.
      const middle = (least + most) / 2;
      expect(new Set(durations.map((each) => each < middle)).size).toBe(2);
    }
  });
});
