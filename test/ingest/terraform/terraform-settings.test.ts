import { describe, expect, it } from 'vitest';
import { readTerraform, type TerraformResource } from '../../../src/ingest/terraform/terraform-plan.js';
import { terraformSettings } from '../../../src/ingest/terraform/terraform-settings.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';

const compute = (name: string, over: object = {}) => ({
  name,
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 2,
  ...over,
});
const scenarioOf = (over: object = {}) =>
  parseScenario(
    JSON.stringify({
      name: 'shop',
      duration: '1d',
      plan: 'launch',
      computes: [compute('primary'), compute('reports', { type: 'read_only' })],
      load: [{ name: 'web', compute: 'primary', process: 'regular', rate: '2/h', query: { cpu: '5ms' } }],
      data: { branches: { count: 3 } },
      ...over,
    }),
  );
const shop = await scenarioOf();

const resource = (
  type: TerraformResource['type'],
  name: string,
  over: Partial<TerraformResource> = {},
): TerraformResource => ({
  address: `${type}.${name}`,
  type,
  name,
  before: undefined,
  after: undefined,
  unknown: {},
  ...over,
});
const settings = (resources: readonly TerraformResource[], of = shop) => terraformSettings(resources, of);

describe('an endpoint of a plan', () => {
  const limits = (max: number) => ({ autoscaling_limit_max_cu: max });

  it('is matched to the compute with its name or with the name of the resource', () => {
    const named = resource('neon_endpoint', 'a', { after: { name: 'reports', ...limits(4) } });
    expect(settings([named]).after).toEqual(['computes.reports.autoscaling_limit_max_cu=4']);
    const gone = resource('neon_endpoint', 'b', { before: { name: 'reports', ...limits(4) } });
    expect(settings([gone]).left_out).toEqual([
      'neon_endpoint.b is deleted, and the scenario has its compute reports on both sides',
    ]);
    expect(settings([gone]).before).toEqual([]);
    const own = resource('neon_endpoint', 'primary', { before: limits(2), after: limits(4) });
    expect(settings([own])).toEqual({
      before: ['computes.primary.autoscaling_limit_max_cu=2'],
      after: ['computes.primary.autoscaling_limit_max_cu=4'],
      read: ['neon_endpoint.primary: computes.primary.autoscaling_limit_max_cu 2 to 4'],
      left_out: [],
    });
  });

  it('is matched to the only compute if it is the only endpoint, and otherwise to none', async () => {
    const one = await scenarioOf({ computes: [compute('primary')] });
    const other = resource('neon_endpoint', 'main', { after: limits(4) });
    expect(settings([other], one).after).toEqual(['computes.primary.autoscaling_limit_max_cu=4']);
    const more = resource('neon_endpoint', 'primry', { after: limits(4) });
    expect(settings([other, more], one)).toMatchObject({
      after: [],
      left_out: [
        'neon_endpoint.main is not a compute of the scenario: give one the name main',
        'neon_endpoint.primry is not a compute of the scenario (primary is near): give one the name primry',
      ],
    });
    expect(settings([other]).after).toEqual([]);
  });

  it('is not matched to a fleet', async () => {
    const template = { autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 };
    const fleet = await scenarioOf({
      computes: { name: 'tenant', count: 1, template },
      load: [{ name: 'web', compute: 'tenant', rate: '2/h', query: { cpu: '5ms' } }],
    });
    const [name] = fleet.computes.map((each) => each.name);
    expect(settings([resource('neon_endpoint', name!, { after: limits(4) })], fleet).after).toEqual([]);
    const project = resource('neon_project', 'shop', { after: { default_endpoint_settings: [limits(4)] } });
    expect(settings([project], fleet).after).toEqual([]);
  });
});

