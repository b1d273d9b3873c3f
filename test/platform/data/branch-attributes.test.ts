import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import {
  DAY,
  demoPlatform,
  demoProject,
  HOUR,
  iso,
  MINUTE,
  refusal,
  SECOND,
  START,
  told,
} from '../demo-platform.js';

function branches(options = {}) {
  const demo = demoProject(options);
  const { ask } = demo;
  const create = (branch: object, now: number, endpoints: readonly object[] = []) =>
    ask(CONTRACT.createProjectBranch, { branch, endpoints: endpoints as never }, now);
  const update = (branch_id: string, branch: object, now: number) =>
    ask(CONTRACT.updateProjectBranch, { branch_id, branch }, now).branch;
  const get = (branch_id: string, now: number) => ask(CONTRACT.getProjectBranch, { branch_id }, now).branch;
  const password = (branch_id: string, now: number) =>
    ask(CONTRACT.getProjectBranchRolePassword, { branch_id, role_name: 'neondb_owner' }, now).password;
  return { ...demo, create, update, get, password };
}

describe('a new branch', () => {
  test('is created by the user that makes the call, or that made the key of an organization', () => {
    const { platform, admin, member, org, signIn, project_id, branch_id, ready } = demoProject();
    const { key } = platform.call(
      CONTRACT.createOrgApiKey,
      admin.caller,
      { org_id: org.id, key_name: 'k' },
      ready,
    );
    const taken = platform.call(CONTRACT.createSnapshot, admin.caller, { project_id, branch_id }, ready);
    const snapshot_id = taken.snapshot.id;
    const makers = [member.caller, signIn(key)].flatMap((caller, place) => {
      const at = ready + place * MINUTE;
      const made = platform.call(CONTRACT.createProjectBranch, caller, { project_id }, at);
      const restored = platform.call(
        CONTRACT.restoreSnapshot,
        caller,
        { project_id, snapshot_id },
        at + 10 * SECOND,
      );
      return [made, restored].map(({ branch }) => branch.created_by?.name);
    });
    expect(makers).toEqual(['Bob', 'Bob', 'Ada', 'Ada']);
  });

  test('has what it does not name from its parent, and is called by its id', () => {
    const { platform, create, get, branch_id, ready } = branches();
    platform.setLogicalSize(branch_id, 5000, ready);
    const { branch, connection_uris } = create({}, ready + MINUTE);
    expect(branch).toMatchObject({
      id: expect.stringMatching(/^br-[a-z]+-[a-z]+-\d{8}$/),
      name: branch.id,
      parent_id: branch_id,
      parent_timestamp: '2026-01-05T00:01:02Z',
      current_state: 'init',
      pending_state: 'ready',
      state_changed_at: '2026-01-05T00:01:02Z',
      logical_size: 5000,
      creation_source: 'console',
      primary: false,
      default: false,
      protected: false,
      cpu_used_sec: 0,
      written_data_bytes: 0,
      data_transfer_bytes: 0,
      created_at: '2026-01-05T00:01:02Z',
      ttl_interval_seconds: undefined,
      expires_at: undefined,
      created_by: { name: 'Ada', image: '' },
      init_source: 'parent-data',
    });
    expect(connection_uris).toBeUndefined();
    const later = get(branch.id, ready + MINUTE + SECOND);
    expect([later.current_state, later.pending_state, later.state_changed_at, later.updated_at]).toEqual([
      'ready',
      undefined,
      '2026-01-05T00:01:03Z',
      '2026-01-05T00:01:03Z',
    ]);
  });

  test('gets new passwords if its parent is protected, and the same ones otherwise', () => {
    const { create, update, password, branch_id, ready } = branches();
    const plain = create({}, ready).branch.id;
    expect(password(plain, ready)).toBe(password(branch_id, ready));
    update(branch_id, { protected: true }, ready);
    const separate = create({}, ready + SECOND).branch.id;
    expect(password(separate, ready + SECOND)).toMatch(/^npg_[0-9A-Za-z]{12}$/);
    expect(password(separate, ready + SECOND)).not.toBe(password(branch_id, ready));
  });

  test('with the schema alone is an empty root, which can be deleted', () => {
    const { platform, ask, create, branch_id, ready } = branches();
    platform.setLogicalSize(branch_id, 5000, ready);
    const { branch, databases } = create({ init_source: 'schema-only' }, ready);
    expect(branch).toMatchObject({ parent_id: undefined, logical_size: 0, init_source: 'schema-only' });
    expect(databases.map(({ name }) => name)).toEqual(['neondb']);
    const gone = ask(CONTRACT.deleteProjectBranch, { branch_id: branch.id }, ready + MINUTE)!;
    expect(told(gone.operations)).toEqual(['delete_timeline running']);
  });

  test('that is protected cannot expire, nor can one that expires be protected', () => {
    const { create, update, ready } = branches();
    const expires_at = iso(ready + DAY);
    const words = 'a protected branch cannot be given an expiration';
    expect(refusal(() => create({ protected: true, expires_at }, ready)).message).toBe(words);
    const preview = create({ expires_at }, ready).branch.id;
    expect(refusal(() => update(preview, { protected: true }, ready)).message).toBe(words);
  });

  test('returns a connection string for each database, through the primary compute if it has one', () => {
    const { ask, ids, create, ready } = branches();
    ask(CONTRACT.createProjectBranchRole, { ...ids, role: { name: 'sally' } }, ready);
    const database = { name: 'orders', owner_name: 'sally' };
    ask(CONTRACT.createProjectBranchDatabase, { ...ids, database }, ready + 2 * SECOND);
    const at = ready + MINUTE;
    const both = create({}, at, [{ type: 'read_only' }, { type: 'read_write' }]);
    expect(both.endpoints.map(({ type }) => type)).toEqual(['read_only', 'read_write']);
    const shown = both.connection_uris!.map(({ connection_parameters: to }) => [
      to.database,
      to.role,
      to.host,
    ]);
    expect(shown).toEqual([
      ['neondb', 'neondb_owner', both.endpoints[1]!.host],
      ['orders', 'sally', both.endpoints[1]!.host],
    ]);
    const replica = create({}, at + MINUTE, [{ type: 'read_only' }]);
    const [uri] = replica.connection_uris!;
    expect(uri!.connection_parameters).toMatchObject({
      host: replica.endpoints[0]!.host,
      pooler_host: replica.endpoints[0]!.host.replace('.', '-pooler.'),
      password: both.connection_uris![0]!.connection_parameters.password,
    });
  });

  test('at a moment of its parent: from the second of its creation up to now', () => {
    const { create, ready } = branches();
    const at = (parent_timestamp: string, now: number) => create({ parent_timestamp }, now).branch;
    expect(at('2026-01-05T00:00:00Z', ready).parent_timestamp).toBe('2026-01-05T00:00:00Z');
    expect(at('2026-01-05T00:00:12Z', ready + 10 * SECOND).parent_timestamp).toBe('2026-01-05T00:00:12Z');
    for (const beyond of ['2026-01-04T23:59:59Z', '2026-01-05T00:00:23Z']) {
      expect(refusal(() => at(beyond, ready + 20 * SECOND)).message).toBe(
        `parent_timestamp ${beyond} is not within the parent's history`,
      );
    }
    expect(create({ parent_lsn: '0/1de2850' }, ready + 30 * SECOND).branch.parent_lsn).toBe('0/1de2850');
    for (const parent_lsn of ['x0/1', '0/1x', '/1', '0/', '123456789/0']) {
      expect(refusal(() => create({ parent_lsn }, ready + 40 * SECOND)).message).toContain(parent_lsn);
    }
  });

  test('at a moment of its parent for as long as the project keeps its history', () => {
    const { platform, caller, project_id, create, ready } = branches();
    let now = ready + 3 * DAY;
    const at = (age_ms: number) => create({ parent_timestamp: iso(now - age_ms) }, now).branch;
    expect(refusal(() => at(DAY + SECOND)).message).toMatch(/is not within the parent's history$/);
    expect(at(DAY).parent_timestamp).toBe('2026-01-07T00:00:02Z');
    now += DAY;
    const project = { history_retention_seconds: 172_800 };
    platform.call(CONTRACT.updateProject, caller, { project_id, project }, now);
    expect(refusal(() => at(2 * DAY + SECOND)).kind).toBe('bad_request');
    expect(at(2 * DAY).parent_timestamp).toBe('2026-01-07T00:00:02Z');
  });

  test('of data without a history is of now: what was shown within a second is', () => {
    const { create, ready } = branches({ keeps_history: false });
    const at = (age_ms: number, now: number) => create({ parent_timestamp: iso(now - age_ms) }, now).branch;
    expect(at(1000, ready + MINUTE).parent_timestamp).toBe('2026-01-05T00:01:01Z');
    expect(refusal(() => at(1001, ready + HOUR)).kind).toBe('not_implemented');
  });

  test('belongs to its own project: a parent of another is not found', () => {
    const { platform, caller, create, ready } = branches();
    const other = platform.call(CONTRACT.createProject, caller, { project: {} }, ready).branch.id;
    expect(refusal(() => create({ parent_id: other }, ready)).message).toBe('parent branch not found');
    expect(refusal(() => create({ name: 'x'.repeat(257) }, ready)).kind).toBe('bad_request');
    expect(create({ name: 'x'.repeat(256) }, ready).branch.name).toHaveLength(256);
  });
});

describe('an edit of a branch', () => {
  test('keeps what it does not name, and a name that it has already', () => {
    const { create, update, ready } = branches();
    const { id } = create({ name: 'dev', expires_at: iso(ready + DAY) }, ready).branch;
    const later = ready + HOUR;
    expect(update(id, { name: 'dev' }, later)).toMatchObject({
      name: 'dev',
      protected: false,
      expires_at: '2026-01-06T00:00:02Z',
      ttl_interval_seconds: 86_400,
      updated_at: '2026-01-05T01:00:02Z',
    });
    expect(update(id, { expires_at: iso(later + 2 * DAY) }, later)).toMatchObject({
      name: 'dev',
      expires_at: '2026-01-07T01:00:02Z',
      ttl_interval_seconds: 172_800,
    });
    expect(update(id, { expires_at: null }, later)).toMatchObject({
      expires_at: undefined,
      ttl_interval_seconds: undefined,
    });
    expect(update(id, { protected: true }, later).protected).toBe(true);
    expect(update(id, { name: 'test' }, later)).toMatchObject({ name: 'test', protected: true });
    expect(update(id, { protected: false }, later).protected).toBe(false);
    expect(refusal(() => update(id, { expires_at: iso(later) }, later)).message).toMatch(/is in the past$/);
  });

  test('that makes it the default shows on both, and changes the project once', () => {
    const { ask, create, get, branch_id, ready } = branches();
    const { id } = create({ name: 'dev' }, ready).branch;
    expect([get(branch_id, ready).default, get(id, ready).default]).toEqual([true, false]);
    const choose = (now: number) => ask(CONTRACT.setDefaultProjectBranch, { branch_id: id }, now);
    expect(choose(ready + MINUTE)).toMatchObject({
      branch: { default: true, primary: true },
      operations: [],
    });
    expect([get(branch_id, ready).default, get(id, ready).default]).toEqual([false, true]);
    choose(ready + 2 * MINUTE);
    expect(ask(CONTRACT.getProject, {}, ready + HOUR).project.updated_at).toBe('2026-01-05T00:01:02Z');
  });

  test('is shown with what its computes have used by then', () => {
    const { platform, get, branch_id, endpoint_id, ready } = branches();
    const used = (now: number) => {
      const { active_time_seconds, compute_time_seconds, cpu_used_sec } = get(branch_id, now);
      return [active_time_seconds, compute_time_seconds, cpu_used_sec];
    };
    // 0.25 CU: of two seconds only the active time shows, of four both.
    expect([used(ready + SECOND), used(ready + 3 * SECOND), used(ready + 4 * SECOND)]).toEqual([
      [1, 0, 0],
      [3, 0, 0],
      [4, 1, 1],
    ]);
    // At 2 CU a half second more shows in one of them alone.
    platform.resize(endpoint_id, 2, ready + 4 * SECOND);
    expect([used(ready + 5 * SECOND), used(ready + 5.5 * SECOND)]).toEqual([
      [5, 3, 3],
      [5, 4, 4],
    ]);
  });
});

describe('deleting a branch', () => {
  test('answers with it as it was; one of another project is not there', () => {
    const { platform, caller, ask, create, ready } = branches();
    const { id } = create({ name: 'dev' }, ready).branch;
    const other = platform.call(CONTRACT.createProject, caller, { project: {} }, ready).branch.id;
    expect(ask(CONTRACT.deleteProjectBranch, { branch_id: other }, ready + MINUTE)).toBeUndefined();
    const gone = ask(CONTRACT.deleteProjectBranch, { branch_id: id }, ready + MINUTE)!;
    expect(gone.branch).toMatchObject({ id, name: 'dev', current_state: 'ready' });
    expect(told(gone.operations)).toEqual(['delete_timeline running']);
  });

  test('is refused for a root that is not the default, and while operations are in flight', () => {
    const { ask, create, branch_id, ready } = branches();
    const { id } = create({ name: 'dev' }, ready).branch;
    const remove = (of: string, now: number) => ask(CONTRACT.deleteProjectBranch, { branch_id: of }, now);
    expect(refusal(() => remove(id, ready + 500)).kind).toBe('locked');
    ask(CONTRACT.setDefaultProjectBranch, { branch_id: id }, ready + MINUTE);
    expect(refusal(() => remove(branch_id, ready + MINUTE)).message).toBe('a root branch cannot be deleted');
  });

  test('lets its names be given again', () => {
    const { ask, create, ready } = branches();
    const { id } = create({ name: 'dev' }, ready).branch;
    ask(CONTRACT.deleteProjectBranch, { branch_id: id }, ready + MINUTE);
    const { branch, roles, databases } = create({ name: 'dev' }, ready + 2 * MINUTE);
    expect([branch.name, roles.length, databases.length]).toEqual(['dev', 1, 1]);
  });
});

test('the branches of a project are listed by name, creation or latest change', () => {
  const { ask, create, update, ready } = branches();
  const first = create({ name: 'zeta' }, ready).branch.id;
  create({ name: 'alpha' }, ready + MINUTE);
  update(first, { protected: true }, ready + HOUR);
  const names = (input: object) =>
    ask(CONTRACT.listProjectBranches, input, ready + HOUR).branches.map(({ name }) => name);
  expect(names({})).toEqual(['zeta', 'alpha', 'main']);
  expect(names({ sort_by: 'updated_at', sort_order: 'asc' })).toEqual(['main', 'alpha', 'zeta']);
  expect(names({ sort_by: 'created_at' })).toEqual(['alpha', 'zeta', 'main']);
  expect(names({ sort_by: 'name' })).toEqual(['zeta', 'main', 'alpha']);
});

test('a branch has empty annotations by default', () => {
  const { ask, branch_id, ready } = branches();
  expect(ask(CONTRACT.getProjectBranch, { branch_id }, ready).annotation).toEqual({
    object: { type: 'console/branch', id: branch_id },
    value: {},
  });
});

test('the branches of a project are counted, all or those that a search finds', () => {
  const { ask, create, ready } = branches();
  create({ name: 'dev' }, ready);
  expect(ask(CONTRACT.countProjectBranches, {}, ready)).toEqual({ count: 2 });
  expect(ask(CONTRACT.countProjectBranches, { search: 'dev' }, ready)).toEqual({ count: 1 });
  const { platform, admin } = demoPlatform();
  const made = platform.call(CONTRACT.createProject, admin.caller, { project: {} }, START);
  expect(made.branch).toMatchObject({ name: 'main', default: true, parent_id: undefined });
});

test('buckets, functions and credentials of a branch are empty lists', () => {
  const { ask, branch_id, ready } = branches();
  expect(ask(CONTRACT.listProjectBranchBuckets, { branch_id }, ready)).toEqual({ buckets: [] });
  expect(ask(CONTRACT.listProjectBranchFunctions, { branch_id }, ready)).toEqual({ functions: [] });
  expect(ask(CONTRACT.listCredentials, { branch_id }, ready)).toEqual({ credentials: [] });
  const none = { branch_id: 'none' };
  for (const call of [
    () => ask(CONTRACT.listProjectBranchBuckets, none, ready),
    () => ask(CONTRACT.listProjectBranchFunctions, none, ready),
    () => ask(CONTRACT.listCredentials, none, ready),
    () => ask(CONTRACT.getSnapshotSchedule, none, ready),
  ]) {
    expect(refusal(call).message).toBe('branch not found');
  }
});
