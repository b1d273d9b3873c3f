import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { namedVariants } from '../../../src/study/compare/named-variants.js';
import { withReplicas } from '../../../src/study/compare/replica-count.js';
import { loadDifferences } from '../../../src/study/compare/same-load.js';
import { settingsOverrides } from '../../../src/study/compare/setting-dimension.js';
import { parseAxis } from '../../../src/study/compare/sweep-axis.js';
import { triedCombinations } from '../../../src/study/compare/tried-combinations.js';
import { compileSource } from '../../../src/study/runs/scenario-source.js';
import { quickSource, sourceOf } from '../quick-scenario.js';

const PRIMARY = '{ name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }';
const replica = (name: string, timeout = 60) =>
  `{ name: ${name}, type: read_only, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: ${timeout} }`;
const load = (name: string, where: string) => `{ name: ${name}, ${where}, rate: 4/h, query: { cpu: 20ms } }`;

/** An hour of these computes and loads. */
async function app(computes: readonly string[], loads: readonly string[]) {
  const source = sourceOf(
    `{ duration: 1h, plan: scale, computes: [${computes.join(', ')}], load: [${loads.join(', ')}] }`,
  );
  return { source, scenario: await compileSource(source) };
}

const READS = load('reads', 'route: { weight: { r-1: 2, r-2: 2 } }');
const MIXED = load('mixed', 'route: { least_connections: { primary: 1, r-1: 3, r-2: 3 } }');
const WRITES = load('writes', 'compute: primary');
const DIRECT = load('direct', 'compute: r-1');
const BOTH = [PRIMARY, replica('r-1'), replica('r-2', 120)];

describe('another number of replicas', () => {
  const TO_PRIMARY = { primary: 1 };
  it.each([
    ['none: the primary takes the reads', 0, ['primary'], TO_PRIMARY, TO_PRIMARY],
    ['the first', 1, ['primary', 'r-1'], { 'r-1': 2 }, { primary: 1, 'r-1': 3 }],
    [
      'a copy of the last under a new name',
      3,
      ['primary', 'r-1', 'r-2', 'r-3'],
      { 'r-1': 2, 'r-2': 2, 'r-3': 2 },
      { primary: 1, 'r-1': 3, 'r-2': 3, 'r-3': 3 },
    ],
  ])('spreads the loads over %s', async (_, count, computes, reads, mixed) => {
    const { scenario, source } = await app(BOTH, [READS, MIXED, WRITES]);
    const { overrides, computes: names } = withReplicas(scenario, source, count);
    const changed = await compileSource({ ...source, set: overrides });
    expect(names).toEqual(computes);
    expect(changed.computes.map(({ name }) => name)).toEqual(computes);
    if (count === 3)
      expect(changed.computes[3]).toMatchObject({ type: 'read_only', suspend_timeout_seconds: 120 });
    const routes = changed.load.map(({ name, route }) => [
      name,
      Object.fromEntries(route.targets.map(({ compute, weight }) => [compute, weight])),
    ]);
    expect(Object.fromEntries(routes)).toEqual({ reads, mixed, writes: TO_PRIMARY });
  });

  it.each<readonly [string, readonly string[], readonly string[], number, readonly string[]]>([
    ['a load that was not spread stays', BOTH, [READS, DIRECT], 3, ['computes', 'load.reads.route']],
    ['the same number changes nothing', BOTH, [READS], 2, []],
    ['without replicas nothing changes', [PRIMARY], [WRITES], 2, []],
  ])('%s', async (_, computes, loads, count, changed) => {
    const { scenario, source } = await app(computes, loads);
    const { overrides } = withReplicas(scenario, source, count);
    expect(overrides.map((each) => each.slice(0, each.indexOf('=')))).toEqual(changed);
  });

  it.each([
    [2, { 'r-1': 1, 'r-2': 1 }],
    [0, { primary: 1 }],
  ])('spreads the load of an only replica over %d', async (count, expected) => {
    const { scenario, source } = await app(BOTH.slice(0, 2), [DIRECT, WRITES]);
    const set = withReplicas(scenario, source, count).overrides;
    const { targets } = (await compileSource({ ...source, set })).load[0]!.route;
    expect(Object.fromEntries(targets.map(({ compute, weight }) => [compute, weight]))).toEqual(expected);
  });

  it('has unused names', async () => {
    const taken =
      '{ name: read-1, type: read_write, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }';
    const { scenario, source } = await app([replica('read'), taken], [load('reads', 'compute: read')]);
    expect(withReplicas(scenario, source, 3).computes).toEqual(['read', 'read-1', 'read-2', 'read-3']);
  });
});

