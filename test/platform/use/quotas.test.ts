import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import {
  A_SECOND_EACH,
  demoPlatform,
  demoProject,
  HOUR,
  MINUTE,
  refusal,
  SECOND,
  START,
  told,
} from '../demo-platform.js';

const always_on = (quota: object, cu = 1) => ({
  default_endpoint_settings: {
    autoscaling_limit_min_cu: cu,
    autoscaling_limit_max_cu: cu,
    suspend_timeout_seconds: -1,
  },
  settings: { quota },
});

describe('a quota of active time', () => {
  test('counts every compute of the project, whatever its size, and suspends them all', () => {
    const { ask, platform, states, endpoint_id, branch_id, ready } = demoProject(
      {},
      always_on({ active_time_seconds: 600 }, 2),
    );
    const endpoint = { branch_id, type: 'read_only' as const };
    const replica = ask(CONTRACT.createProjectEndpoint, { endpoint }, ready + 99 * SECOND).endpoint.id;
    // A hundred seconds of one, then two at once.
    const used_up = ready + 350 * SECOND;
    expect(platform.next_event_at).toBe(ready + 100 * SECOND);
    expect([states(used_up - 1), states(used_up - 1, replica)]).toEqual(['active', 'active']);
    expect(platform.next_event_at).toBe(used_up);
    expect([states(used_up), states(used_up, replica)]).toEqual(['active, then idle', 'active, then idle']);
    expect([states(used_up + 2 * SECOND), states(used_up + 2 * SECOND, replica)]).toEqual(['idle', 'idle']);
    const refused = refusal(() => platform.touch(endpoint_id, used_up + MINUTE));
    expect([refused.kind, refused.code, refused.message]).toEqual([
      'unprocessable',
      'ACTIVE_TIME_QUOTA_EXCEEDED',
      'Your project has exceeded the active time quota. Upgrade your plan to increase limits.',
    ]);
  });

  test('a quota of 0 is none', () => {
    const { states, ready } = demoProject({}, always_on({ active_time_seconds: 0, compute_time_seconds: 0 }));
    expect(states(ready + 30 * 24 * HOUR)).toBe('active');
  });
});

test('a quota that is far from used up when the month ends suspends nothing', () => {
  const { states, ready } = demoProject({}, always_on({ active_time_seconds: 40 * 24 * 3600 }));
  expect(states(ready + 60 * 24 * HOUR)).toBe('active');
});

test('a compute that is being suspended already is not suspended again when the quota is used up', () => {
  const operation_duration_ms = { ...A_SECOND_EACH, suspend_compute: 5 * MINUTE };
  const { ask, platform, states, ids, branch_id, endpoint_id, ready } = demoProject(
    { operation_duration_ms },
    always_on({ compute_time_seconds: 600 }),
  );
  const endpoint = { branch_id, type: 'read_only' as const };
  const replica = ask(CONTRACT.createProjectEndpoint, { endpoint }, ready).endpoint.id;
  // One second of one, then two at once: used up after 300.5 s.
  const used_up = ready + 300_500;
  ask(CONTRACT.suspendProjectEndpoint, ids, used_up - 10 * SECOND);
  expect([states(used_up - 1), states(used_up - 1, replica)]).toEqual(['active, then idle', 'active']);
  expect(states(used_up, replica)).toBe('active, then idle');
  const { operations } = ask(CONTRACT.listProjectOperations, { limit: 3 }, used_up);
  expect(told(operations)).toEqual([
    'suspend_compute scheduling',
    'suspend_compute running',
    'start_compute finished',
  ]);
  expect(operations[1]!.endpoint_id).toBe(endpoint_id);
  expect(platform.next_event_at).toBe(used_up + 5 * MINUTE - 10 * SECOND);
});

test('the use of a compute counts on when it is deleted, and an idle one adds nothing', () => {
  const { ask, ids, ready } = demoProject();
  const used = (now: number) => ask(CONTRACT.getProject, {}, now).project.active_time_seconds;
  expect(ask(CONTRACT.deleteProjectEndpoint, ids, ready + HOUR)!.operations).toEqual([]);
  expect([used(ready + HOUR), used(ready + 2 * HOUR)]).toEqual([301, 301]);
  const fresh = demoProject();
  fresh.ask(CONTRACT.deleteProjectEndpoint, fresh.ids, fresh.ready + 100 * SECOND);
  const { project } = fresh.ask(CONTRACT.getProject, {}, fresh.ready + HOUR);
  expect([project.active_time_seconds, project.compute_time_seconds]).toEqual([100, 25]);
});

describe('a plan', () => {
  test("is the organization's for its projects, and the user's for their own", () => {
    const { platform, admin } = demoPlatform();
    const rich = platform.signUp({ name: 'Ian', email: 'ian@example.com', plan: 'business' }, START);
    const { key } = platform.issueApiKey({ user_id: rich.id, key_name: 'first' }, START);
    const caller = platform.authenticate(key, '192.0.2.1', START);
    const org = platform.createOrganization({ name: 'Club', admin_user_id: rich.id, plan: 'launch' }, START);
    const of = (who: typeof caller, project: object) =>
      platform.call(CONTRACT.createProject, who, { project }, START).project.owner!;
    expect(of(caller, {})).toMatchObject({
      name: 'Ian',
      branches_limit: 5000,
      subscription_type: 'business',
    });
    expect(of(caller, { org_id: org.id })).toMatchObject({ name: 'Club', subscription_type: 'launch_v3' });
    expect(of(admin.caller, {}).subscription_type).toBe('scale_v3');
  });

  test('limits the number of projects, and names the limit in the refusal', () => {
    const { platform, admin } = demoPlatform({ default_plan: 'free' });
    const create = (count: number) =>
      platform.call(CONTRACT.createProject, admin.caller, { project: { name: `p${count}` } }, START);
    for (let count = 0; count < 100; count++) create(count);
    const { kind, code, message } = refusal(() => create(100));
    expect([kind, code, message]).toEqual([
      'unprocessable',
      'PROJECTS_LIMIT_EXCEEDED',
      'the free plan allows 100 projects',
    ]);
  });

  test('that was not there yet on the day whose limits apply is named with the day', () => {
    expect(() => demoProject({ plans_as_of: '2020-01-01' })).toThrow(
      new RangeError('unknown plan "scale" as of 2020-01-01'),
    );
  });
});
