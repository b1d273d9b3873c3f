import { beforeEach, describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import type { Caller } from '../../../src/platform/checks/caller.js';
import { Platform } from '../../../src/platform/platform.js';
import { sameDurations } from '../../../src/platform/store/options.js';
import { contentsOf, ServerRuns } from '../../../src/server/postgres/server-runs.js';

const SPAN_MS = 100;

describe('when the server of an endpoint runs', () => {
  let now = 0;
  let platform: Platform;
  let servers: ServerRuns;
  let caller: Caller;
  let project_id: string;
  let endpoint_id: string;
  beforeEach(() => {
    now = 0;
    platform = new Platform({
      operation_duration_ms: sameDurations(SPAN_MS),
      onChange: (changes) => servers.follow(changes),
    });
    servers = new ServerRuns(platform.state);
    const user = platform.signUp({ name: 'Ada', email: 'ada@example.com' }, now);
    const { key } = platform.issueApiKey({ user_id: user.id, key_name: 'first' }, now);
    caller = platform.authenticate(key, '127.0.0.1', now);
    const { project, endpoints } = platform.call(CONTRACT.createProject, caller, { project: {} }, now);
    project_id = project.id;
    endpoint_id = endpoints[0]!.id;
  });
  const pass = (span_ms: number) => {
    now += span_ms;
    platform.advance(now);
  };
  const endpoint = () => platform.state.get('endpoints', endpoint_id);
  const runs = () => servers.shouldRun(endpoint()!);
  const at = () => ({ project_id, endpoint_id });

  test('a server runs from the operation that starts it, after the branch, to the one that suspends it', () => {
    expect(runs()).toBe(false);
    pass(SPAN_MS);
    expect(runs()).toBe(true);
    pass(SPAN_MS);
    expect(platform.state.inFlight.size('yes')).toBe(0);
    platform.call(CONTRACT.suspendProjectEndpoint, caller, at(), now);
    expect(runs()).toBe(false);
    expect(servers.interruptions(endpoint_id)).toBe(1);
    pass(SPAN_MS);
    expect(runs()).toBe(false);
    platform.touch(endpoint_id, now);
    expect(runs()).toBe(true);
    expect(servers.interruptions(endpoint_id)).toBe(1);
  });

  test('a restart or an edit that needs one begins a new run of a server, and a new name does not', () => {
    pass(2 * SPAN_MS);
    platform.call(CONTRACT.restartProjectEndpoint, caller, at(), now);
    expect(runs()).toBe(false);
    pass(2 * SPAN_MS);
    expect([runs(), servers.interruptions(endpoint_id)]).toEqual([true, 1]);
    const edit = { settings: { pg_settings: { work_mem: '9MB' } } };
    platform.call(CONTRACT.updateProjectEndpoint, caller, { ...at(), endpoint: edit }, now);
    expect([runs(), servers.interruptions(endpoint_id)]).toEqual([true, 2]);
    pass(SPAN_MS);
    platform.call(CONTRACT.updateProjectEndpoint, caller, { ...at(), endpoint: { name: 'other' } }, now);
    expect([runs(), servers.interruptions(endpoint_id)]).toEqual([true, 2]);
    platform.call(CONTRACT.deleteProjectEndpoint, caller, at(), now);
    expect([endpoint(), servers.interruptions(endpoint_id)]).toEqual([undefined, 0]);
  });

  test('the server of an idle endpoint runs briefly for a new role', () => {
    pass(2 * SPAN_MS);
    platform.call(CONTRACT.suspendProjectEndpoint, caller, at(), now);
    pass(SPAN_MS);
    const { branch_id } = endpoint()!;
    platform.call(
      CONTRACT.createProjectBranchRole,
      caller,
      { project_id, branch_id, role: { name: 'r' } },
      now,
    );
    expect(runs()).toBe(true);
    expect(contentsOf(platform.state, branch_id).roles.map(({ name }) => name)).toEqual([
      'neondb_owner',
      'r',
    ]);
    pass(SPAN_MS);
    expect(runs()).toBe(false);
  });
});
