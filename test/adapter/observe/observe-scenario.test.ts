import { describe, expect, test } from 'vitest';
import { AdapterError } from '../../../src/adapter/adapter-error.js';
import { Belongings } from '../../../src/adapter/observe/created-resources.js';
import { planObservation } from '../../../src/adapter/observe/observation-plan.js';
import { observeScenario } from '../../../src/adapter/observe/observe-scenario.js';
import { undo } from '../../../src/adapter/observe/undo.js';
import type { PlatformAdapter } from '../../../src/adapter/platform-adapter.js';
import { simulatedAccount } from '../../../src/adapter/simulated-adapter.js';
import { observationPlanReport } from '../../../src/report/answers/observation-plan.js';
import { screenText } from '../../../src/report/forms/screen.js';
import { compared, HALF_A_MINUTE, observed, operationsOf, SAME_DURATIONS, scenarioOf } from './agreement.js';

const START_MS = Date.parse('2026-01-05T00:00:00Z');

function account() {
  return simulatedAccount({ start_ms: START_MS, platform: { operation_duration_ms: SAME_DURATIONS } });
}

async function projectNames(adapter: PlatformAdapter): Promise<readonly string[]> {
  return (await adapter.listProjects({})).projects.map(({ name }) => name);
}

describe('an observation and a run of the same scenario', () => {
  test('an observation and a run agree on states, sizes and operations within the polling interval', async () => {
    const scenario = await scenarioOf(HALF_A_MINUTE);
    for (const poll_seconds of [1, 0.5]) {
      const seen = await observed(account(), scenario, poll_seconds);
      const both = compared(seen, scenario);
      expect(both.observed).toEqual(both.simulated);
      expect(both.most_apart_seconds).toBeLessThanOrEqual(poll_seconds + 1e-9);
      const after = seen.operations.filter(({ seen_seconds }) => seen_seconds > 0);
      expect(after.map(({ compute, action }) => `${compute} ${action}`)).toEqual(operationsOf(scenario));
      expect(after.every(({ status }) => status === 'finished')).toBe(true);
    }
  });

  test('changes shorter than the polling interval are dated by the durations of their operations', async () => {
    const seen = await observed(account(), await scenarioOf(HALF_A_MINUTE), 5);
    const [primary] = seen.computes;
    const running = primary!.decisions.filter(
      ({ decision }) => decision === 'active' || decision === 'restarted',
    );
    expect(running.map(({ time_seconds }) => time_seconds)).toEqual([3.6, 8.9, 13.9, 25.6]);
  });
});

