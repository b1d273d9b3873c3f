import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../../../src/api/contract.js';
import { demoProject, HOUR, refusal, SECOND, told } from '../demo-platform.js';

const ALWAYS_ON = { default_endpoint_settings: { suspend_timeout_seconds: -1 } };

function edited(options = {}, settings: object = ALWAYS_ON) {
  const demo = demoProject(options, settings);
  const { ask, ids, ready } = demo;
  const update = (endpoint: object, now: number, of: object = {}) =>
    ask(CONTRACT.updateProjectEndpoint, { ...ids, ...of, endpoint }, now);
  const create = (endpoint: object, now: number) =>
    ask(
      CONTRACT.createProjectEndpoint,
      { endpoint: { type: 'read_only', ...ids, ...endpoint } as never },
      now,
    );
  const branch = (now = ready) => ask(CONTRACT.createProjectBranch, {}, now).branch.id;
  /** Seconds of active time, and of CU, of the project or one of its branches. */
  const used = (now: number, branch_id?: string) => {
    const of =
      branch_id === undefined
        ? ask(CONTRACT.getProject, {}, now).project
        : ask(CONTRACT.getProjectBranch, { branch_id }, now).branch;
    return [of.active_time_seconds, of.compute_time_seconds];
  };
  return { ...demo, update, create, branch, used };
}

describe('what a compute has used when it is edited', () => {
  test('is counted once if the compute continues, at its current size', () => {
    const { platform, update, used, endpoint_id, ready } = edited();
    platform.resize(endpoint_id, 2, ready);
    expect(told(update({ suspend_timeout_seconds: 600 }, ready + 100 * SECOND).operations)).toEqual([
      'apply_config running',
    ]);
    update({ name: 'primary' }, ready + 150 * SECOND);
    expect(used(ready + 200 * SECOND)).toEqual([200, 400]);
  });

  test('stays with the branch that it leaves, and pauses while it restarts, at its minimum', () => {
    const { platform, update, used, branch, states, branch_id, endpoint_id, ready } = edited();
    const other = branch();
    platform.resize(endpoint_id, 2, ready);
    const at = ready + 100 * SECOND;
    update({ branch_id: other }, at);
    expect(states(at + SECOND)).toBe('active');
    const later = at + 101 * SECOND;
    expect([used(later, branch_id), used(later, other), used(later)]).toEqual([
      [100, 200],
      [100, 25],
      [200, 225],
    ]);
  });

  test('is nothing for one that is only activated for a moment', () => {
    const { update, used, states, ready } = edited({}, {});
    update({ suspend_timeout_seconds: 600 }, ready + HOUR);
    expect(states(ready + HOUR + SECOND)).toBe('idle, then idle');
    expect(used(ready + 2 * HOUR)).toEqual([301, 75]);
  });

  test('is counted until a compute that is disabled is suspended', () => {
    const { update, used, branch, branch_id, ready } = edited();
    const other = branch();
    update({ disabled: true, branch_id: other }, ready + 100 * SECOND);
    const later = ready + HOUR;
    expect([used(later, branch_id), used(later, other)]).toEqual([
      [100, 25],
      [1, 0],
    ]);
  });
});

describe('an edit', () => {
  test('of one that is switched off takes no operation while it sleeps', () => {
    const { update, states, ready } = edited();
    update({ disabled: true }, ready);
    const { endpoint, operations } = update({ autoscaling_limit_max_cu: 4 }, ready + HOUR);
    expect([endpoint.autoscaling_limit_max_cu, operations]).toEqual([4, []]);
    expect(states(ready + HOUR)).toBe('idle');
    expect(told(update({ disabled: false }, ready + HOUR).operations)).toEqual([]);
  });

  test('that takes none is not refused because another compute, or a branch, is being changed', () => {
    const { ask, update, create, branch, endpoint_id, ready } = edited();
    const replica = create({}, ready).endpoint.id;
    expect(update({ name: 'primary' }, ready + 100).operations).toEqual([]);
    expect(refusal(() => update({ name: 'replica' }, ready + 100, { endpoint_id: replica })).kind).toBe(
      'locked',
    );
    branch(ready + SECOND);
    const asked = { endpoint_id };
    expect(ask(CONTRACT.startProjectEndpoint, asked, ready + SECOND + 1).operations).toEqual([]);
  });

  test('brings a read replica to a branch that has a primary compute already', () => {
    const { ask, update, create, ready } = edited();
    const endpoints = [{ type: 'read_write' as const }];
    const { branch } = ask(CONTRACT.createProjectBranch, { endpoints }, ready);
    const at = ready + 5 * SECOND;
    const replica = create({}, at).endpoint.id;
    const moved = update({ branch_id: branch.id }, at + 5 * SECOND, { endpoint_id: replica });
    expect(moved.endpoint).toMatchObject({
      branch_id: branch.id,
      type: 'read_only',
      pending_state: 'active',
    });
  });

  test('keeps what it does not name', () => {
    const { create, update, show, ready } = edited();
    const settings = { pg_settings: { work_mem: '64MB' } };
    const { id } = create({ name: 'replica', settings, passwordless_access: false }, ready).endpoint;
    const of = { endpoint_id: id };
    update({ suspend_timeout_seconds: 600 }, ready + 5 * SECOND, of);
    const kept = { name: 'replica', settings, passwordless_access: false, disabled: false };
    expect(show(ready + 10 * SECOND, id)).toMatchObject({ ...kept, suspend_timeout_seconds: 600 });
    const told_so = update({ passwordless_access: true, name: 'r' }, ready + 10 * SECOND, of);
    expect(told_so.endpoint).toMatchObject({ ...kept, name: 'r', passwordless_access: true });
    expect(told(told_so.operations)).toEqual(['apply_config running']);
    expect(told_so.endpoint.updated_at).toBe('2026-01-05T00:00:12Z');
  });
});

describe('a new compute', () => {
  test('may name the region of its project, a fixed size without autoscaling, and 500 Postgres settings', () => {
    const { create, ready } = edited();
    const pg_settings = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`s${index}`, 'x']));
    const { endpoint } = create(
      {
        region_id: 'aws-us-east-2',
        provisioner: 'k8s-pod',
        autoscaling_limit_min_cu: 2,
        autoscaling_limit_max_cu: 2,
        settings: { pg_settings },
      },
      ready,
    );
    expect(endpoint).toMatchObject({ provisioner: 'k8s-pod', passwordless_access: true, disabled: false });
    expect(Object.keys(endpoint.settings.pg_settings!)).toHaveLength(500);
  });

  test('beyond the plan is refused with a code', () => {
    const { create, ready } = edited({ default_plan: 'free' }, {});
    const { kind, code } = refusal(() => create({ autoscaling_limit_max_cu: 4 }, ready));
    expect([kind, code]).toEqual(['unprocessable', 'PLAN_LIMIT_EXCEEDED']);
  });
});