describe('the settings of a project', () => {
  const project = (before: object, after: object | undefined, unknown: object = {}) =>
    resource('neon_project', 'shop', {
      before: before as TerraformResource['before'],
      after: after as TerraformResource['after'],
      unknown: unknown as TerraformResource['unknown'],
    });

  it('stay unchanged when the project is deleted', () => {
    const gone = settings([project({ history_retention_seconds: 3600 }, undefined)]);
    expect(gone).toEqual({
      before: [],
      after: [],
      read: [],
      left_out: ['neon_project.shop is deleted: the scenario stays as it is'],
    });
  });

  it('report the old and the new values', () => {
    const { read } = settings([
      project({ history_retention_seconds: 3600 }, { history_retention_seconds: 3600 }),
    ]);
    expect(read).toEqual(['neon_project.shop: data.history_retention_seconds 3600']);
    const added = settings([project({}, { history_retention_seconds: 3600 })]);
    expect(added.read).toEqual([
      'neon_project.shop: data.history_retention_seconds as in the scenario to 3600',
    ]);
    const removed = settings([
      project({ history_retention_seconds: 3600 }, { history_retention_seconds: null }),
    ]);
    expect(removed.read).toEqual([
      'neon_project.shop: data.history_retention_seconds 3600 to as in the scenario',
    ]);
    expect([removed.before.length, removed.after.length]).toEqual([1, 0]);
  });

  it('are read from blocks written as lists or mappings, and from nothing else', () => {
    const quota = { active_time_seconds: 3600 };
    for (const written of [quota, [quota]]) {
      expect(settings([project({}, { quota: written })]).after).toEqual(['quota.active_time_seconds=3600']);
    }
    for (const odd of ['none', null, [null], []]) {
      expect(settings([project({}, { quota: odd })])).toMatchObject({ after: [], left_out: [] });
    }
  });

  it('remove a quota that is no longer set, unless its value is not known yet', () => {
    const before = { quota: [{ active_time_seconds: 3600, data_transfer_bytes: null }] };
    const lifted = settings([project(before, { quota: [{ data_transfer_bytes: 5 }] })]);
    expect(lifted.before).toEqual(['quota.active_time_seconds=3600']);
    expect(lifted.after).toEqual(['quota.active_time_seconds=0', 'quota.data_transfer_bytes=5']);
    const unknown = settings([project(before, {}, { quota: true })]);
    expect(unknown.after).toEqual([]);
    const kept = settings([project(before, before)]);
    expect(kept.after).toEqual(['quota.active_time_seconds=3600']);
  });

  it('that are known only after the apply stay unchanged', () => {
    const { after, left_out } = settings([
      project({ history_retention_seconds: 3600 }, {}, { history_retention_seconds: true }),
    ]);
    expect(after).toEqual(['data.history_retention_seconds=3600']);
    expect(left_out).toEqual([
      'neon_project.shop: data.history_retention_seconds is known only when it is applied',
    ]);
    const told = settings([
      project({}, { history_retention_seconds: 7200 }, { history_retention_seconds: true }),
    ]);
    expect(told).toMatchObject({ after: ['data.history_retention_seconds=7200'], left_out: [] });
  });

  it('belong to the only project with the scenario’s name', () => {
    const own = project({}, { history_retention_seconds: 3600 });
    const other = { ...own, address: 'neon_project.other', name: 'other' };
    expect(settings([own, other])).toMatchObject({
      after: ['data.history_retention_seconds=3600'],
      left_out: ['neon_project.other is one of several projects, and not named like the scenario'],
    });
    const twice = settings([own, { ...other, after: { ...own.after, name: 'shop' } }]);
    expect([twice.after, twice.left_out.length]).toEqual([[], 2]);
    // A single project is meant, whatever its name.
    expect(settings([other]).after).toHaveLength(1);
  });
});

describe('branches of a plan', () => {
  const added = (name: string) => resource('neon_branch', name, { after: { name } });
  const removed = (name: string) => resource('neon_branch', name, { before: { name } });

  it('are added or removed as child branches, never below 0', () => {
    expect(settings([added('a'), added('b'), removed('c')])).toMatchObject({
      after: ['data.branches.count=4'],
      read: ['neon_branch: data.branches.count 3 to 4'],
    });
    expect(settings(['a', 'b', 'c', 'd'].map(removed)).after).toEqual(['data.branches.count=0']);
    expect(settings([added('a'), removed('b')])).toMatchObject({ after: [], read: [] });
    const kept = resource('neon_branch', 'a', { before: { name: 'a' }, after: { name: 'a' } });
    expect(settings([kept]).after).toEqual([]);
  });

  it('are all branches of a state', () => {
    const there = (...names: readonly string[]) =>
      names.map((name) => ({ ...added(name), unknown: undefined }));
    expect(settings(there('a', 'b', 'c'))).toMatchObject({ after: [], read: [] });
    expect(settings(there('a', 'b')).read).toEqual(['neon_branch: data.branches.count 3 to 2']);
    expect(settings(there())).toMatchObject({ after: [], read: [] });
  });

  it('are not counted if a compute of the scenario is on one', async () => {
    const on = await scenarioOf({
      computes: [compute('primary'), compute('preview', { branch: 'preview', type: 'read_write' })],
    });
    expect(on.computes[1]!.branch).toBe('preview');
    expect(settings([added('preview')], on).after).toEqual([]);
    expect(settings([{ ...removed('x'), name: 'preview' }], on).after).toEqual([]);
    const byName = resource('neon_branch', 'x', { before: { name: 'preview' } });
    expect(settings([byName], on).after).toEqual([]);
  });
});