describe('a project created by an observation', () => {
  test('a project created by an observation is deleted afterwards', async () => {
    const adapter = account();
    await adapter.createProject({ project: { name: 'mine' } });
    await observed(adapter, await scenarioOf(HALF_A_MINUTE));
    expect(await projectNames(adapter)).toEqual(['mine']);
  });

  test('a project created by an observation is deleted when the observation is aborted', async () => {
    const adapter = account();
    const scenario = await scenarioOf(HALF_A_MINUTE);
    const belongings = new Belongings();
    const stop = new AbortController();
    const end = observeScenario(adapter, scenario, {
      plan: planObservation(scenario),
      belongings,
      poll_seconds: 1,
      project_name: 'observed',
      signal: stop.signal,
      progress: (at_seconds) => {
        if ((at_seconds ?? 0) > 10) stop.abort(new Error('asked to stop'));
      },
    });
    await expect(end).rejects.toThrow('asked to stop');
    expect(belongings.left()).toMatchObject([{ undo: expect.stringMatching(/^neonctl projects delete /) }]);
    expect(await undo(adapter, belongings)).toEqual([]);
    expect(belongings.left()).toEqual([]);
    expect(await projectNames(adapter)).toEqual([]);
  });

  test('a project is found by name and deleted when the response to its creation was lost', async () => {
    const adapter = account();
    const scenario = await scenarioOf(HALF_A_MINUTE);
    const belongings = new Belongings();
    const create = adapter.createProject.bind(adapter);
    adapter.createProject = async (input) => {
      await create(input);
      throw new AdapterError({ status: 0, message: 'no answer' });
    };
    const end = observeScenario(adapter, scenario, {
      plan: planObservation(scenario),
      belongings,
      poll_seconds: 1,
      project_name: 'observed-1',
    });
    await expect(end).rejects.toThrow('no answer');
    expect(belongings.left()).toMatchObject([{ what: 'perhaps a project named observed-1' }]);
    expect(await undo(adapter, belongings)).toEqual([]);
    expect(await projectNames(adapter)).toEqual([]);
  });

  test('no project is searched for when the platform refused to create it without an org_id', async () => {
    const adapter = simulatedAccount({ start_ms: START_MS, platform: { rule_book: 'platform' } });
    const scenario = await scenarioOf(HALF_A_MINUTE);
    const plan = planObservation(scenario);
    const belongings = new Belongings();
    const observed = () =>
      observeScenario(adapter, scenario, { plan, belongings, poll_seconds: 1, project_name: 'observed' });
    await expect(observed()).rejects.toThrow('org_id is required');
    expect(belongings.left()).toEqual([]);
    belongings.org_id = adapter.org_id;
    await observed();
    expect(await undo(adapter, belongings)).toEqual([]);
  });

  test('a project that cannot be deleted is reported with the command that deletes it', async () => {
    const adapter = account();
    const scenario = await scenarioOf(HALF_A_MINUTE);
    const belongings = new Belongings();
    adapter.deleteProject = async () => {
      throw new AdapterError({ status: 500, message: 'no' });
    };
    await observeScenario(adapter, scenario, {
      plan: planObservation(scenario),
      belongings,
      poll_seconds: 1,
      project_name: 'observed',
    });
    expect(await undo(adapter, belongings)).toEqual(['no']);
    const [project] = (await adapter.listProjects({})).projects;
    expect(belongings.left()).toEqual([
      { what: `project ${project!.id}`, undo: `neonctl projects delete ${project!.id}` },
    ]);
  });
});

test("the scenario's quota is set on a new project, and ignored for an existing one", async () => {
  const scenario = await scenarioOf(`
name: quota
duration: 30m
plan: scale
quota: { active_time_seconds: 599.5 }
computes: [{ name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: -1 }]
`);
  const adapter = account();
  const plan = planObservation(scenario);
  const options = { plan, belongings: new Belongings(), poll_seconds: 1, project_name: 'observed' };
  const { computes } = await observeScenario(adapter, scenario, options);
  const active = computes[0]!.stretches(1800).filter(({ state }) => state === 'active');
  expect(active.at(-1)!.until_seconds).toBeCloseTo(600, -1);
  const [project] = (await adapter.listProjects({})).projects;
  expect(project!.settings!.quota).toEqual({ active_time_seconds: 600 });
  expect(
    screenText(
      observationPlanReport(plan, scenario, { where: 'x', poll_seconds: 1, project_name: 'p' }),
      200,
    ),
  ).toContain('p, with the quota, branch main and compute primary');
  const existing = { project_id: project!.id, branches: [], endpoints: [] };
  expect(plan.left_out).toEqual([]);
  expect(planObservation(scenario, { existing }).left_out).toEqual([
    "the scenario's quota is not set: the project keeps its own",
  ]);
});

