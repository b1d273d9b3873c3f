import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../src/api/contract.js';
import { DAY, demoProject, HOUR, MINUTE, refusal, SECOND, START, told } from './demo-platform.js';

function demoBranches(options = {}) {
  const demo = demoProject(options);
  const { platform, caller, project_id } = demo;
  const create = (branch: object, at: number, endpoints: { type: 'read_write' | 'read_only' }[] = []) =>
    platform.call(CONTRACT.createProjectBranch, caller, { project_id, branch, endpoints }, at);
  const list = (input: object, at: number) =>
    platform.call(CONTRACT.listProjectBranches, caller, { project_id, ...input }, at);
  return { ...demo, create, list };
}

describe('creating a branch', () => {
  test('of the default branch unless told otherwise, with its roles and databases', () => {
    const { platform, caller, project_id, branch_id, create, ready } = demoBranches();
    const { branch, operations, endpoints, roles, databases } = create({ name: 'dev' }, ready);
    expect(branch).toMatchObject({
      name: 'dev',
      parent_id: branch_id,
      current_state: 'init',
      default: false,
    });
    expect(branch.parent_lsn).toMatch(/^0\/[0-9A-F]{8}$/);
    expect(told(operations)).toEqual(['create_branch running']);
    expect(endpoints).toEqual([]);
    expect([roles[0]!.name, databases[0]!.name]).toEqual(['neondb_owner', 'neondb']);
    const input = { project_id, branch_id: branch.id };
    expect(platform.call(CONTRACT.getProjectBranch, caller, input, ready + SECOND).branch.current_state).toBe(
      'ready',
    );
  });

  test('at a moment or log position of the past: not of data that have no history', () => {
    const past = [{ parent_timestamp: new Date(START + HOUR).toISOString() }, { parent_lsn: '0/1DE2850' }];
    for (const start of past) {
      expect(demoBranches().create({ name: 'dev', ...start }, START + 2 * HOUR).branch).toMatchObject({
        name: 'dev',
      });
      const { create } = demoBranches({ keeps_history: false });
      expect(refusal(() => create({ name: 'dev', ...start }, START + 2 * HOUR))).toMatchObject({
        kind: 'not_implemented',
        message: expect.stringContaining(
          'have no history: parent_lsn and parent_timestamp cannot be followed into the past',
        ),
      });
    }
    const { platform, caller, project_id, branch_id, create } = demoBranches({ keeps_history: false });
    const now = START + 2 * HOUR;
    expect(create({ parent_timestamp: new Date(now - 500).toISOString() }, now).branch.parent_id).toBe(
      branch_id,
    );
    const input = { project_id, branch_id, source_branch_id: branch_id, preserve_under_name: 'before' };
    const source_timestamp = new Date(START + HOUR).toISOString();
    expect(
      refusal(() =>
        platform.call(CONTRACT.restoreProjectBranch, caller, { ...input, source_timestamp }, now + MINUTE),
      ),
    ).toMatchObject({ message: expect.stringContaining('have no history: source_lsn') });
  });

  test('with endpoints: create_branch running, start_compute scheduling, and how to connect', () => {
    const { create, states, ready } = demoBranches();
    const { operations, endpoints, connection_uris } = create({}, ready, [{ type: 'read_write' }]);
    expect(told(operations)).toEqual(['create_branch running', 'start_compute scheduling']);
    expect(connection_uris![0]!.connection_parameters.host).toBe(endpoints[0]!.host);
    expect(states(ready + 2 * SECOND, endpoints[0]!.id)).toBe('active');
  });

  test.each([
    ['branch already exists', { name: 'main' }],
    ['parent branch not found', { parent_id: 'br-no-such-1' }],
    ['is not a log sequence number', { parent_lsn: 'start' }],
    ["is not within the parent's history", { parent_timestamp: '2020-01-01T00:00:00Z' }],
    ['is not a date-time', { expires_at: 'tomorrow' }],
    ['is in the past', { expires_at: '2026-01-01T00:00:00Z' }],
    ['unknown init_source', { init_source: 'nothing' }],
  ])('is refused with "%s" without creating a branch', (words, attributes) => {
    const { platform, create, ready } = demoBranches();
    const before = platform.tables();
    expect(refusal(() => create(attributes, ready)).message).toContain(words);
    expect(platform.tables()).toEqual(before);
  });

  test('is refused as a whole when one of its endpoints is', () => {
    const { platform, create, ready } = demoBranches();
    const before = platform.tables();
    const call = () => create({}, ready, [{ type: 'read_write' }, { type: 'read_write' }]);
    expect(refusal(call).kind).toBe('conflict');
    expect(platform.tables()).toEqual(before);
  });

  test('the plan limits how many there are', () => {
    const { create, ready } = demoBranches({ default_plan: 'free' });
    for (let count = 1; count < 10; count++) create({}, ready + count * SECOND);
    expect(refusal(() => create({}, ready + HOUR)).code).toBe('BRANCHES_LIMIT_EXCEEDED');
  });
});