describe('the output of terraform show', () => {
  const change = (over: object = {}) => ({
    address: 'neon_endpoint.a',
    type: 'neon_endpoint',
    name: 'a',
    change: { actions: ['update'], before: { x: 1 }, after: { x: 2 }, after_unknown: { y: true } },
    ...over,
  });
  const planOf = (...resource_changes: readonly unknown[]) => ({ format_version: '1.2', resource_changes });
  const stateOf = (root_module: unknown) => ({ format_version: '1.0', values: { root_module } });

  it('is a list of resources before and after; for a state, the existing ones', () => {
    expect(readTerraform(planOf(change()))).toEqual([
      {
        address: 'neon_endpoint.a',
        type: 'neon_endpoint',
        name: 'a',
        before: { x: 1 },
        after: { x: 2 },
        unknown: { y: true },
      },
    ]);
    const created = change({ change: { actions: ['create'], before: null, after: [] } });
    expect(readTerraform(planOf(created))).toMatchObject([
      { before: undefined, after: undefined, unknown: {} },
    ]);
    const own = { address: 'neon_branch.b', type: 'neon_branch', name: 'b', values: { x: 1 } };
    const child_modules = [
      {
        resources: [
          { ...own, index: 'key' },
          { ...own, index: 0 },
        ],
      },
    ];
    expect(readTerraform(stateOf({ resources: [own], child_modules }))).toEqual(
      ['b', 'key', 'b'].map((name) => ({
        address: 'neon_branch.b',
        type: 'neon_branch',
        name,
        before: undefined,
        after: { x: 1 },
        unknown: undefined,
      })),
    );
  });

  it('is read without resources of other providers, data sources and empty states', () => {
    expect(readTerraform(planOf(change({ type: 'aws_instance' }), change({ mode: 'data' })))).toEqual([]);
    const values = { x: 1 };
    const others = [
      { type: 'neon_role', values },
      { type: 'neon_branch', mode: 'data', values },
      { type: 'neon_branch', values: null },
    ];
    expect(readTerraform(stateOf({ resources: others }))).toEqual([]);
    expect(readTerraform(stateOf(undefined))).toEqual([]);
    // For a plan without any changes.
    expect(readTerraform({ format_version: '0.1', planned_values: {} })).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a text', 'plan', 'expected what "terraform show -json plan.tfplan" writes of a plan'],
    ['nothing', null, 'expected what'],
    ['a list', [], 'expected what'],
    ['no version', { resource_changes: [] }, 'expected what'],
    [
      'a later version',
      { format_version: '2.0', resource_changes: [] },
      'its format_version is 2.0; expected 1',
    ],
    ['changes that are none', { format_version: '1.2', resource_changes: {} }, 'expected what'],
    ['a change without one', planOf({ address: 'x' }), 'expected what'],
    ['a change that is none', planOf(7), 'expected what'],
    [
      'unknown actions',
      planOf(change({ change: { actions: ['update', 'invent'] } })),
      'neon_endpoint.a: unknown actions ["update","invent"]',
    ],
    ['no actions', planOf(change({ change: {} })), 'neon_endpoint.a: unknown actions'],
    ['neither a plan nor a state', { format_version: '1.0' }, 'expected what'],
    ['resources that are none', stateOf({ resources: {} }), 'expected what'],
    ['modules that are none', stateOf({ child_modules: {} }), 'expected what'],
    ['a resource that is none', stateOf({ resources: [7] }), 'expected what'],
    ['a failed plan', { format_version: '1.2', errored: true, resource_changes: [] }, 'has failed'],
  ])('is refused for %s', (_, value, message) => {
    expect(() => readTerraform(value)).toThrow(message);
  });
});
