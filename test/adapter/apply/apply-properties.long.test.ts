import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChanges } from '../../../src/adapter/apply/apply-changes.js';
import { operationsSucceeded } from '../../../src/adapter/operations-ended.js';
import type { PlatformAdapter } from '../../../src/adapter/platform-adapter.js';
import { planFor, projectUnderTest, scenarioWith } from './project-under-test.js';

const SETTINGS = fc
  .record({
    min: fc.constantFrom(0.25, 0.5, 1, 2),
    span: fc.constantFrom(0, 1, 2, 7),
    suspend_timeout_seconds: fc.constantFrom(-1, 0, 60, 300, 600),
  })
  .map(({ min, span, suspend_timeout_seconds }) => ({
    autoscaling_limit_min_cu: min,
    // Sums of halves and whole numbers are not sizes.
    autoscaling_limit_max_cu: span === 0 ? min : Math.ceil(min) + span,
    suspend_timeout_seconds,
  }));

const BRANCH = fc.constantFrom('main', 'dev');
const WANTED = fc.record({ branch: BRANCH, primary: fc.boolean(), settings: SETTINGS });
const THERE = fc.record({
  branch: fc.constantFrom('main', 'dev', 'elsewhere'),
  name: fc.option(fc.constantFrom('c0', 'c1', 'c2', 'theirs'), { nil: undefined }),
  settings: SETTINGS,
  idle: fc.boolean(),
});

/** The computes of a scenario. Only the first compute of a branch may be its primary. */
function computesOf(wanted: readonly { branch: string; primary: boolean; settings: object }[]) {
  const primaries = new Set<string>();
  return wanted.map(({ branch, primary, settings }, place) => {
    const is_primary = primary && !primaries.has(branch);
    if (is_primary) primaries.add(branch);
    return { name: `c${place}`, branch, type: is_primary ? 'read_write' : 'read_only', ...settings };
  });
}

async function addReplica(
  adapter: PlatformAdapter,
  project_id: string,
  branch_id: string,
  { name, settings, idle }: { name: string | undefined; settings: object; idle: boolean },
): Promise<void> {
  const made = await adapter.createProjectEndpoint({
    project_id,
    endpoint: { branch_id, type: 'read_only', name, ...settings },
  });
  await operationsSucceeded(adapter, project_id, made.operations);
  if (!idle) return;
  const it = { project_id, endpoint_id: made.endpoint.id };
  const { operations } = await adapter.suspendProjectEndpoint(it);
  await operationsSucceeded(adapter, project_id, operations);
}

/** Everything that existed before, by id. */
async function endpointsOf(adapter: PlatformAdapter, project_id: string) {
  const { endpoints } = await adapter.listProjectEndpoints({ project_id });
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
}

test('applying any scenario to any project removes every difference and changes nothing else', async () => {
  const cases = fc.record({
    wanted: fc.array(WANTED, { minLength: 1, maxLength: 4 }),
    there: fc.array(THERE, { maxLength: 4 }),
    delete_others: fc.boolean(),
  });
  const property = fc.asyncProperty(cases, async ({ wanted, there, delete_others }) => {
    const { adapter, project_id, branch_id } = await projectUnderTest();
    const branches = new Map([['main', branch_id]]);
    for (const name of ['dev', 'elsewhere']) {
      const { branch } = await adapter.createProjectBranch({ project_id, branch: { name } });
      branches.set(name, branch.id);
    }
    for (const each of there) await addReplica(adapter, project_id, branches.get(each.branch)!, each);
    const before = await endpointsOf(adapter, project_id);
    const scenario = await scenarioWith(computesOf(wanted));
    const plan = await planFor(adapter, project_id, scenario, { delete_others });
    expect(await endpointsOf(adapter, project_id)).toEqual(before);

    const outcome = await applyChanges(adapter, plan);
    expect(outcome).toMatchObject({ ended: 'done', left: [] });
    const again = await planFor(adapter, project_id, scenario, { delete_others });
    expect(again.changes).toEqual([]);
    expect(again.left_alone.filter(({ reason }) => reason === 'as_in_the_scenario')).toHaveLength(
      wanted.length,
    );

    const after = await endpointsOf(adapter, project_id);
    const touched = new Set(
      plan.changes.map((change) => ('endpoint_id' in change ? change.endpoint_id : '')),
    );
    for (const [id, endpoint] of before) if (!touched.has(id)) expect(after.get(id)).toEqual(endpoint);
    const gone = [...before.keys()].filter((id) => !after.has(id));
    if (!delete_others) expect(gone).toEqual([]);
    const elsewhere = [...after.values()].filter((each) => each.branch_id === branches.get('elsewhere'));
    expect(elsewhere).toHaveLength(there.filter(({ branch }) => branch === 'elsewhere').length);
  });
  await fc.assert(property, { seed: 9, numRuns: 60 });
});
