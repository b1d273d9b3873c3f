import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { DAY, demoProject, HOUR, MINUTE, refusal, SECOND, told } from './demo-platform.js';

describe('creating an endpoint', () => {
  test('answers current_state init, pending_state active and start_compute running; then it is active', () => {
    const { platform, caller, project_id, branch_id, ready, states } = demoProject();
    const { endpoint, operations } = platform.call(
      CONTRACT.createProjectEndpoint,
      caller,
      { project_id, endpoint: { branch_id, type: 'read_only' } },
      ready,
    );
    expect(endpoint).toMatchObject({ current_state: 'init', pending_state: 'active', type: 'read_only' });
    expect(endpoint.id).toMatch(/^ep-[a-z]+-[a-z]+-\d{8}$/);
    expect(endpoint.host).toBe(`${endpoint.id}.us-east-2.aws.neap.invalid`);
    expect(endpoint.last_active).toBeUndefined();
    expect(told(operations)).toEqual(['start_compute running']);
    expect(states(ready + SECOND, endpoint.id)).toBe('active');
    expect(
      platform.call(CONTRACT.getProjectEndpoint, caller, { project_id, endpoint_id: endpoint.id }, ready)
        .endpoint.last_active,
    ).toBe('2026-01-05T00:00:03Z');
  });

  test('a branch has at most one primary read-write compute and any number of read replicas', () => {
    const { platform, caller, project_id, branch_id, ready } = demoProject();
    const add = (type: 'read_write' | 'read_only', at: number) =>
      platform.call(
        CONTRACT.createProjectEndpoint,
        caller,
        { project_id, endpoint: { branch_id, type } },
        at,
      );
    expect(refusal(() => add('read_write', ready)).kind).toBe('conflict');
    for (let replica = 0; replica < 5; replica++) add('read_only', ready + replica * SECOND);
    const { endpoints } = platform.call(
      CONTRACT.listProjectBranchEndpoints,
      caller,
      { project_id, branch_id },
      ready,
    );
    expect(endpoints.filter(({ type }) => type === 'read_only')).toHaveLength(5);
  });

  test('a disabled one stays idle, with no operations', () => {
    const { platform, caller, project_id, branch_id, ready } = demoProject();
    const { endpoint, operations } = platform.call(
      CONTRACT.createProjectEndpoint,
      caller,
      { project_id, endpoint: { branch_id, type: 'read_only', disabled: true } },
      ready,
    );
    expect([endpoint.current_state, endpoint.disabled, operations]).toEqual(['idle', true, []]);
  });

  test.each([
    ['settings must not be nil', { settings: {} }],
    ['name must have 1 to 64 characters', { name: '' }],
    ['unknown endpoint type "primary"', { type: 'primary' as 'read_write' }],
    ['unknown provisioner "k8s"', { provisioner: 'k8s' }],
    ['the provisioner k8s-pod does not autoscale', { provisioner: 'k8s-pod' }],
    ['region_id "aws-eu-west-2" is not the project', { region_id: 'aws-eu-west-2' }],
  ])('is refused with "%s" without creating an endpoint', (words, attributes) => {
    const { platform, caller, project_id, branch_id, ready } = demoProject();
    const endpoint = { branch_id, type: 'read_only' as const, ...attributes };
    const { kind, message } = refusal(() =>
      platform.call(CONTRACT.createProjectEndpoint, caller, { project_id, endpoint }, ready),
    );
    expect(kind).toBe('bad_request');
    expect(message).toContain(words);
    expect(
      platform.call(CONTRACT.listProjectEndpoints, caller, { project_id }, ready).endpoints,
    ).toHaveLength(1);
  });

  test('a missing branch and one of another project get the same answer', () => {
    const { platform, caller, outsider, project_id, ready } = demoProject();
    const theirs = platform.call(CONTRACT.createProject, outsider.caller, { project: {} }, ready).branch.id;
    for (const branch_id of [theirs, 'br-no-such-1']) {
      const endpoint = { branch_id, type: 'read_only' as const };
      const call = () =>
        platform.call(CONTRACT.createProjectEndpoint, caller, { project_id, endpoint }, ready);
      expect(refusal(call).message).toBe('branch not found');
    }
  });
});

