import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { DAY, demoProject, HOUR, iso, MINUTE, refusal, SECOND, told } from '../demo-platform.js';

/** A project with a branch `dev` of 5,000 bytes that has a compute, which always runs at 1 CU. */
function withDev(options = {}) {
  const settings = { autoscaling_limit_min_cu: 1, suspend_timeout_seconds: -1 };
  const demo = demoProject(options, { default_endpoint_settings: settings });
  const { platform, ask, ready } = demo;
  const made = ask(
    CONTRACT.createProjectBranch,
    { branch: { name: 'dev' }, endpoints: [{ type: 'read_write' as const }] },
    ready,
  );
  const dev = made.branch.id;
  platform.setLogicalSize(dev, 5000, ready);
  const now = ready + MINUTE;
  const take = (input: object = {}, at = now, branch_id = dev) =>
    ask(CONTRACT.createSnapshot, { branch_id, ...input }, at).snapshot;
  const restore = (snapshot_id: string, input: object = {}, at = now) =>
    ask(CONTRACT.restoreSnapshot, { snapshot_id, ...input }, at);
  const branch = (branch_id: string, at: number) => ask(CONTRACT.getProjectBranch, { branch_id }, at).branch;
  return { ...demo, now, dev, compute: made.endpoints[0]!.id, take, restore, branch };
}

describe('taking a snapshot', () => {
  test('of now, called by its id unless it is named', () => {
    const { ask, dev, take, now } = withDev();
    const { snapshot, operations } = ask(CONTRACT.createSnapshot, { branch_id: dev }, now);
    expect(operations).toEqual([]);
    expect(snapshot).toMatchObject({
      id: expect.stringMatching(/^snap-[a-z]+-[a-z]+-\d{8}$/),
      name: snapshot.id,
      lsn: expect.stringMatching(/^0\/[0-9A-F]{8}$/),
      timestamp: iso(now).replace('.000', ''),
      source_branch_id: dev,
      created_at: iso(now).replace('.000', ''),
      expires_at: undefined,
      manual: true,
      full_size: 5000,
    });
    const named = take({ name: 'before', lsn: '0/1DE2850', expires_at: iso(now + DAY) });
    expect(named).toMatchObject({ name: 'before', lsn: '0/1DE2850', expires_at: '2026-01-06T00:01:02Z' });
    const past = take({ timestamp: '2026-01-05T00:00:30Z' });
    expect([past.timestamp, past.created_at]).toEqual(['2026-01-05T00:00:30Z', '2026-01-05T00:01:02Z']);
    const { snapshots } = ask(CONTRACT.listSnapshots, {}, now);
    expect(snapshots).toEqual([snapshot, named, past]);
  });

  test('with a name of 256 characters at most, and not while operations are in flight', () => {
    const { ask, take, now } = withDev();
    expect(take({ name: 'x'.repeat(256) }).name).toHaveLength(256);
    expect(refusal(() => take({ name: 'x'.repeat(257) })).message).toBe('name must have 1 to 256 characters');
    ask(CONTRACT.createProjectBranch, {}, now);
    expect(refusal(() => take()).kind).toBe('locked');
  });

  test('happens on request only', () => {
    const { ask, dev, now } = withDev();
    expect(ask(CONTRACT.getSnapshotSchedule, { branch_id: dev }, now)).toEqual({ schedule: [] });
  });
});

describe('a snapshot that is there', () => {
  test('is renamed, or expires at another moment, or never; what is not named stays', () => {
    const { ask, take, now } = withDev();
    const { id: snapshot_id } = take({ name: 'before', expires_at: iso(now + DAY) });
    const update = (snapshot: object, at = now) =>
      ask(CONTRACT.updateSnapshot, { snapshot_id, snapshot }, at).snapshot;
    expect(update({ name: 'after' })).toMatchObject({ name: 'after', expires_at: '2026-01-06T00:01:02Z' });
    expect(update({ expires_at: iso(now + 2 * DAY) })).toMatchObject({
      name: 'after',
      expires_at: '2026-01-07T00:01:02Z',
    });
    expect(update({ expires_at: null }).expires_at).toBeUndefined();
    const { snapshots } = ask(CONTRACT.listSnapshots, {}, now + 3 * DAY);
    expect(snapshots).toMatchObject([{ id: snapshot_id, name: 'after', expires_at: undefined }]);
    expect(refusal(() => update({ name: '' })).message).toBe('name must have 1 to 256 characters');
    expect(refusal(() => update({ expires_at: iso(now) }, now + 3 * DAY)).message).toMatch(/is in the past$/);
  });

  test('is deleted; branches that were restored from it stay', () => {
    const { ask, take, restore, branch, now } = withDev();
    const snapshot = take();
    const made = restore(snapshot.id).branch.id;
    expect(ask(CONTRACT.deleteSnapshot, { snapshot_id: snapshot.id }, now)).toEqual({ operations: [] });
    expect(ask(CONTRACT.listSnapshots, {}, now).snapshots).toEqual([]);
    expect(branch(made, now + SECOND).restored_from).toBe(snapshot.id);
  });

  test('of another project is not found', () => {
    const { platform, caller, take, now } = withDev();
    const snapshot_id = take().id;
    const { id: project_id } = platform.call(CONTRACT.createProject, caller, { project: {} }, now).project;
    const call = () => platform.call(CONTRACT.deleteSnapshot, caller, { project_id, snapshot_id }, now);
    expect(refusal(call).message).toBe('snapshot not found');
  });
});

