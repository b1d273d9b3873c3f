import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { Platform } from '../../src/platform/platform.js';
import { DAY, demoPlatform, demoProject, HOUR, refusal, SECOND, START } from './demo-platform.js';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Every text of an answer whose name says that it is a moment, wherever it stands. */
function moments(answer: unknown, name = ''): readonly string[] {
  if (typeof answer === 'string') return /(_at|last_active)$/.test(name) ? [answer] : [];
  if (answer === null || typeof answer !== 'object') return [];
  return Object.entries(answer).flatMap(([key, value]) => moments(value, Array.isArray(answer) ? name : key));
}

describe('the fields that the specification names', () => {
  test('of a project in the list', () => {
    const { platform, caller, ready } = demoProject();
    const [project] = platform.call(CONTRACT.listProjects, caller, {}, ready).projects;
    expect(project).toMatchObject({
      id: expect.any(String),
      name: 'shop',
      platform_id: expect.any(String),
      region_id: expect.any(String),
      provisioner: expect.any(String),
      pg_version: expect.any(Number),
      locked: false,
      cpu_used_sec: expect.any(Number),
      branch_logical_size_limit: expect.any(Number),
      proxy_host: expect.any(String),
      created_at: '2026-01-05T00:00:00Z',
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    for (const number of [project!.pg_version, project!.cpu_used_sec, project!.branch_logical_size_limit]) {
      expect(Number.isInteger(number)).toBe(true);
    }
  });

  test('a project is locked as long as operations are in flight', () => {
    const { platform, caller, project_id, endpoint_id, ready } = demoProject();
    platform.call(CONTRACT.restartProjectEndpoint, caller, { project_id, endpoint_id }, ready);
    const locked = (now: number) => platform.call(CONTRACT.listProjects, caller, {}, now).projects[0]?.locked;
    expect([locked(ready), locked(ready + 2 * SECOND)]).toEqual([true, false]);
  });

  test('of an endpoint', () => {
    const { platform, caller, project_id, branch_id, ready } = demoProject();
    const { endpoint } = platform.call(
      CONTRACT.createProjectEndpoint,
      caller,
      { project_id, endpoint: { branch_id, type: 'read_only' } },
      ready,
    );
    expect(endpoint).toMatchObject({
      id: expect.stringMatching(/^ep-/),
      host: expect.stringContaining(endpoint.id),
      project_id,
      branch_id,
      region_id: expect.any(String),
      type: 'read_only',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 2,
      current_state: 'init',
      pending_state: 'active',
      settings: { pg_settings: {} },
      pooler_enabled: expect.any(Boolean),
      pooler_mode: 'transaction',
      disabled: false,
      passwordless_access: expect.any(Boolean),
      created_at: '2026-01-05T00:00:02Z',
      updated_at: '2026-01-05T00:00:02Z',
      proxy_host: expect.any(String),
    });
    expect('last_active' in JSON.parse(JSON.stringify(endpoint))).toBe(false);
  });

  test('pending_state is there while a change is in progress, and only then', () => {
    const { show, ready } = demoProject();
    expect('pending_state' in JSON.parse(JSON.stringify(show(ready)))).toBe(false);
    const fresh = demoProject();
    const { project_id, endpoint_id } = fresh;
    fresh.platform.call(
      CONTRACT.suspendProjectEndpoint,
      fresh.caller,
      { project_id, endpoint_id },
      fresh.ready,
    );
    expect(fresh.show(fresh.ready)).toMatchObject({ current_state: 'active', pending_state: 'idle' });
  });

  test('of an operation', () => {
    const { created, project_id, branch_id, endpoint_id } = demoProject();
    expect(created.operations).toHaveLength(2);
    for (const operation of created.operations) {
      expect(operation).toMatchObject({
        id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/),
        project_id,
        branch_id,
        failures_count: 0,
        created_at: '2026-01-05T00:00:00Z',
        updated_at: '2026-01-05T00:00:00Z',
      });
    }
    expect(created.operations[1]).toMatchObject({
      action: 'start_compute',
      status: 'scheduling',
      endpoint_id,
    });
  });

  test('every moment is ISO 8601 in UTC, to the second', () => {
    const { platform, caller, project_id, endpoint_id, ready } = demoProject();
    const now = ready + 123;
    platform.touch(endpoint_id, now);
    const answers = [
      platform.call(CONTRACT.listProjects, caller, {}, now),
      platform.call(CONTRACT.getProject, caller, { project_id }, now),
      platform.call(CONTRACT.listProjectEndpoints, caller, { project_id }, now),
      platform.call(CONTRACT.listProjectBranches, caller, { project_id }, now),
      platform.call(CONTRACT.listProjectOperations, caller, { project_id }, now),
      platform.call(CONTRACT.listApiKeys, caller, {}, now),
    ];
    const told = answers.flatMap((answer) => moments(JSON.parse(JSON.stringify(answer))));
    expect(told.length).toBeGreaterThan(15);
    for (const moment of told) expect(moment).toMatch(TIMESTAMP);
  });
});

describe('API keys', () => {
  test('are valid until they are revoked, however long that is', () => {
    const { admin, signIn } = demoPlatform();
    expect(signIn(admin.key, START + 20 * 365 * DAY)).toMatchObject({ kind: 'personal' });
  });

  test('have no strict limit on their number', () => {
    const { platform, admin, signIn } = demoPlatform();
    const keys = Array.from({ length: 2000 }, (_, index) =>
      platform.call(CONTRACT.createApiKey, admin.caller, { key_name: `key ${index}` }, START),
    );
    expect(new Set(keys.map(({ key }) => key)).size).toBe(2000);
    expect(platform.call(CONTRACT.listApiKeys, admin.caller, {}, START)).toHaveLength(2001);
    expect(signIn(keys[1999]!.key)).toMatchObject({ kind: 'personal' });
  });
});

test('a compute whose size was edited while it was idle has it at its next start', () => {
  const { platform, caller, project_id, endpoint_id, ready, show, states } = demoProject();
  const ids = { project_id, endpoint_id };
  platform.call(CONTRACT.suspendProjectEndpoint, caller, ids, ready);
  platform.call(
    CONTRACT.updateProjectEndpoint,
    caller,
    { ...ids, endpoint: { autoscaling_limit_min_cu: 3, autoscaling_limit_max_cu: 3 } },
    ready + SECOND,
  );
  expect(show(ready + SECOND)).toMatchObject({ autoscaling_limit_min_cu: 3, autoscaling_limit_max_cu: 3 });
  platform.call(CONTRACT.startProjectEndpoint, caller, ids, ready + 3 * SECOND);
  expect(states(ready + 4 * SECOND)).toBe('active');
  const [, row] = [...platform.tables().endpoints].find(([id]) => id === endpoint_id)!;
  expect(row.current_cu).toBe(3);
});

test('a compute is required to connect to the databases of a branch', () => {
  const { platform, caller, project_id, branch_id, ready } = demoProject();
  const { branch } = platform.call(CONTRACT.createProjectBranch, caller, { project_id }, ready);
  const later = ready + 5 * SECOND;
  const uriOf = (id: string) =>
    platform.call(
      CONTRACT.getConnectionURI,
      caller,
      { project_id, branch_id: id, database_name: 'neondb', role_name: 'neondb_owner' },
      later,
    ).uri;
  expect(uriOf(branch_id)).toContain('postgresql://neondb_owner:');
  expect(refusal(() => uriOf(branch.id)).kind).toBe('not_found');
  platform.call(
    CONTRACT.createProjectEndpoint,
    caller,
    { project_id, endpoint: { branch_id: branch.id, type: 'read_write' } },
    later,
  );
  expect(uriOf(branch.id)).toContain('@ep-');
});

test('a start takes a few hundred milliseconds unless told otherwise', () => {
  const platform = new Platform({ seed: 'starts' });
  const user = platform.signUp({ name: 'Ada', email: 'ada@example.com' }, START);
  const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, START);
  const caller = platform.authenticate(key, '192.0.2.1', START);
  const { project, endpoints } = platform.call(CONTRACT.createProject, caller, { project: {} }, START);
  const ids = { project_id: project.id, endpoint_id: endpoints[0]!.id };
  for (let start = 1; start <= 200; start++) platform.touch(ids.endpoint_id, START + start * HOUR);
  platform.advance(START + 201 * HOUR);
  const durations = [...platform.tables().operations]
    .map(([, row]) => row)
    .filter(({ action }) => action === 'start_compute')
    .map(({ duration_ms }) => duration_ms);
  expect(durations).toHaveLength(201);
  // As a scenario's wakes: half of them below 350 ms (of 201 draws 100.5 ± 2.58 · 7.1), one in a hundred above 2 s.
  const below = durations.filter((duration) => duration < 350).length;
  expect(below).toBeGreaterThan(82);
  expect(below).toBeLessThan(119);
  expect(durations.filter((duration) => duration > 2000).length).toBeLessThan(7);
  expect(Math.min(...durations)).toBeGreaterThan(0);
});

