import { describe, expect, test } from 'vitest';
import { applyChanges } from '../../../src/adapter/apply/apply-changes.js';
import { planChanges } from '../../../src/adapter/apply/plan-changes.js';
import { reportedProject } from '../../../src/adapter/apply/reported-project.js';
import type { PlatformAdapter } from '../../../src/adapter/platform-adapter.js';
import { appliedText, applyPlanReport, outcomeText } from '../../../src/report/answers/apply.js';
import { screenLines } from '../../../src/report/forms/screen.js';
import { planFor, projectUnderTest, scenarioWith } from './project-under-test.js';

const MAIN = { name: 'primary', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 2 };
const ON_QA = { ...MAIN, name: 'qa-primary', branch: 'qa', type: 'read_write' };
const REPLICA = { ...MAIN, name: 'qa-replica', branch: 'qa', type: 'read_only' };
const BOTH = { create_branches: true, delete_branches: true };

async function branchOf(adapter: PlatformAdapter, project_id: string, name: string, parent_id?: string) {
  const { branch } = await adapter.createProjectBranch({
    project_id,
    branch: { name, ...(parent_id === undefined ? {} : { parent_id }) },
    endpoints: [{ type: 'read_write' }],
  });
  await adapter.wait(5_000);
  return branch.id;
}

/** The branches of a project with the names or types of their computes. */
async function laidOut(adapter: PlatformAdapter, project_id: string) {
  const { branches } = await adapter.listProjectBranches({ project_id, sort_by: 'name', sort_order: 'asc' });
  const { endpoints } = await adapter.listProjectEndpoints({ project_id });
  return branches.map(({ id, name, parent_id }) => {
    const parent = branches.find((branch) => branch.id === parent_id)?.name ?? '-';
    const computes = endpoints
      .filter(({ branch_id }) => branch_id === id)
      .map((each) => each.name ?? each.type);
    return `${name} of ${parent}: ${computes.join(', ')}`;
  });
}

describe('branches of a scenario', () => {
  test('branches are created before their computes, and surplus branches are deleted last, children first', async () => {
    const { adapter, project_id, branch_id } = await projectUnderTest();
    const old = await branchOf(adapter, project_id, 'old');
    await branchOf(adapter, project_id, 'older', old);
    const scenario = await scenarioWith([MAIN, ON_QA, REPLICA]);
    const plan = await planFor(adapter, project_id, scenario, BOTH);
    expect(plan.changes.map(({ kind, branch }) => `${kind} ${branch.name}`)).toEqual([
      'create_branch qa',
      'create qa',
      'create qa',
      'delete_branch older',
      'delete_branch old',
    ]);
    expect(plan.elsewhere).toBe(0);
    const screen = screenLines(applyPlanReport(plan, 'http://localhost'), 90).map(({ text }) => text);
    expect(screen).toContainEqual(expect.stringMatching(/^Create +branch qa, from main$/));
    expect(screen).toContainEqual(expect.stringMatching(/^Delete +branch older \(br-.*\), with 1 compute$/));
    const outcome = await applyChanges(adapter, plan);
    expect(outcome).toMatchObject({ ended: 'done', left: [] });
    expect(outcome.applied.map(appliedText)[0]).toMatch(
      /^Done: create branch qa in .* \(create_branch 400 ms\)$/,
    );
    expect(await laidOut(adapter, project_id)).toEqual([
      'main of -: read_write',
      'qa of main: qa-primary, qa-replica',
    ]);
    expect((await planFor(adapter, project_id, scenario, BOTH)).changes).toEqual([]);
    expect(branch_id).toBeTruthy();
  });

  test('a root branch that is no longer the default is kept, because no service deletes it', async () => {
    const { adapter, project_id } = await projectUnderTest();
    const structureOf = async (name: string) => {
      const { branch } = await adapter.createProjectBranch({
        project_id,
        branch: { name, init_source: 'schema-only' },
      });
      await adapter.wait(5_000);
      return branch.id;
    };
    const branch_id = await structureOf('now');
    await structureOf('loose');
    await adapter.setDefaultProjectBranch({ project_id, branch_id });
    const plan = await planFor(adapter, project_id, await scenarioWith([{ ...MAIN, branch: 'now' }]), BOTH);
    const deleted = plan.changes.filter(({ kind }) => kind === 'delete_branch');
    expect(deleted.map(({ branch }) => branch.name)).toEqual(['loose']);
    expect(await applyChanges(adapter, plan)).toMatchObject({ ended: 'done', left: [] });
  });

  test('the default branch, protected branches and parents of kept branches are not deleted', async () => {
    const { adapter, project_id } = await projectUnderTest();
    const stage = await branchOf(adapter, project_id, 'stage');
    await branchOf(adapter, project_id, 'qa', stage);
    const kept = await branchOf(adapter, project_id, 'kept');
    await adapter.updateProjectBranch({ project_id, branch_id: kept, branch: { protected: true } });
    await branchOf(adapter, project_id, 'loose');
    const plan = await planFor(adapter, project_id, await scenarioWith([ON_QA]), BOTH);
    expect(plan.changes.filter(({ kind }) => kind === 'delete_branch')).toMatchObject([
      { branch: { name: 'loose' }, computes: 1, effect: 'end' },
    ]);
    const kinds = (await planFor(adapter, project_id, await scenarioWith([ON_QA]))).changes;
    expect(kinds.filter(({ kind }) => kind.endsWith('_branch'))).toEqual([]);
  });

  test('more branches than the plan allows are refused before any change is made', async () => {
    const { adapter, project_id } = await projectUnderTest();
    const reported = await reportedProject(adapter, project_id);
    const stage = { ...ON_QA, name: 'stage', branch: 'stage' };
    const scenario = await scenarioWith([MAIN, ON_QA, stage]);
    const changesWithin = (branches_limit?: number) =>
      planChanges(scenario, { ...reported, branches_limit }, { ...BOTH, delete_others: false }).changes
        .length;
    expect(() => changesWithin(2)).toThrow(
      `project ${project_id} has 1 of the 2 branches that its plan allows, and qa, stage would be more`,
    );
    expect([reported.branches_limit, 5000, 3, -1, undefined].map(changesWithin)).toEqual([4, 4, 4, 4, 4]);
  });

  test('near-miss branch names and previews are reported', async () => {
    const { adapter, project_id } = await projectUnderTest();
    await branchOf(adapter, project_id, 'staging');
    const previews = { rate: '4/d', life: '2d' };
    const scenario = await scenarioWith([{ ...MAIN, branch: 'stagin' }], { previews });
    expect((await planFor(adapter, project_id, scenario, BOTH)).notes).toEqual([
      'branch "stagin" is new; the project has "staging"',
      'the scenario has previews, which come and go without a name in it: those that exist now are deleted too',
    ]);
  });
});

