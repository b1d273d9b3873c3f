import { describe, expect, test } from 'vitest';
import { ApplyRefused } from '../../../src/adapter/apply/apply-plan.js';
import { addReplica, planFor, projectUnderTest, scenarioWith } from './project-under-test.js';

const AS_IT_IS = { name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 };

describe('the differences between a scenario and a project', () => {
  test('computes that match the scenario need no change, and a timeout of 0 equals 300 s', async () => {
    const { adapter, project_id, primary_id } = await projectUnderTest();
    const scenario = await scenarioWith([{ ...AS_IT_IS, suspend_timeout_seconds: 300 }]);
    const plan = await planFor(adapter, project_id, scenario);
    expect(plan.changes).toEqual([]);
    expect(plan.left_alone).toMatchObject([
      { endpoint_id: primary_id, reason: 'as_in_the_scenario', compute: 'primary' },
    ]);
    expect(plan.notes).toEqual([]);
    expect(plan.project).toMatchObject({ name: 'shop', plan: 'scale' });
  });

  test('a larger maximum restarts an active compute for the restart latency of the model', async () => {
    const { adapter, project_id, primary_id } = await projectUnderTest();
    const scenario = await scenarioWith([{ ...AS_IT_IS, autoscaling_limit_max_cu: 4 }], {
      model: { restart_latency: '3s' },
    });
    expect((await planFor(adapter, project_id, scenario)).changes).toMatchObject([
      {
        kind: 'update',
        compute: 'primary',
        endpoint_id: primary_id,
        current_state: 'active',
        differences: [{ setting: 'autoscaling_limit_max_cu', before: 2, after: 4 }],
        effect: 'restart',
        expected: { median_ms: 3000, p99_ms: 3000 },
        // At most eight times the minimum counts.
        max_connections: { before: 901, after: 901 },
      },
    ]);
  });

  test('a changed timeout restarts nothing, and an idle compute has no connections to interrupt', async () => {
    const { adapter, project_id, primary_id } = await projectUnderTest();
    const timeout = await scenarioWith([{ ...AS_IT_IS, suspend_timeout_seconds: 600 }]);
    expect((await planFor(adapter, project_id, timeout)).changes).toMatchObject([
      { effect: 'none', differences: [{ setting: 'suspend_timeout_seconds', before: 0, after: 600 }] },
    ]);
    await adapter.suspendProjectEndpoint({ project_id, endpoint_id: primary_id });
    await adapter.wait(5000);
    const smaller = await scenarioWith([{ ...AS_IT_IS, autoscaling_limit_max_cu: 1 }]);
    expect((await planFor(adapter, project_id, smaller)).changes).toMatchObject([
      { effect: 'brief_activation', current_state: 'idle' },
    ]);
  });

  test('replicas are matched by name, then settings, then age, and unmatched ones are created', async () => {
    const { adapter, project_id, branch_id } = await projectUnderTest();
    const older = await addReplica(adapter, project_id, branch_id);
    const large = await addReplica(adapter, project_id, branch_id, { max_cu: 4 });
    const named = await addReplica(adapter, project_id, branch_id, { name: 'reports' });
    const replica = { type: 'read_only', autoscaling_limit_min_cu: 0.25, suspend_timeout_seconds: 0 };
    const scenario = await scenarioWith([
      AS_IT_IS,
      { ...replica, name: 'wide', autoscaling_limit_max_cu: 4 },
      { ...replica, name: 'reports', autoscaling_limit_max_cu: 2 },
      { ...replica, name: 'any', autoscaling_limit_max_cu: 0.5 },
      { ...replica, name: 'extra', autoscaling_limit_max_cu: 0.5 },
    ]);
    const { changes, left_alone } = await planFor(adapter, project_id, scenario);
    expect(changes).toMatchObject([
      { kind: 'create', compute: 'extra', effect: 'start' },
      { kind: 'update', compute: 'reports', endpoint_id: named },
      { kind: 'update', compute: 'any', endpoint_id: older },
    ]);
    expect(left_alone).toMatchObject([{ compute: 'primary' }, { compute: 'wide', endpoint_id: large }]);
  });

  test('computes that are not in the scenario are kept, or deleted last on request', async () => {
    const { adapter, project_id, branch_id } = await projectUnderTest();
    const other = await addReplica(adapter, project_id, branch_id, { name: 'theirs' });
    const elsewhere = await adapter.createProjectBranch({
      project_id,
      branch: { name: 'dev' },
      endpoints: [{ type: 'read_write' }],
    });
    expect(elsewhere.endpoints).toHaveLength(1);
    const scenario = await scenarioWith([{ ...AS_IT_IS, autoscaling_limit_max_cu: 1 }]);
    const plan = await planFor(adapter, project_id, scenario);
    expect(plan.changes.map(({ kind }) => kind)).toEqual(['update']);
    expect(plan.left_alone).toMatchObject([{ endpoint_id: other, reason: 'not_in_the_scenario' }]);
    expect(plan.elsewhere).toBe(1);
    const deleting = await planFor(adapter, project_id, scenario, { delete_others: true });
    expect(deleting.changes).toMatchObject([
      { kind: 'update' },
      { kind: 'delete', endpoint_id: other, name: 'theirs', effect: 'end' },
    ]);
    expect(deleting.elsewhere).toBe(1);
  });

  test('computes are on the branch of their name, and a missing main branch means the default branch', async () => {
    const { adapter, project_id } = await projectUnderTest();
    await adapter.createProjectBranch({ project_id, branch: { name: 'dev' } });
    const scenario = await scenarioWith([
      AS_IT_IS,
      { ...AS_IT_IS, name: 'trial', type: 'read_write', branch: 'dev' },
    ]);
    expect((await planFor(adapter, project_id, scenario)).changes).toMatchObject([
      { kind: 'create', compute: 'trial', branch: { name: 'dev', default: false } },
    ]);
    const alone = await scenarioWith([AS_IT_IS]);
    expect((await planFor(adapter, project_id, alone, { branch: 'dev' })).changes).toMatchObject([
      { kind: 'create', compute: 'primary', branch: { name: 'dev' } },
    ]);

    const named = await adapter.createProject({ project: { name: 'b', branch: { name: 'production' } } });
    const plan = await planFor(adapter, named.project.id, alone);
    expect(plan.left_alone).toMatchObject([{ branch: 'production', compute: 'primary' }]);
  });

  test.each([
    [
      'dve',
      {},
      'has no branch "dve"; did you mean "dev"?; branches are not created here without --create-branches',
    ],
    [
      'staging',
      {},
      'has no branch "staging"; it has dev, main; branches are not created here without --create-branches',
    ],
    [undefined, { branch: 'mian' }, 'has no branch "mian"; did you mean "main"?'],
  ])('a missing branch is reported: %s %j', async (branch, options, problem) => {
    const { adapter, project_id } = await projectUnderTest();
    await adapter.createProjectBranch({ project_id, branch: { name: 'dev' } });
    const scenario = await scenarioWith([branch === undefined ? AS_IT_IS : { ...AS_IT_IS, branch }]);
    await expect(planFor(adapter, project_id, scenario, options)).rejects.toThrow(ApplyRefused);
    await expect(planFor(adapter, project_id, scenario, options)).rejects.toThrow(problem);
  });

  test('two primaries that map to the same branch of the project are refused', async () => {
    const { adapter, project_id } = await projectUnderTest();
    await adapter.createProjectBranch({ project_id, branch: { name: 'dev' } });
    const other = { ...AS_IT_IS, name: 'trial', type: 'read_write', branch: 'dev' };
    const scenario = await scenarioWith([AS_IT_IS, other]);
    await expect(planFor(adapter, project_id, scenario, { branch: 'dev' })).rejects.toThrow(
      'the computes "primary" and "trial" are all read_write on branch "dev"',
    );
  });

  test('changes that the account plan forbids are refused before any call is made', async () => {
    const { adapter, project_id } = await projectUnderTest({ default_plan: 'free' });
    const scenario = await scenarioWith([
      { ...AS_IT_IS, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: -1 },
    ]);
    await expect(planFor(adapter, project_id, scenario)).rejects.toThrow(
      new RegExp(
        `computes.primary.autoscaling_limit_max_cu: the free plan allows autoscaling up to 2 CU, not 4 \\(project ${project_id} is on that plan\\)
computes.primary.suspend_timeout_seconds: the free plan cannot switch scale to zero off`,
      ),
    );
  });

  test('settings that no call can change are reported', async () => {
    const { adapter, project_id } = await projectUnderTest({ default_plan: 'launch' });
    const scenario = await scenarioWith([
      { ...AS_IT_IS, suspend_timer: { exponential: { mean: '5m' } }, policy: { size: 'provisioned' } },
    ]);
    const { notes } = await planFor(adapter, project_id, scenario);
    expect(notes).toEqual([
      'primary: suspend_timer is simulated only; the service has suspend_timeout_seconds',
      'primary: the size policy provisioned is simulated only; the service follows its own',
      'the project is on the launch plan, and the scenario counts with scale',
    ]);
  });
});