describe('deleting an endpoint', () => {
  test('an idle one is gone at once, with an empty array of operations', () => {
    const { platform, caller, ids, ready } = demoProject();
    const idle = ready + 10 * MINUTE;
    const deleted = platform.call(CONTRACT.deleteProjectEndpoint, caller, ids, idle);
    expect(deleted).toMatchObject({
      endpoint: { id: ids.endpoint_id, current_state: 'idle' },
      operations: [],
    });
    expect(refusal(() => platform.call(CONTRACT.getProjectEndpoint, caller, ids, idle)).message).toBe(
      'endpoint not found',
    );
  });

  test('an active one is suspended', () => {
    const { platform, caller, ids, ready } = demoProject();
    const deleted = platform.call(CONTRACT.deleteProjectEndpoint, caller, ids, ready)!;
    expect(told(deleted.operations)).toEqual(['suspend_compute running']);
    expect(platform.call(CONTRACT.listProjectEndpoints, caller, ids, ready).endpoints).toEqual([]);
    platform.advance(ready + SECOND);
    expect(platform.call(CONTRACT.getProject, caller, ids, ready + SECOND).project.locked).toBe(false);
  });

  test('of one that is not there there is nothing to delete', () => {
    const { platform, caller, project_id, ready } = demoProject();
    const input = { project_id, endpoint_id: 'ep-no-such-1' };
    expect(platform.call(CONTRACT.deleteProjectEndpoint, caller, input, ready)).toBeUndefined();
  });

  test('one that is added later has different connection details', () => {
    const { platform, caller, ids, project_id, branch_id, show, ready } = demoProject();
    const { host } = show(ready);
    platform.call(CONTRACT.deleteProjectEndpoint, caller, ids, ready);
    const endpoint = { branch_id, type: 'read_write' as const };
    const added = platform.call(
      CONTRACT.createProjectEndpoint,
      caller,
      { project_id, endpoint },
      ready + SECOND,
    );
    expect(added.endpoint.host).not.toBe(host);
  });
});

describe('suspension and waking', () => {
  test('after five idle minutes an active compute is suspended', () => {
    const { platform, caller, project_id, states, show, ready } = demoProject();
    expect(platform.next_event_at).toBe(ready + 5 * MINUTE);
    expect(states(ready + 5 * MINUTE - 1)).toBe('active');
    expect(states(ready + 5 * MINUTE)).toBe('active, then idle');
    expect(states(ready + 5 * MINUTE + SECOND)).toBe('idle');
    expect(show(ready + HOUR).suspended_at).toBe('2026-01-05T00:05:03Z');
    const [latest] = platform.call(
      CONTRACT.listProjectOperations,
      caller,
      { project_id },
      ready + HOUR,
    ).operations;
    expect(latest).toMatchObject({ action: 'suspend_compute', status: 'finished', total_duration_ms: 1000 });
  });

  test('each connection resets the inactivity timer', () => {
    const { platform, endpoint_id, states, ready } = demoProject();
    for (let minute = 1; minute <= 8; minute++) platform.touch(endpoint_id, ready + minute * MINUTE);
    expect(states(ready + 13 * MINUTE - 1)).toBe('active');
    expect(states(ready + 13 * MINUTE)).toBe('active, then idle');
  });

  test('a connection wakes an idle compute within the time a start takes', () => {
    const { platform, endpoint_id, states, show, ready } = demoProject();
    const later = ready + HOUR;
    expect(platform.touch(endpoint_id, later)).toMatchObject({ woken: true });
    expect(states(later)).toBe('idle, then active');
    expect(platform.touch(endpoint_id, later + 1).woken).toBe(false);
    expect(states(later + SECOND)).toBe('active');
    expect(show(later + SECOND).started_at).toBe('2026-01-05T01:00:03Z');
    expect(states(later + SECOND + 5 * MINUTE)).toBe('active, then idle');
  });

  test('a connection during the suspension is answered when it has finished', () => {
    const { platform, endpoint_id, states, ready } = demoProject();
    const stops = ready + 5 * MINUTE;
    expect(platform.touch(endpoint_id, stops + 500).woken).toBe(true);
    expect(states(stops + 500)).toBe('active, then active');
    expect(states(stops + SECOND)).toBe('idle, then active');
    expect(states(stops + 2 * SECOND)).toBe('active');
  });

  test('the start call wakes an idle compute, and leaves an active one as it is', () => {
    const { platform, caller, ids, states, ready } = demoProject();
    expect(platform.call(CONTRACT.startProjectEndpoint, caller, ids, ready).operations).toEqual([]);
    const later = ready + HOUR;
    const { endpoint, operations } = platform.call(CONTRACT.startProjectEndpoint, caller, ids, later);
    expect(endpoint).toMatchObject({ current_state: 'idle', pending_state: 'active' });
    expect(told(operations)).toEqual(['start_compute running']);
    expect(states(later + SECOND)).toBe('active');
  });

  test('the suspend call suspends an active compute, and leaves an idle one as it is', () => {
    const { platform, caller, ids, states, ready } = demoProject();
    const { endpoint, operations } = platform.call(CONTRACT.suspendProjectEndpoint, caller, ids, ready);
    expect(endpoint).toMatchObject({ current_state: 'active', pending_state: 'idle' });
    expect(told(operations)).toEqual(['suspend_compute running']);
    const again = refusal(() => platform.call(CONTRACT.suspendProjectEndpoint, caller, ids, ready));
    expect([again.kind, again.message]).toEqual([
      'locked',
      'endpoint is in some transitive state, could not suspend',
    ]);
    expect(states(ready + SECOND)).toBe('idle');
    expect(platform.call(CONTRACT.suspendProjectEndpoint, caller, ids, ready + SECOND).operations).toEqual(
      [],
    );
  });

  test('with a timeout of -1 a compute never suspends', () => {
    const { platform, states, ready } = demoProject(
      {},
      {
        default_endpoint_settings: { suspend_timeout_seconds: -1 },
      },
    );
    expect(platform.next_event_at).toBeUndefined();
    expect(states(ready + 400 * DAY)).toBe('active');
  });

  test('a disabled compute is suspended, and neither a connection nor the start call wakes it', () => {
    const { platform, caller, ids, endpoint_id, states, ready } = demoProject();
    const { operations } = platform.call(
      CONTRACT.updateProjectEndpoint,
      caller,
      { ...ids, endpoint: { disabled: true } },
      ready,
    );
    expect(told(operations)).toEqual(['suspend_compute running']);
    const later = ready + MINUTE;
    expect(states(later)).toBe('idle');
    expect(refusal(() => platform.touch(endpoint_id, later)).code).toBe('ENDPOINT_DISABLED');
    expect(refusal(() => platform.call(CONTRACT.startProjectEndpoint, caller, ids, later)).kind).toBe(
      'unprocessable',
    );
    platform.call(CONTRACT.updateProjectEndpoint, caller, { ...ids, endpoint: { disabled: false } }, later);
    expect(platform.touch(endpoint_id, later).woken).toBe(true);
  });
});