describe('restoring a snapshot', () => {
  test('makes a root branch with what the snapshot holds, called by its id unless it is named', () => {
    const { ask, take, restore, dev, now, branch_id } = withDev();
    const owner = { branch_id: dev, database: { name: 'orders', owner_name: 'neondb_owner' } };
    ask(CONTRACT.createProjectBranchDatabase, owner, now - 10 * SECOND);
    const snapshot = take();
    ask(CONTRACT.deleteProjectBranchDatabase, { branch_id: dev, database_name: 'orders' }, now);
    const at = now + 10 * SECOND;
    const { branch, endpoints, operations } = restore(snapshot.id, {}, at);
    expect(branch).toMatchObject({
      name: branch.id,
      parent_id: undefined,
      protected: false,
      default: false,
      init_source: 'parent-data',
      logical_size: 5000,
      restored_from: snapshot.id,
      restored_as: dev,
      current_state: 'init',
      created_by: { name: 'Ada', image: '' },
    });
    expect([endpoints, told(operations)]).toEqual([[], ['create_branch running']]);
    const names = ask(CONTRACT.listProjectBranchDatabases, { branch_id: branch.id }, at).databases;
    expect(names.map(({ name, owner_name }) => [name, owner_name])).toEqual([
      ['neondb', 'neondb_owner'],
      ['orders', 'neondb_owner'],
    ]);
    const password = (of: string) =>
      ask(CONTRACT.getProjectBranchRolePassword, { branch_id: of, role_name: 'neondb_owner' }, at).password;
    expect(password(branch.id)).toBe(password(dev));
    expect(
      restore(snapshot.id, { name: 'again', target_branch_id: branch_id }, at + MINUTE).branch,
    ).toMatchObject({
      name: 'again',
      restored_as: branch_id,
    });
    // It can be deleted again, though it is a root.
    const gone = ask(CONTRACT.deleteProjectBranch, { branch_id: branch.id }, at + HOUR)!;
    expect(gone.branch.id).toBe(branch.id);
  });

  test.each([
    ['branch already exists', { name: 'main' }],
    ['target branch not found', { target_branch_id: 'br-none' }],
    ['name must have 1 to 256 characters', { name: '' }],
  ])('is refused with "%s", and nothing changes', (words, input) => {
    const { platform, take, restore } = withDev();
    const { id } = take();
    const before = platform.tables();
    expect(refusal(() => restore(id, input)).message).toBe(words);
    expect(platform.tables()).toEqual(before);
  });

  test('is refused while operations are in flight, and where the plan has no room', () => {
    const busy = withDev();
    const { id } = busy.take();
    busy.ask(CONTRACT.createProjectBranch, {}, busy.now);
    expect(refusal(() => busy.restore(id)).kind).toBe('locked');
    const full = demoProject({ default_plan: 'free' });
    const { branch_id, ask, ready } = full;
    const { id: snapshot_id } = ask(CONTRACT.createSnapshot, { branch_id }, ready).snapshot;
    for (let count = 1; count < 10; count++) ask(CONTRACT.createProjectBranch, {}, ready + count * SECOND);
    expect(refusal(() => ask(CONTRACT.restoreSnapshot, { snapshot_id }, ready + HOUR)).message).toBe(
      'the free plan allows 10 branches a project',
    );
  });

  test('of a branch that is gone makes a branch that replaces none', () => {
    const { ask, take, restore, dev, now } = withDev();
    const { id } = take();
    ask(CONTRACT.deleteProjectBranch, { branch_id: dev }, now);
    const at = now + MINUTE;
    expect(refusal(() => restore(id, { finalize_restore: true }, at)).message).toBe(
      'target branch not found',
    );
    const { branch } = restore(id, { finalize_restore: false }, at);
    expect(branch.restored_as).toBeUndefined();
    const finalize = () => ask(CONTRACT.finalizeRestoreBranch, { branch_id: branch.id }, at + MINUTE);
    const { kind, message } = refusal(finalize);
    expect([kind, message]).toEqual([
      'unprocessable',
      'the branch that the restored one should replace does not exist',
    ]);
  });
});