describe('settings by name', async () => {
  const { scenario, source } = await app(
    [PRIMARY, replica('r')],
    [
      '{ name: web, compute: primary, rate: 4/h, query: { cpu: 20ms }, connection: { kind: pool, size: 2 } }',
      '{ name: jobs, compute: r, rate: 4/h, query: { cpu: 20ms }, connection: { kind: session, queries: 3 } }',
      '{ name: listeners, compute: primary, connection: { kind: listen, clients: 1 } }',
    ],
  );
  it.each<readonly [Record<string, string>, readonly string[]]>([
    [
      { suspend_policy: 'observed_optimum' },
      ['computes.primary.policy.suspend=observed_optimum', 'computes.r.policy.suspend=observed_optimum'],
    ],
    [{ policy: './my.mjs' }, ['computes.primary.policy=./my.mjs', 'computes.r.policy=./my.mjs']],
    [{ pooling: 'pooler' }, ['load.web.connection.via=pooler', 'load.jobs.connection.via=pooler']],
    [{ 'load.web.rate': '9/h' }, ['load.web.rate=9/h']],
  ])('%j change computes, and how queries connect', (settings, set) => {
    expect(settingsOverrides(settings, scenario, source)).toEqual(set);
  });

  it('of a fleet are those of its template, and of its load as written', async () => {
    const fleet = sourceOf(`
duration: 1h
plan: scale
computes: { template: { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 }, count: 20 }
load: [{ name: app, compute: tenant, rate: 4/h, query: { cpu: 20ms } }]
`);
    const compiled = await compileSource(fleet);
    const changed = (...set: readonly string[]) => compileSource({ ...fleet, set });
    const set = settingsOverrides({ max: '2', pooling: 'pooler' }, compiled, fleet);
    expect(set).toEqual(['max=2', 'load.app.connection.via=pooler']);
    expect((await changed(...set)).load.every(({ connection }) => connection.via === 'pooler')).toBe(true);
    const never = await changed('timeout=never');
    expect(new Set(never.computes.map((each) => each.suspend_timeout_seconds))).toEqual(new Set([-1]));
    expect(loadDifferences(compiled, never)).toEqual([]);
    expect(loadDifferences(compiled, await changed('computes.count=30'))).toEqual([
      'only one of them has the load app@tenant-0021, app@tenant-0022, app@tenant-0023, app@tenant-0024, app@tenant-0025 and 5 more',
    ]);
  });
});

describe('named variants', () => {
  it('are the scenario as it is and with their changes, all with the same seed', async () => {
    const source = quickSource({}, ['computes.primary.suspend_timeout_seconds=120']);
    const changes = [' max = 1 ', 'load.web.rate=40/h'];
    const { variants } = await namedVariants(source, [{ name: 'larger', changes }], '--variant');
    expect(variants.map(({ name, scenario }) => [name, scenario.seed])).toEqual([
      ['as it is', '7'],
      ['larger', '7'],
    ]);
    expect(variants[1]!.scenario.computes[0]).toMatchObject({
      autoscaling_limit_max_cu: 1,
      suspend_timeout_seconds: 120,
    });
  });

  it.each([[['a', 'a'], 'a'] as const, [['as it is'], 'as it is'] as const])(
    '%j are refused',
    async (names, twice) => {
      const asked = names.map((name) => ({ name, changes: [] }));
      await expect(namedVariants(quickSource(), asked, '--variant a')).rejects.toThrow(
        `--variant a: error: there are two variants "${twice}"; give each a unique name`,
      );
    },
  );
});

it('different loads are reported with other differences, up to five', async () => {
  const of = (count: number) =>
    app(
      [PRIMARY],
      Array.from({ length: count }, (_, index) => load(`l${index}`, 'compute: primary')),
    );
  const { scenario, source } = await of(3);
  const differences = async ({ source, scenario }: Awaited<ReturnType<typeof app>>, ...set: string[]) =>
    loadDifferences(scenario, await parseScenario(source.text!, { set }));
  const set = ['start=2026-02-01', 'load.l0.query.cpu=30ms', 'load.l2.name=d'];
  expect(await differences({ scenario, source }, ...set)).toEqual([
    'they start at different times',
    'the load differs (l0)',
    'only one of them has the load l2, d',
  ]);
  // The connection is a setting.
  expect(await differences({ scenario, source }, 'load.l1.connection={ kind: pool, size: 3 }')).toEqual([]);
  const rates = Array.from({ length: 7 }, (_, index) => `load.l${index}.rate=2/h`);
  expect(await differences(await of(5), ...rates.slice(0, 5))).toEqual([
    'the load differs (l0, l1, l2, l3, l4)',
  ]);
  expect(await differences(await of(7), ...rates)).toEqual([
    'the load differs (l0, l1, l2, l3, l4 and 2 more)',
  ]);
});

describe('combinations of settings', () => {
  const tried = async (texts: readonly string[], most = 4) => {
    const { source, scenario } = await app(BOTH, [READS]);
    return triedCombinations(source, scenario, texts.map(parseAxis), { most });
  };
  it('are checked one by one: those that are not allowed have the reason', async () => {
    const found = await tried(['min=0.25,4', 'max=1,8']);
    expect(found.map(({ settings, variant, reason }) => [settings, variant?.name, reason])).toEqual([
      [{ min: '0.25', max: '1' }, 'min=0.25 max=1', null],
      [{ min: '0.25', max: '8' }, 'min=0.25 max=8', null],
      [{ min: '4', max: '1' }, undefined, expect.stringMatching(/^[^;]*$/)],
      [{ min: '4', max: '8' }, 'min=4 max=8', null],
    ]);
  });

  it('are refused if there are too many, and with the first reason if none is allowed', async () => {
    await expect(tried(['min=1,2,4'], 2)).rejects.toThrow(
      '--vary: error: 3 combinations are more than 2; vary fewer values',
    );
    await expect(tried(['min=4', 'max=1,2'])).rejects.toThrow(/^--vary (min|max)=/);
  });
});
