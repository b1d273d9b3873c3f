import { describe, expect, test } from 'vitest';
import { applyChanges, goesOn } from '../../../src/adapter/apply/apply-changes.js';
import { appliedText, applyJson, outcomeText } from '../../../src/report/answers/apply.js';
import { addReplica, planFor, projectUnderTest, scenarioWith } from './project-under-test.js';

const LARGER = {
  name: 'primary',
  autoscaling_limit_min_cu: 0.5,
  autoscaling_limit_max_cu: 4,
  suspend_timeout_seconds: 600,
};
const REPLICA = {
  name: 'reports',
  type: 'read_only',
  autoscaling_limit_min_cu: 0.25,
  autoscaling_limit_max_cu: 0.25,
};

describe('applying a plan', () => {
  test('applying a plan removes every difference between the scenario and the project', async () => {
    const { adapter, project_id, branch_id } = await projectUnderTest();
    await addReplica(adapter, project_id, branch_id, { name: 'theirs' });
    const scenario = await scenarioWith([LARGER, REPLICA]);
    const plan = await planFor(adapter, project_id, scenario, { delete_others: true });
    const begun: string[] = [];
    const outcome = await applyChanges(adapter, plan, { onBegin: ({ kind }) => begun.push(kind) });
    expect(begun).toEqual(['create', 'update', 'delete']);
    expect(outcome).toMatchObject({ ended: 'done', left: [] });
    expect(outcome.applied.map(({ operations }) => operations.map(({ action }) => action))).toEqual([
      ['start_compute'],
      ['apply_config'],
      ['suspend_compute'],
    ]);
    expect(outcome.applied.flatMap(({ operations }) => operations.map(({ status }) => status))).toEqual([
      'finished',
      'finished',
      'finished',
    ]);
    const again = await planFor(adapter, project_id, scenario, { delete_others: true });
    expect(again.changes).toEqual([]);
    expect(again.left_alone.map(({ compute }) => compute)).toEqual(['primary', 'reports']);
    expect(outcome.applied.map(appliedText)).toEqual([
      'Done: create reports on main in 1 s (start_compute 400 ms)',
      expect.stringMatching(/^Done: update primary \(ep-.*\) in 1 s \(apply_config 400 ms\)$/),
      expect.stringMatching(/^Done: delete theirs \(ep-.*\) in 1 s \(suspend_compute 400 ms\)$/),
    ]);
    expect(outcomeText(outcome)).toEqual(['3 changes applied.']);
  });

  test('applying a plan stops at the first refused change and reports the changes already made', async () => {
    const { adapter, project_id, primary_id } = await projectUnderTest();
    const plan = await planFor(adapter, project_id, await scenarioWith([LARGER, REPLICA]));
    await adapter.deleteProjectEndpoint({ project_id, endpoint_id: primary_id });
    const outcome = await applyChanges(adapter, plan);
    expect(outcome).toMatchObject({
      ended: 'failed',
      applied: [{ change: { kind: 'create' } }],
      left: [{ kind: 'update' }],
      failure: { status: 404 },
    });
    expect(outcomeText(outcome)).toEqual([
      'Failed after 1 change.',
      `Not done: update primary (${primary_id})`,
      expect.stringContaining('endpoint not found'),
    ]);
    expect(JSON.parse(JSON.stringify(applyJson(plan, outcome)))).toMatchObject({
      changes: [{ kind: 'create' }, { kind: 'update' }],
      outcome: { ended: 'failed', failure: { status: 404, message: 'endpoint not found' } },
    });
  });

  test('applying a plan stops at a failed operation, and does not report it as still running', async () => {
    const { adapter, project_id, primary_id } = await projectUnderTest();
    const plan = await planFor(adapter, project_id, await scenarioWith([LARGER, REPLICA]));
    adapter.fail({ operation: 'fails', action: 'start_compute' });
    const outcome = await applyChanges(adapter, plan);
    expect(outcome.applied).toMatchObject([{ operations: [{ action: 'start_compute', status: 'failed' }] }]);
    expect(outcomeText(outcome)).toEqual([
      'Failed after 0 changes.',
      'Accepted, but it failed: create reports on main',
      `Not done: update primary (${primary_id})`,
      expect.stringContaining('ended as failed'),
    ]);
  });

  test('an aborted run makes no further changes, and operations that the service accepted continue', async () => {
    const { adapter, project_id, primary_id } = await projectUnderTest();
    const plan = await planFor(adapter, project_id, await scenarioWith([LARGER, REPLICA]));
    const stop = new AbortController();
    const outcome = await applyChanges(adapter, plan, {
      signal: stop.signal,
      onBegin: () => stop.abort(),
    });
    expect(outcome).toMatchObject({ ended: 'stopped', left: [{ kind: 'update', endpoint_id: primary_id }] });
    expect(outcome.applied.map(goesOn)).toEqual([true]);
    expect(outcomeText(outcome)).toEqual([
      'Stopped after 0 changes.',
      'Accepted, still in progress: create reports on main',
      `Not done: update primary (${primary_id})`,
    ]);
    await adapter.wait(5000);
    const { endpoints } = await adapter.listProjectEndpoints({ project_id });
    expect(endpoints.map(({ name, current_state }) => `${name} ${current_state}`)).toEqual([
      'undefined active',
      'reports active',
    ]);

    const before = await applyChanges(adapter, plan, { signal: stop.signal });
    expect(before).toMatchObject({ ended: 'stopped', applied: [] });
    expect(before.left).toHaveLength(2);
  });
});