describe('restarting', () => {
  test('an active compute is suspended and started: connections are interrupted, then it runs again', () => {
    const { platform, caller, ids, states, ready } = demoProject();
    const { endpoint, operations } = platform.call(CONTRACT.restartProjectEndpoint, caller, ids, ready);
    expect(endpoint).toMatchObject({ current_state: 'idle', pending_state: 'active' });
    expect(told(operations)).toEqual(['suspend_compute running', 'start_compute scheduling']);
    expect(states(ready + SECOND)).toBe('idle, then active');
    expect(states(ready + 2 * SECOND)).toBe('active');
  });

  test('is only accepted on an active compute', () => {
    const { platform, caller, ids, ready } = demoProject();
    const { kind, message } = refusal(() =>
      platform.call(CONTRACT.restartProjectEndpoint, caller, ids, ready + HOUR),
    );
    expect(kind).toBe('unprocessable');
    expect(message).toContain('endpoint is not active');
  });
});

describe('the limit on concurrently active computes', () => {
  test('keeps the excess compute idle; the compute of the default branch is not counted', () => {
    const { platform, caller, project_id, branch_id, endpoint_id, states, ready } = demoProject({
      active_endpoints_limit: 1,
    });
    const replica = (at: number) =>
      platform.call(
        CONTRACT.createProjectEndpoint,
        caller,
        { project_id, endpoint: { branch_id, type: 'read_only' } },
        at,
      );
    const first = replica(ready).endpoint;
    const second = replica(ready + SECOND).endpoint;
    expect([first.current_state, second.current_state]).toEqual(['init', 'idle']);
    const blocked = refusal(() => platform.touch(second.id, ready + SECOND));
    expect(blocked.code).toBe('ACTIVE_ENDPOINTS_LIMIT_EXCEEDED');
    const later = ready + 10 * MINUTE;
    expect(platform.touch(second.id, later).woken).toBe(true);
    expect(platform.touch(endpoint_id, later).woken).toBe(true);
    expect(states(later + 2 * SECOND)).toBe('active');
  });
});