describe('a restored branch in the place of another', () => {
  test('has its name and its computes, which restart; what they used before stays with the other', () => {
    const { ask, take, restore, branch, show, states, dev, compute, now } = withDev();
    const { id } = restore(take().id).branch;
    const at = now + MINUTE;
    const { operations } = ask(CONTRACT.finalizeRestoreBranch, { branch_id: id, name: 'old dev' }, at);
    expect(told(operations)).toEqual(['apply_config running']);
    expect(show(at, compute)).toMatchObject({
      branch_id: id,
      current_state: 'idle',
      pending_state: 'active',
    });
    expect(states(at + SECOND, compute)).toBe('active');
    const later = at + 101 * SECOND;
    // Two minutes less the two seconds of branch and start; a second passes before it is active again.
    expect(branch(dev, later)).toMatchObject({
      name: 'old dev',
      active_time_seconds: 118,
      compute_time_seconds: 118,
      updated_at: iso(at).replace('.000', ''),
    });
    expect(branch(id, later)).toMatchObject({
      name: 'dev',
      restored_as: undefined,
      active_time_seconds: 100,
      compute_time_seconds: 100,
    });
  });

  test('restarts the compute if it is active, and leaves an idle or disabled one alone', () => {
    const { ask, take, restore, show, states, dev, compute, now } = withDev();
    const replica = ask(
      CONTRACT.createProjectEndpoint,
      { endpoint: { branch_id: dev, type: 'read_only' as const, disabled: true } },
      now,
    ).endpoint.id;
    ask(CONTRACT.suspendProjectEndpoint, { endpoint_id: compute }, now);
    const at = now + MINUTE;
    const made = restore(take({}, at).id, { finalize_restore: true }, at);
    expect(told(made.operations)).toEqual([
      'create_branch running',
      'apply_config scheduling',
      'suspend_compute scheduling',
    ]);
    expect(made.branch.name).toBe('dev');
    expect(made.endpoints!.map(({ id }) => id)).toEqual([compute, replica]);
    expect(states(at + 10 * SECOND, compute)).toBe('idle');
    expect(show(at, replica)).toMatchObject({ branch_id: made.branch.id, current_state: 'idle' });
    const { project } = ask(CONTRACT.getProject, {}, at + HOUR);
    // The primary compute of the default branch has run all the time.
    expect(project.active_time_seconds).toBe(59 + (at + HOUR - now + 60 * SECOND) / SECOND);
  });

  test('is refused if it has a primary compute, or while operations are in flight', () => {
    const { ask, take, restore, dev, compute, now } = withDev();
    const { id: branch_id } = restore(take().id).branch;
    const finalize = (at: number) => ask(CONTRACT.finalizeRestoreBranch, { branch_id }, at);
    expect(refusal(() => finalize(now)).kind).toBe('locked');
    const add = (of: string, type: 'read_write' | 'read_only', at: number) =>
      ask(CONTRACT.createProjectEndpoint, { endpoint: { branch_id: of, type } }, at);
    add(branch_id, 'read_write', now + MINUTE);
    add(dev, 'read_only', now + 2 * MINUTE);
    const later = now + HOUR;
    expect(refusal(() => finalize(later)).message).toBe('read-write endpoint already exists on the branch');
    // It keeps its own where the other has replicas alone.
    ask(CONTRACT.deleteProjectEndpoint, { endpoint_id: compute }, later);
    expect(told(finalize(later + MINUTE).operations)).toEqual(['apply_config running']);
  });

  test('puts aside a branch of the longest name under what fits of it', () => {
    const { ask, take, restore, branch, dev, now } = withDev();
    const name = '\u{1F418}'.repeat(256);
    ask(CONTRACT.updateProjectBranch, { branch_id: dev, branch: { name } }, now);
    const made = restore(take().id, { finalize_restore: true });
    expect(made.branch.name).toBe(name);
    const old = ' (old, 2026-01-05T00:01:02Z)';
    expect(branch(dev, now).name).toBe('\u{1F418}'.repeat(256 - old.length) + old);
  });

  test('is the default branch if that was, and only then', () => {
    const { take, restore, branch, branch_id, now } = withDev();
    const dev = restore(take().id, { finalize_restore: true });
    expect(dev.branch.default).toBe(false);
    const at = now + MINUTE;
    const main = restore(take({}, at, branch_id).id, { finalize_restore: true }, at).branch;
    expect([main.name, main.default, branch(branch_id, at).default]).toEqual(['main', true, false]);
    expect(branch(branch_id, at).name).toBe('main (old, 2026-01-05T00:02:02Z)');
  });
});
