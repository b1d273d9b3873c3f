import { describe, expect, test } from 'vitest';
import { applyChanges } from '../../../src/adapter/apply/apply-changes.js';
import { HttpAdapter } from '../../../src/adapter/http-adapter.js';
import { operationsSucceeded } from '../../../src/adapter/operations-ended.js';
import { appliedText, outcomeText } from '../../../src/report/answers/apply.js';
import { createEmulator } from '../../../src/server/create-emulator.js';
import { planFor, scenarioWith } from './project-under-test.js';

const COMPUTES = [
  { name: 'primary', autoscaling_limit_min_cu: 0.5, autoscaling_limit_max_cu: 4 },
  { name: 'reports', type: 'read_only', autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 0.25 },
];

/** A plan of two changes on an emulator, with functions that make its calls fail and that apply the plan. */
async function planned() {
  const emulator = createEmulator({ seed: 'lost', operation_duration_ms: 400 });
  const { base_url, api_key, fetch, clock } = emulator;
  const adapter = new HttpAdapter({ base_url, api_key, fetch, clock, seed: 'lost' });
  const { project, operations } = await adapter.createProject({ project: { name: 'shop' } });
  await operationsSucceeded(adapter, project.id, operations);
  const plan = await planFor(adapter, project.id, await scenarioWith(COMPUTES));
  const names = async () => {
    const { endpoints } = await adapter.listProjectEndpoints({ project_id: project.id });
    return endpoints.map(
      ({ name, autoscaling_limit_max_cu }) => `${name ?? '-'} ${autoscaling_limit_max_cu}`,
    );
  };
  const fault = async (body: object) =>
    fetch('http://localhost/_neap/faults', { method: 'POST', body: JSON.stringify(body) });
  return { fault, names, carryOut: () => applyChanges(adapter, plan) };
}

describe('a change whose response is lost', () => {
  test.each([
    ['none', 'createProjectEndpoint'],
    [524, 'createProjectEndpoint'],
    ['none', 'updateProjectEndpoint'],
    [502, 'updateProjectEndpoint'],
  ])(
    'a change that was made although its response was lost (%s to %s) is found in the project, and the plan continues',
    async (answer, call) => {
      const { fault, names, carryOut } = await planned();
      await fault({ answer, call, carried_out: true });
      const outcome = await carryOut();
      expect(outcome).toMatchObject({ ended: 'done', unknown: [], left: [] });
      expect(outcome.applied.filter(({ answer_lost }) => answer_lost === true)).toHaveLength(1);
      expect(outcome.applied.map(appliedText)).toContainEqual(
        expect.stringMatching(/^Done: .* \(seen in the project; its answer never came\)$/),
      );
      expect(outcomeText(outcome)).toEqual(['2 changes applied.']);
      expect(await names()).toEqual(['- 4', 'reports 0.25']);
    },
  );

  test('a change that was not made is skipped and reported', async () => {
    const { fault, names, carryOut } = await planned();
    await fault({ answer: 'none', call: 'createProjectEndpoint' });
    const outcome = await carryOut();
    expect(outcome).toMatchObject({ ended: 'failed', applied: [], unknown: [], failure: { status: 0 } });
    expect(outcome.left).toHaveLength(2);
    expect(outcomeText(outcome)).toContainEqual('Not done: create reports on main');
    expect(await names()).toEqual(['- 2']);
  });

  test('a change has an unknown outcome if the project cannot be read', async () => {
    const { fault, carryOut } = await planned();
    await fault({ answer: 'none', call: 'createProjectEndpoint', carried_out: true });
    await fault({ answer: 'none', call: 'listProjectEndpoints', times: 1000 });
    const outcome = await carryOut();
    expect(outcome).toMatchObject({
      ended: 'failed',
      applied: [],
      unknown: [{ kind: 'create', compute: 'reports' }],
      left: [{ kind: 'update' }],
    });
    expect(outcomeText(outcome).slice(0, 3)).toEqual([
      'Failed after 0 changes.',
      'Unknown: create reports on main; look at the project, or run apply again without --yes',
      expect.stringMatching(/^Not done: update primary/),
    ]);
  });

  test('a refused change is not looked up', async () => {
    const { fault, carryOut } = await planned();
    await fault({ answer: 422, call: 'createProjectEndpoint' });
    await fault({ answer: 'none', call: 'listProjectEndpoints', times: 1000 });
    expect(await carryOut()).toMatchObject({ ended: 'failed', unknown: [], left: [{}, {}] });
  });
});
