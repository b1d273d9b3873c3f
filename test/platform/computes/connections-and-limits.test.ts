import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { demoProject, HOUR, MINUTE, refusal, SECOND, told } from '../demo-platform.js';

function computes(options = {}, settings: object = {}) {
  const demo = demoProject(options, settings);
  const { ask, branch_id } = demo;
  const replica = (now: number, endpoint: object = {}) =>
    ask(
      CONTRACT.createProjectEndpoint,
      { endpoint: { type: 'read_only', branch_id, ...endpoint } as never },
      now,
    ).endpoint.id;
  /** A new branch with its primary compute. */
  const branch = (now: number) =>
    ask(CONTRACT.createProjectBranch, { endpoints: [{ type: 'read_write' as const }] }, now);
  return { ...demo, replica, branch };
}

describe('a connection', () => {
  test('to an active compute counts as its latest activity, and wakes nothing', () => {
    const { platform, show, endpoint_id, ready } = computes();
    const touched = platform.touch(endpoint_id, ready + MINUTE);
    expect(touched).toMatchObject({ woken: false, endpoint: { id: endpoint_id, current_state: 'active' } });
    expect(touched.endpoint.last_active).toBe('2026-01-05T00:01:02Z');
    expect(show(ready + MINUTE).last_active).toBe('2026-01-05T00:01:02Z');
  });

  test('to a starting compute waits, and counts as activity only after the start', () => {
    const { platform, show, replica, ready } = computes();
    const id = replica(ready);
    const touched = platform.touch(id, ready + 500);
    expect(touched).toMatchObject({ woken: false, endpoint: { id, current_state: 'init' } });
    expect(show(ready + 500, id).last_active).toBeUndefined();
    expect(show(ready + 2 * SECOND, id).last_active).toBe('2026-01-05T00:00:03Z');
  });

  test('is refused with the reason', () => {
    const { platform, ask, ids, endpoint_id, ready } = computes();
    ask(CONTRACT.updateProjectEndpoint, { ...ids, endpoint: { disabled: true } }, ready);
    const words = "The requested endpoint could not be found, or you don't have access to it.";
    const idle = ready + MINUTE;
    for (const call of [
      () => platform.touch(endpoint_id, idle),
      () => ask(CONTRACT.startProjectEndpoint, ids, idle),
    ]) {
      const { kind, code, message } = refusal(call);
      expect([kind, code, message]).toEqual(['unprocessable', 'ENDPOINT_DISABLED', words]);
    }
    ask(CONTRACT.deleteProject, {}, idle);
    expect(refusal(() => platform.touch(endpoint_id, idle))).toMatchObject({
      kind: 'not_found',
      code: 'ENDPOINT_NOT_FOUND',
    });
  });
});

test('an automatic resize of a compute that sleeps changes nothing', () => {
  const { platform, ask, endpoint_id, ready } = computes();
  const before = platform.tables();
  platform.advance(ready + HOUR);
  platform.resize(endpoint_id, 2, ready + HOUR);
  const { project } = ask(CONTRACT.getProject, {}, ready + 2 * HOUR);
  expect([project.active_time_seconds, project.compute_time_seconds]).toEqual([301, 75]);
  expect([...before.endpoints]).toHaveLength(1);
});

test('a branch can be empty again', () => {
  const { platform, ask, branch_id, ready } = computes();
  const size = () => ask(CONTRACT.getProjectBranch, { branch_id }, ready).branch.logical_size;
  platform.setLogicalSize(branch_id, 1000, ready);
  expect(size()).toBe(1000);
  platform.setLogicalSize(branch_id, 0, ready);
  expect(size()).toBe(0);
});

describe('the start call', () => {
  test('leaves an active compute as it is, whatever limit is reached', () => {
    const { ask, show, replica, ready } = computes({ active_endpoints_limit: 1 });
    const id = replica(ready);
    const before = show(ready + MINUTE, id);
    const { endpoint, operations } = ask(CONTRACT.startProjectEndpoint, { endpoint_id: id }, ready + MINUTE);
    expect([endpoint, operations]).toEqual([before, []]);
    expect(endpoint.updated_at).toBe('2026-01-05T00:00:03Z');
  });

  test('of one that is starting is refused as its other calls are', () => {
    const { ask, replica, ready } = computes();
    const endpoint_id = replica(ready);
    expect(refusal(() => ask(CONTRACT.startProjectEndpoint, { endpoint_id }, ready + 1)).kind).toBe('locked');
  });
});

test('an idle compute is deleted at once, though another is being changed', () => {
  const { ask, ids, replica, ready } = computes();
  const idle = ready + HOUR;
  replica(idle);
  expect(ask(CONTRACT.deleteProjectEndpoint, ids, idle + 1)).toMatchObject({ operations: [] });
});

describe('the limit on active computes', () => {
  test('counts the primary computes of other branches, and says what it is', () => {
    const { platform, states, branch, ready } = computes({ active_endpoints_limit: 1 });
    const first = branch(ready).endpoints[0]!;
    const second = branch(ready + MINUTE).endpoints[0]!;
    expect([states(ready + 2 * MINUTE, first.id), second.current_state]).toEqual(['active', 'idle']);
    const { kind, code, message } = refusal(() => platform.touch(second.id, ready + 2 * MINUTE));
    expect([kind, code, message]).toEqual([
      'unprocessable',
      'ACTIVE_ENDPOINTS_LIMIT_EXCEEDED',
      'You have exceeded the limit of concurrently active endpoints. Please suspend some endpoints and try again.',
    ]);
  });

  test('holds for as many where the default branch has no compute, or one that sleeps', () => {
    const sleeping = computes({ active_endpoints_limit: 1 });
    const idle = sleeping.ready + HOUR;
    expect(
      [sleeping.replica(idle), sleeping.replica(idle + 2 * SECOND)].map((id) =>
        sleeping.states(idle + MINUTE, id),
      ),
    ).toEqual(['active', 'idle']);
    const none = computes({ active_endpoints_limit: 1 });
    none.ask(CONTRACT.deleteProjectEndpoint, none.ids, none.ready);
    const at = none.ready + MINUTE;
    expect(
      [none.replica(at), none.replica(at + 2 * SECOND)].map((id) => none.states(at + 30 * SECOND, id)),
    ).toEqual(['active', 'idle']);
  });
});

describe('roles and databases', () => {
  test('of a branch without a compute, or with one that is switched off, take no operation', () => {
    const { ask, ids, branch_id, ready } = computes();
    const bare = ask(CONTRACT.createProjectBranch, {}, ready).branch.id;
    const create = (of: string, name: string, now: number) =>
      ask(CONTRACT.createProjectBranchRole, { branch_id: of, role: { name } }, now);
    expect(create(bare, 'sally', ready + SECOND)).toMatchObject({ role: { name: 'sally' }, operations: [] });
    expect(told(create(branch_id, 'sally', ready + MINUTE).operations)).toEqual(['apply_config running']);
    ask(CONTRACT.updateProjectEndpoint, { ...ids, endpoint: { disabled: true } }, ready + 2 * MINUTE);
    expect(create(branch_id, 'casey', ready + 3 * MINUTE).operations).toEqual([]);
  });
});
