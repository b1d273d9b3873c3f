import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { demoProject, HOUR, iso, MINUTE, refusal, SECOND, told } from '../demo-platform.js';

/** The default branch of 5,000 bytes, and a branch `dev` of it with 7,000, a database and an active compute. */
function withDev(options = {}, suspend_timeout_seconds = -1) {
  const demo = demoProject(options);
  const { platform, ask, branch_id, ready } = demo;
  platform.setLogicalSize(branch_id, 5000, ready);
  const made = ask(
    CONTRACT.createProjectBranch,
    { branch: { name: 'dev' }, endpoints: [{ type: 'read_write' as const, suspend_timeout_seconds }] },
    ready,
  );
  const dev = made.branch.id;
  platform.setLogicalSize(dev, 7000, ready);
  const database = { name: 'scratch', owner_name: 'neondb_owner' };
  ask(CONTRACT.createProjectBranchDatabase, { branch_id: dev, database }, ready + MINUTE);
  const now = ready + HOUR;
  const restore = (input: object, at = now, of = dev) =>
    ask(CONTRACT.restoreProjectBranch, { branch_id: of, source_branch_id: branch_id, ...input }, at);
  const get = (of: string, at: number) => ask(CONTRACT.getProjectBranch, { branch_id: of }, at).branch;
  const named = (name: string, at: number) =>
    ask(CONTRACT.listProjectBranches, {}, at).branches.find((each) => each.name === name);
  const databases = (of: string, at: number) =>
    ask(CONTRACT.listProjectBranchDatabases, { branch_id: of }, at).databases.map(({ name }) => name);
  return { ...demo, dev, compute: made.endpoints[0]!.id, now, restore, get, named, databases };
}