describe('a request to create a branch that gets no response', () => {
  async function planned() {
    const { adapter, project_id } = await projectUnderTest();
    await branchOf(adapter, project_id, 'old');
    const plan = await planFor(adapter, project_id, await scenarioWith([MAIN, ON_QA]), BOTH);
    return { adapter, project_id, plan };
  }

  test('a branch that was created although the response was lost gets its computes', async () => {
    const { adapter, project_id, plan } = await planned();
    adapter.fail({ answer: 'none', call: 'createProjectBranch', carried_out: true });
    adapter.fail({ answer: 524, call: 'deleteProjectBranch', carried_out: true });
    const outcome = await applyChanges(adapter, plan);
    expect(outcome).toMatchObject({ ended: 'done', unknown: [], left: [] });
    expect(outcome.applied.filter(({ answer_lost }) => answer_lost === true)).toHaveLength(2);
    expect(await laidOut(adapter, project_id)).toEqual(['main of -: read_write', 'qa of main: qa-primary']);
  });

  test('if the branch was not created, no change that depends on it is tried', async () => {
    const { adapter, project_id, plan } = await planned();
    adapter.fail({ answer: 'none', call: 'createProjectBranch' });
    const outcome = await applyChanges(adapter, plan);
    expect(outcome).toMatchObject({ ended: 'failed', applied: [], unknown: [] });
    expect(outcomeText(outcome)).toContain('Not done: create branch qa');
    expect(await laidOut(adapter, project_id)).toHaveLength(2);
  });

  test('if the branch cannot be looked up, its outcome is unknown', async () => {
    const { adapter, plan } = await planned();
    adapter.fail({ answer: 'none', call: 'createProjectBranch', carried_out: true });
    adapter.fail({ answer: 'none', call: 'listProjectBranches', times: 1000 });
    expect(await applyChanges(adapter, plan)).toMatchObject({
      ended: 'failed',
      unknown: [{ kind: 'create_branch' }],
      left: [{ kind: 'create' }, { kind: 'delete_branch' }],
    });
  });
});