describe('listing branches', () => {
  test('in pages, sorted and searched', () => {
    const { platform, caller, project_id, create, list, ready } = demoBranches();
    for (const [index, name] of ['zeta', 'beta', 'alpha'].entries()) create({ name }, ready + index * SECOND);
    const at = ready + HOUR;
    const names = (input: object) => list(input, at).branches.map(({ name }) => name);
    expect(names({})).toEqual(['alpha', 'beta', 'zeta', 'main']);
    expect(names({ sort_by: 'name', sort_order: 'asc' })).toEqual(['alpha', 'beta', 'main', 'zeta']);
    expect(names({ search: 'ETA', sort_by: 'created_at', sort_order: 'asc' })).toEqual(['zeta', 'beta']);
    const first = list({ sort_by: 'name', sort_order: 'asc', limit: 3 }, at);
    const { next } = first.pagination!;
    const second = list({ sort_by: 'name', sort_order: 'asc', limit: 3, cursor: next }, at);
    expect(second.branches.map(({ name }) => name)).toEqual(['zeta']);
    expect(second.pagination?.next).toBeUndefined();
    expect(platform.call(CONTRACT.countProjectBranches, caller, { project_id, search: 'eta' }, at)).toEqual({
      count: 2,
    });
    for (const input of [{ limit: 10_001 }, { cursor: '!' }]) {
      expect(refusal(() => list(input, at)).kind).toBe('bad_request');
    }
  });
});

describe('changing a branch', () => {
  test('its name, which no other branch of the project may have', () => {
    const { platform, caller, project_id, create, ready } = demoBranches();
    const { branch } = create({ name: 'dev' }, ready);
    const rename = (name: string) =>
      platform.call(
        CONTRACT.updateProjectBranch,
        caller,
        { project_id, branch_id: branch.id, branch: { name } },
        ready,
      );
    expect(rename('test')).toMatchObject({ branch: { name: 'test' }, operations: [] });
    expect(refusal(() => rename('main')).message).toBe('branch already exists');
  });

  test('which one is the default', () => {
    const { platform, caller, ids, project_id, create, list, ready } = demoBranches();
    const { branch } = create({ name: 'dev' }, ready);
    platform.call(CONTRACT.setDefaultProjectBranch, caller, { project_id, branch_id: branch.id }, ready);
    const flags = list({}, ready).branches.map((each) => [each.name, each.default]);
    expect(Object.fromEntries(flags)).toEqual({ dev: true, main: false });
    expect(refusal(() => platform.call(CONTRACT.deleteProjectBranch, caller, ids, ready)).kind).toBe(
      'unprocessable',
    );
  });

  test('a branch is deleted automatically when it expires', () => {
    const { platform, caller, project_id, create, list, ready } = demoBranches();
    const { branch } = create({ name: 'preview', expires_at: '2026-01-06T00:00:00Z' }, ready, [
      { type: 'read_write' },
    ]);
    expect(branch).toMatchObject({ expires_at: '2026-01-06T00:00:00Z', ttl_interval_seconds: 86_398 });
    const later = ready + DAY;
    expect(list({}, later).branches.map(({ name }) => name)).toEqual(['main']);
    const [latest] = platform.call(CONTRACT.listProjectOperations, caller, { project_id }, later).operations;
    expect(latest!.action).toBe('delete_timeline');
  });

  test('an expiration can be taken back', () => {
    const { platform, caller, project_id, create, list, ready } = demoBranches();
    const { branch } = create({ expires_at: '2026-01-06T00:00:00Z' }, ready);
    const input = { project_id, branch_id: branch.id, branch: { expires_at: null } };
    expect(
      platform.call(CONTRACT.updateProjectBranch, caller, input, ready).branch.expires_at,
    ).toBeUndefined();
    expect(list({}, ready + DAY).branches).toHaveLength(2);
  });
});

describe('deleting a branch', () => {
  test('suspends its active computes and deletes its data: suspend_compute running, delete_timeline scheduling', () => {
    const { platform, caller, project_id, create, ready } = demoBranches();
    const { branch, endpoints } = create({}, ready, [{ type: 'read_write' }]);
    const input = { project_id, branch_id: branch.id };
    const at = ready + 2 * SECOND;
    const deleted = platform.call(CONTRACT.deleteProjectBranch, caller, input, at)!;
    expect(told(deleted.operations)).toEqual(['suspend_compute running', 'delete_timeline scheduling']);
    expect(refusal(() => platform.call(CONTRACT.getProjectBranch, caller, input, at)).message).toBe(
      'branch not found',
    );
    const gone = { project_id, endpoint_id: endpoints[0]!.id };
    expect(refusal(() => platform.call(CONTRACT.getProjectEndpoint, caller, gone, at)).message).toBe(
      'endpoint not found',
    );
    expect(platform.call(CONTRACT.deleteProjectBranch, caller, input, at)).toBeUndefined();
    expect(platform.next_event_at).toBe(at + SECOND);
  });

  test('is refused for the root or default branch, one with children, and a protected one', () => {
    const { platform, caller, ids, project_id, create, ready } = demoBranches();
    const parent = create({ name: 'parent' }, ready).branch.id;
    create({ parent_id: parent }, ready + SECOND);
    const safe = create({ protected: true }, ready + 2 * SECOND).branch.id;
    const at = ready + HOUR;
    const reason = (branch_id: string) =>
      refusal(() => platform.call(CONTRACT.deleteProjectBranch, caller, { project_id, branch_id }, at))
        .message;
    expect(reason(ids.branch_id)).toBe('the default branch cannot be deleted');
    expect(reason(parent)).toBe('a branch that has child branches cannot be deleted');
    expect(reason(safe)).toBe('a protected branch cannot be deleted');
  });
});