describe('showing a project', () => {
  test('returns its owner, the limits of its plan, and its use', () => {
    const { platform, caller, org, project_id, ready } = demoProject();
    const of = (id: string) => platform.call(CONTRACT.getProject, caller, { project_id: id }, ready).project;
    expect(of(project_id)).toMatchObject({
      owner_id: org.id,
      branch_logical_size_limit: 15_258_789,
      branch_logical_size_limit_bytes: 16e12,
      creation_source: 'console',
      default_endpoint_settings: {
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 2,
        suspend_timeout_seconds: 0,
        pg_settings: {},
      },
      owner: { email: 'ada@example.com', name: 'Acme', branches_limit: 5000, subscription_type: 'scale_v3' },
      compute_last_active_at: '2026-01-05T00:00:02Z',
    });
    const own = { name: 'mine', settings: { quota: { logical_size_bytes: 5 * 1_048_576 + 1 } } };
    const { id } = platform.call(CONTRACT.createProject, caller, { project: own }, ready).project;
    expect(of(id)).toMatchObject({
      branch_logical_size_limit: 5,
      branch_logical_size_limit_bytes: 5 * 1_048_576 + 1,
      owner: { name: 'Ada' },
      compute_last_active_at: undefined,
    });
    const [listed] = platform.call(CONTRACT.listProjects, caller, { search: 'mine' }, ready).projects;
    expect(listed).toMatchObject({ org_name: undefined, recoverable_until: undefined, active_time: 0 });
  });

  test('a key of an organization creates them in the name of the user that made the key', () => {
    const { platform, admin, org, signIn } = demoPlatform();
    const key = { org_id: org.id, key_name: 'deploy' };
    const robot = signIn(platform.call(CONTRACT.createOrgApiKey, admin.caller, key, START).key);
    const { project, branch } = platform.call(CONTRACT.createProject, robot, { project: {} }, START);
    expect([project.owner!.email, branch.created_by!.name]).toEqual(['ada@example.com', 'Ada']);
    expect([branch.protected, branch.logical_size]).toEqual([false, 0]);
  });

  test('its settings replace those that are named, quotas one by one', () => {
    const { platform, caller, project_id, ready } = demoProject({}, { settings: { hipaa: true } });
    const set = (settings: object) =>
      platform.call(CONTRACT.updateProject, caller, { project_id, project: { settings } }, ready).project
        .settings;
    const unchosen = {
      allowed_ips: { ips: [], protected_branches_only: false },
      enable_logical_replication: false,
      maintenance_window: { weekdays: [5], start_time: '07:00', end_time: '08:00' },
      block_public_connections: false,
      block_vpc_connections: false,
    };
    expect(set({})).toEqual({ ...unchosen, hipaa: true });
    expect(set({ quota: { active_time_seconds: 0, logical_size_bytes: undefined } })).toEqual({
      ...unchosen,
      hipaa: true,
      quota: { active_time_seconds: 0 },
    });
    expect(set({ quota: { compute_time_seconds: 60 }, hipaa: false })).toEqual({
      ...unchosen,
      hipaa: false,
      quota: { active_time_seconds: 0, compute_time_seconds: 60 },
    });
    set({ enable_logical_replication: true });
    const later = ready + SECOND;
    const name = { project_id, project: { name: 'still', settings: { hipaa: true } } };
    const { project, operations } = platform.call(CONTRACT.updateProject, caller, name, later);
    expect([project.name, operations]).toEqual(['still', []]);
    const off = { project_id, project: { settings: { enable_logical_replication: false } } };
    expect(refusal(() => platform.call(CONTRACT.updateProject, caller, off, later)).message).toBe(
      'logical replication cannot be disabled once it is enabled',
    );
  });
});