describe('an observation in an existing project', () => {
  const SCENARIO = `
name: here
duration: 10s
plan: scale
computes:
  - { name: primary, branch: main, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
  - { name: other, branch: trial, type: read_write, autoscaling_limit_min_cu: 2, autoscaling_limit_max_cu: 2, initial_state: active }
events: [{ at: 5s, restart: other }]
`;

  async function project(adapter: PlatformAdapter) {
    const { project, branch, endpoints } = await adapter.createProject({
      project: { name: 'shop', default_endpoint_settings: { suspend_timeout_seconds: 120 } },
    });
    await adapter.wait(5_000);
    return { project_id: project.id, branches: [branch], endpoints };
  }

  test('an existing compute is not changed without permission', async () => {
    const existing = await project(account());
    const scenario = await scenarioOf(SCENARIO);
    expect(() => planObservation(scenario, { existing })).toThrow(
      /exists on branch "main".*--allow-existing/s,
    );
  });

  test.each(['createProjectBranch', 'createProjectEndpoint'] as const)(
    'what %s has created is found and deleted even if its response was lost',
    async (call) => {
      const adapter = account();
      const existing = await project(adapter);
      const { project_id } = existing;
      const replica = SCENARIO.replace('primary, branch: main', 'reports, type: read_only, branch: main');
      const belongings = new Belongings();
      adapter.fail({ call, answer: 'none', carried_out: true });
      const end = observeScenario(adapter, await scenarioOf(replica), {
        plan: planObservation(await scenarioOf(replica), { existing }),
        belongings,
        poll_seconds: 1,
        project_name: 'none',
      });
      await expect(end).rejects.toMatchObject({ status: 0 });
      expect(belongings.left().map(({ what }) => what)).toContain(
        call === 'createProjectBranch' ? 'perhaps branch trial' : 'perhaps compute reports',
      );
      expect(await undo(adapter, belongings)).toEqual([]);
      expect(belongings.left()).toEqual([]);
      expect((await adapter.listProjectEndpoints({ project_id })).endpoints).toHaveLength(1);
      expect((await adapter.listProjectBranches({ project_id })).branches).toHaveLength(1);
    },
  );

  test('resources that someone else created in the meantime, so that the call was refused, are kept', async () => {
    const adapter = account();
    const existing = await project(adapter);
    const { project_id } = existing;
    const plan = planObservation(await scenarioOf(SCENARIO), { existing, allow_existing: true });
    await adapter.createProjectBranch({ project_id, branch: { name: 'trial' } });
    await adapter.wait(5_000);
    const belongings = new Belongings();
    const options = { plan, belongings, poll_seconds: 1, project_name: 'none' };
    await expect(observeScenario(adapter, await scenarioOf(SCENARIO), options)).rejects.toMatchObject({
      status: 409,
    });
    expect(await undo(adapter, belongings)).toEqual([]);
    expect((await adapter.listProjectBranches({ project_id })).branches).toHaveLength(2);
  });

  test('with permission an existing compute is used and restored, and only created resources are deleted', async () => {
    const adapter = account();
    const existing = await project(adapter);
    const scenario = await scenarioOf(SCENARIO);
    const belongings = new Belongings();
    const seen = await observeScenario(adapter, scenario, {
      plan: planObservation(scenario, { existing, allow_existing: true }),
      belongings,
      poll_seconds: 1,
      project_name: 'none',
    });
    expect(seen.computes.map(({ decisions }) => decisions.map(({ decision }) => decision))).toEqual([
      [],
      ['active', 'restart', 'restarted'],
    ]);
    const { project_id, endpoints: before } = existing;
    const during = await adapter.listProjectEndpoints({ project_id });
    expect(during.endpoints.map(({ autoscaling_limit_min_cu }) => autoscaling_limit_min_cu)).toEqual([1, 2]);
    expect(await undo(adapter, belongings)).toEqual([]);
    await adapter.wait(5_000);
    const { endpoints } = await adapter.listProjectEndpoints({ project_id });
    expect(endpoints).toMatchObject([
      {
        id: before[0]!.id,
        autoscaling_limit_min_cu: 0.25,
        autoscaling_limit_max_cu: 2,
        suspend_timeout_seconds: 120,
      },
    ]);
    expect((await adapter.listProjectBranches({ project_id })).branches.map(({ name }) => name)).toEqual([
      'main',
    ]);
  });
});