describe('a branch that is given the data of another', () => {
  test('is of its size, its child from now on, and its active computes restart', () => {
    const { platform, restore, databases, get, states, dev, compute, branch_id, now } = withDev();
    const { branch, operations } = restore({});
    expect(branch).toMatchObject({
      id: dev,
      name: 'dev',
      parent_id: branch_id,
      parent_lsn: expect.stringMatching(/^0\/[0-9A-F]{8}$/),
      parent_timestamp: '2026-01-05T01:00:02Z',
      logical_size: 5000,
      current_state: 'resetting',
      pending_state: 'ready',
      state_changed_at: '2026-01-05T01:00:02Z',
      updated_at: '2026-01-05T01:00:02Z',
      last_reset_at: '2026-01-05T01:00:02Z',
      init_source: 'parent-data',
    });
    expect(told(operations)).toEqual([
      'create_timeline running',
      'suspend_compute scheduling',
      'start_compute scheduling',
    ]);
    expect(states(now, compute)).toBe('idle, then active');
    expect(states(now + 3 * SECOND, compute)).toBe('active');
    expect(get(dev, now + SECOND)).toMatchObject({ current_state: 'ready', pending_state: undefined });
    expect(databases(dev, now)).toEqual(['neondb']);
    // Each time, a new data version signals to real servers that they must replace the data.
    const version = () => new Map(platform.tables().branches).get(dev)!.data_version;
    expect(version()).toBe(1);
    restore({}, now + MINUTE);
    expect(version()).toBe(2);
  });

  test('is there for as long again as it was to be, where it expires and the other is its parent', () => {
    const { ask, restore, dev, branch_id, ready, now } = withDev();
    const expires_at = (at_ms: number) => iso(at_ms).replace('.000Z', 'Z');
    const branch = { expires_at: expires_at(ready + 3 * HOUR) };
    ask(CONTRACT.updateProjectBranch, { branch_id: dev, branch }, ready + HOUR);
    const again = { expires_at: expires_at(now + HOUR + 2 * HOUR), ttl_interval_seconds: 7200 };
    expect(restore({}, now + HOUR).branch).toMatchObject(again);
    const other = ask(CONTRACT.createProjectBranch, { branch: { name: 'other' } }, now + HOUR + MINUTE).branch
      .id;
    expect(restore({ source_branch_id: other }, now + 2 * HOUR).branch).toMatchObject(again);
    const names = (at: number) => ask(CONTRACT.listProjectBranches, {}, at).branches.map(({ id }) => id);
    expect(names(now + 3 * HOUR - SECOND)).toContain(dev);
    expect(names(now + 3 * HOUR)).toEqual([other, branch_id]);
  });

  test('of a moment or log position of that; computes that sleep go on sleeping', () => {
    const { restore, dev, branch_id, now } = withDev();
    const source_timestamp = '2026-01-05T00:30:00Z';
    const asked = { source_branch_id: dev, source_timestamp, preserve_under_name: 'main before' };
    const { branch, operations } = restore(asked, now, branch_id);
    expect(branch).toMatchObject({ parent_id: dev, parent_timestamp: source_timestamp, logical_size: 7000 });
    expect(told(operations)).toEqual(['create_branch running', 'create_timeline scheduling']);
  });

  test('keeps what it held under the name that is given, with its children, its place and its passwords', () => {
    const { ask, restore, named, databases, get, dev, branch_id, now } = withDev();
    const protect = { branch_id: dev, branch: { protected: true } };
    ask(CONTRACT.updateProjectBranch, protect, now);
    const child = ask(CONTRACT.createProjectBranch, { branch: { parent_id: dev } }, now).branch.id;
    const at = now + MINUTE;
    const password = (of: string) =>
      ask(CONTRACT.getProjectBranchRolePassword, { branch_id: of, role_name: 'neondb_owner' }, at).password;
    const was = [get(dev, at), password(dev)] as const;
    const { operations } = restore({ preserve_under_name: 'dev before' }, at);
    expect(told(operations)).toEqual([
      'create_branch running',
      'create_timeline scheduling',
      'suspend_compute scheduling',
      'start_compute scheduling',
    ]);
    const kept = named('dev before', at)!;
    expect(kept).toMatchObject({
      parent_id: branch_id,
      parent_lsn: was[0].parent_lsn,
      parent_timestamp: was[0].parent_timestamp,
      protected: true,
      logical_size: 7000,
      created_by: { name: 'Ada' },
      init_source: 'parent-data',
    });
    expect([password(kept.id), databases(kept.id, at)]).toEqual([was[1], ['neondb', 'scratch']]);
    expect([get(child, at).parent_id, get(dev, at).parent_id]).toEqual([kept.id, branch_id]);
  });

  test('or of its past, and the former state becomes its parent under the given name', () => {
    const { restore, named, databases, dev, now } = withDev();
    const own = { source_branch_id: dev, source_lsn: '0/1DE2850', preserve_under_name: 'dev before' };
    const { branch } = restore(own);
    const kept = named('dev before', now)!;
    expect(branch).toMatchObject({ parent_id: kept.id, parent_lsn: '0/1DE2850', logical_size: 7000 });
    expect(databases(dev, now)).toEqual(['neondb', 'scratch']);
  });
});

describe('is refused', () => {
  test.each([
    ['branch already exists', { preserve_under_name: 'main' }],
    ['name must have 1 to 256 characters', { preserve_under_name: 'x'.repeat(257) }],
    [
      'source_lsn and source_timestamp cannot be combined',
      { source_lsn: '0/1', source_timestamp: '2026-01-05T00:30:00Z' },
    ],
  ])('with "%s", and nothing changes', (words, input) => {
    const { platform, restore, now } = withDev();
    platform.advance(now);
    const before = platform.tables();
    expect(refusal(() => restore(input)).message).toBe(words);
    expect(platform.tables()).toEqual(before);
  });

  test('an own past without a name for what was, while operations are in flight, and beyond the plan', () => {
    const { ask, restore, dev, now } = withDev({ default_plan: 'free' }, 0);
    const own = { source_branch_id: dev, source_lsn: '0/1DE2850' };
    for (const preserve_under_name of [undefined, '']) {
      expect(refusal(() => restore({ ...own, preserve_under_name })).message).toMatch(
        /^preserve_under_name is/,
      );
    }
    for (let count = 0; count < 8; count++) ask(CONTRACT.createProjectBranch, {}, now + count * SECOND);
    expect(refusal(() => restore({}, now + 7 * SECOND)).kind).toBe('locked');
    const at = now + HOUR;
    expect(refusal(() => restore({ ...own, preserve_under_name: 'old' }, at))).toMatchObject({
      kind: 'unprocessable',
      code: 'BRANCHES_LIMIT_EXCEEDED',
    });
    expect(told(restore({}, at).operations)[0]).toBe('create_timeline running');
  });
});
