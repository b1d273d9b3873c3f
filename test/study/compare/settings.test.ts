import { describe, expect, it } from 'vitest';
import { placeless, refusal, ScenarioError } from '../../../src/scenario/document/diagnostic.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { namedVariants } from '../../../src/study/compare/named-variants.js';
import { replicasOf, withReplicas } from '../../../src/study/compare/replica-count.js';
import { loadDifferences } from '../../../src/study/compare/same-load.js';
import { isSizePath, isTimeoutPath } from '../../../src/study/compare/setting-change.js';
import { isDimension, settingsOverrides } from '../../../src/study/compare/setting-dimension.js';
import { combinations, parseAxis, splitValues } from '../../../src/study/compare/sweep-axis.js';
import { triedCombinations } from '../../../src/study/compare/tried-combinations.js';
import type { ScenarioSource } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

const LIMITS = { autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1 };
const REPLICA = { ...LIMITS, type: 'read_only' };
const load = (name: string, over: object = {}) => ({
  name,
  rate: '4/h',
  query: { cpu: '20ms' },
  ...over,
});

async function spread(computes: readonly object[], loads: readonly object[]) {
  const text = JSON.stringify({ duration: '1h', plan: 'scale', computes, load: loads });
  const source: ScenarioSource = { text, file: 'app.yaml', directory: '/', set: [], seed: undefined };
  const scenario = await parseScenario(text);
  const routes = async (count: number): Promise<Scenario> =>
    parseScenario(text, { set: withReplicas(scenario, source, count).overrides });
  return { source, scenario, routes };
}
const routeOf = (scenario: Scenario, name: string) => {
  const { by, targets } = scenario.load.find((each) => each.name === name)!.route;
  return [by, Object.fromEntries(targets.map(({ compute, weight }) => [compute, weight]))];
};

describe('a change of the number of replicas', () => {
  const primary = { name: 'primary', ...LIMITS };
  const both = [
    { name: 'r-1', ...REPLICA, suspend_timeout_seconds: 60 },
    { name: 'r-2', ...REPLICA, suspend_timeout_seconds: 120 },
  ];
  const reads = load('reads', { route: { weight: { 'r-1': 2, 'r-2': 2 } } });
  const mixed = load('mixed', { route: { least_connections: { primary: 1, 'r-1': 3, 'r-2': 3 } } });
  const direct = load('direct', { compute: 'r-1' });
  const writes = load('writes', { compute: 'primary' });

  it('copies the last replica under a new name, and spreads the loads over all', async () => {
    const { routes, scenario, source } = await spread([primary, ...both], [reads, mixed, writes]);
    expect(replicasOf(scenario)).toEqual({ names: ['r-1', 'r-2'], count: 2, least: 0 });
    const { computes } = withReplicas(scenario, source, 3);
    expect(computes).toEqual(['primary', 'r-1', 'r-2', 'r-3']);
    const three = await routes(3);
    expect(three.computes.map(({ name }) => name)).toEqual(computes);
    expect(three.computes[3]).toMatchObject({ type: 'read_only', suspend_timeout_seconds: 120 });
    expect(routeOf(three, 'reads')[1]).toEqual({ 'r-1': 2, 'r-2': 2, 'r-3': 2 });
    expect(routeOf(three, 'mixed')[1]).toEqual({ primary: 1, 'r-1': 3, 'r-2': 3, 'r-3': 3 });
    expect(routeOf(three, 'writes')[1]).toEqual({ primary: 1 });
  });

  it('removes the last ones; without any replica the primary takes the reads', async () => {
    const { routes } = await spread([primary, ...both], [reads, mixed, writes]);
    const one = await routes(1);
    expect(one.computes.map(({ name }) => name)).toEqual(['primary', 'r-1']);
    expect(routeOf(one, 'reads')[1]).toEqual({ 'r-1': 2 });
    const none = await routes(0);
    expect(none.computes.map(({ name }) => name)).toEqual(['primary']);
    expect(routeOf(none, 'reads')[1]).toEqual({ primary: 1 });
    expect(routeOf(none, 'mixed')[1]).toEqual({ primary: 1 });
  });

  it('does not move a load that was not spread, unless the only replica had it', async () => {
    const { scenario, source } = await spread([primary, ...both], [reads, direct]);
    const { overrides } = withReplicas(scenario, source, 3);
    expect(overrides.map((each) => each.slice(0, each.indexOf('=')))).toEqual([
      'computes',
      'load.reads.route',
    ]);
    const single = await spread([primary, both[0]!], [direct, writes]);
    const two = await single.routes(2);
    expect(routeOf(two, 'direct')).toEqual(['weight', { 'r-1': 1, 'r-2': 1 }]);
    expect(routeOf(two, 'writes')[1]).toEqual({ primary: 1 });
    expect(routeOf(await single.routes(0), 'direct')[1]).toEqual({ primary: 1 });
  });

  it('changes nothing if the number is the same or there are none; removing a replica requires a primary', async () => {
    const { scenario, source } = await spread([primary, ...both], [reads]);
    expect(withReplicas(scenario, source, 2)).toEqual({ overrides: [], computes: ['primary', 'r-1', 'r-2'] });
    const alone = await spread([primary], [writes]);
    expect(replicasOf(alone.scenario)).toEqual({ names: [], count: 0, least: 0 });
    expect(withReplicas(alone.scenario, alone.source, 2).overrides).toEqual([]);
    const without = await spread(both, [reads]);
    expect(replicasOf(without.scenario).least).toBe(1);
  });

  it('chooses unused names', async () => {
    const names = [
      { name: 'read', ...REPLICA },
      { name: 'read-1', ...REPLICA, type: 'read_write' },
    ];
    const { scenario, source } = await spread(names, [load('reads', { compute: 'read' })]);
    expect(withReplicas(scenario, source, 3).computes).toEqual(['read', 'read-1', 'read-2', 'read-3']);
  });
});

describe('settings by name', () => {
  it.each([
    ['min', true, false],
    ['primary.max', true, false],
    ['computes.a.autoscaling_limit_max_cu', true, false],
    ['autoscaling_limit_min_cu', true, false],
    ['timeout', false, true],
    ['a.suspend_timeout_seconds', false, true],
    ['load.web.min_idle', false, false],
    ['admin', false, false],
    ['maximum', false, false],
    ['timeouts', false, false],
    ['load.web.query_timeout', false, false],
  ])('%s', (path, size, timeout) => {
    expect([isSizePath(path), isTimeoutPath(path)]).toEqual([size, timeout]);
  });

  it('are dimensions of a plan, or paths', () => {
    expect(['min', 'pooling', 'suspend_policy'].every(isDimension)).toBe(true);
    expect(isDimension('load.web.rate')).toBe(false);
  });

  it('change policies of the searched computes, and how loads of queries connect', async () => {
    const { scenario, source } = await spread(
      [
        { name: 'primary', ...LIMITS },
        { name: 'r', ...REPLICA },
      ],
      [
        load('web', { compute: 'primary', connection: { kind: 'pool', size: 2 } }),
        load('jobs', { compute: 'r', connection: { kind: 'session', queries: 3 } }),
        { name: 'listeners', compute: 'primary', connection: { kind: 'listen', clients: 1 } },
      ],
    );
    const overrides = (settings: Record<string, string>, compute?: string) =>
      settingsOverrides(settings, scenario, source, compute);
    expect(overrides({ suspend_policy: 'observed_optimum' })).toEqual([
      'computes.primary.policy.suspend=observed_optimum',
      'computes.r.policy.suspend=observed_optimum',
    ]);
    expect(overrides({ size_policy: 'percentile' }, 'r')).toEqual(['computes.r.policy.size=percentile']);
    expect(overrides({ policy: './my.mjs' }, 'r')).toEqual(['computes.r.policy=./my.mjs']);
    expect(overrides({ pooling: 'pooler' })).toEqual([
      'load.web.connection.via=pooler',
      'load.jobs.connection.via=pooler',
    ]);
    expect(overrides({ 'load.web.rate': '9/h' })).toEqual(['load.web.rate=9/h']);
    // Copies change with the others.
    const base = load('reads', { compute: 'r' });
    const grown = await spread(
      [
        { name: 'primary', ...LIMITS },
        { name: 'r', ...REPLICA },
      ],
      [base],
    );
    const set = settingsOverrides({ replicas: '2', max: '1' }, grown.scenario, grown.source);
    expect(set.map((each) => each.slice(0, each.indexOf('='))).slice(0, 2)).toEqual(['computes', 'load']);
    expect(set.slice(2)).toEqual(['max=1']);
  });
});

describe('named variants', () => {
  it('are the scenario as it is and with their changes, all with the same seed', async () => {
    const variants = await namedVariants(
      quickSource({}, ['computes.primary.suspend_timeout_seconds=120']),
      [{ name: 'larger', changes: [' max = 1 ', 'load.web.rate=40/h'] }],
      '--variant',
    );
    expect(variants.map(({ name }) => name)).toEqual(['as it is', 'larger']);
    const [first, larger] = variants.map(({ scenario }) => scenario);
    expect(larger!.computes[0]).toMatchObject({
      autoscaling_limit_max_cu: 1,
      suspend_timeout_seconds: 120,
    });
    expect(larger!.seed).toBe(first!.seed);
    expect(variants[1]!.source!.seed).toBe('7');
    expect(loadDifferences(first!, larger!)).toEqual(['the load differs (web)']);
  });

  it('have unique names', async () => {
    const twice = [
      { name: 'a', changes: [] },
      { name: 'a', changes: ['max=1'] },
    ];
    await expect(namedVariants(quickSource(), twice, '--variant a')).rejects.toThrow(
      '--variant a: error: there are two variants "a"; give each a unique name',
    );
    await expect(namedVariants(quickSource(), [{ name: 'as it is', changes: [] }], 'x')).rejects.toThrow(
      'there are two variants "as it is"',
    );
  });
});

describe('different loads', () => {
  const QUERY = { cpu: '20ms' };
  it('are named, together with other differences', async () => {
    const base = await spread(
      [{ name: 'primary', ...LIMITS }],
      ['a', 'b', 'c'].map((name) => load(name, { compute: 'primary' })),
    );
    const other = await parseScenario(base.source.text, {
      set: [
        'start=2026-02-01T00:00:00Z',
        'load.a.query.cpu=30ms',
        'load.c.name=d',
        'load.b.connection={ kind: pool, size: 3 }',
      ],
    });
    expect(loadDifferences(base.scenario, other)).toEqual([
      'they start at different times',
      'the load differs (a)',
      'only one of them has the load c, d',
    ]);
    expect(loadDifferences(base.scenario, base.scenario)).toEqual([]);
  });

  it('are limited to the first five and the number of the others', async () => {
    const of = (count: number, rate: string) =>
      spread(
        [{ name: 'primary', ...LIMITS }],
        Array.from({ length: count }, (_, index) => ({
          name: `l${index}`,
          compute: 'primary',
          rate,
          query: QUERY,
        })),
      );
    const differences = async (count: number) =>
      loadDifferences((await of(count, '1/h')).scenario, (await of(count, '2/h')).scenario);
    expect(await differences(5)).toEqual(['the load differs (l0, l1, l2, l3, l4)']);
    expect(await differences(7)).toEqual(['the load differs (l0, l1, l2, l3, l4 and 2 more)']);
  });
});

describe('combinations of settings', () => {
  it('vary the last axis fastest, and number one if there are no axes', () => {
    const all = [...combinations([parseAxis('a=1,2'), parseAxis('b=x,y')])];
    expect(all.map(({ a, b }) => `${a}${b}`)).toEqual(['1x', '1y', '2x', '2y']);
    expect([...combinations([])]).toEqual([{}]);
  });

  it('have values separated by commas outside of brackets and quotes', () => {
    expect(splitValues('a, "b,c" ,\'d,e\',{ f: { g: 1, h: 2 } },[1, 2],')).toEqual([
      'a',
      '"b,c"',
      "'d,e'",
      '{ f: { g: 1, h: 2 } }',
      '[1, 2]',
    ]);
    expect(splitValues(' , ')).toEqual([]);
  });

  it('are checked one by one: those that are not allowed have the reason', async () => {
    const asked: number[] = [];
    const tried = await triedCombinations([parseAxis('a=1,2,3')], 3, {
      async make({ a }, index) {
        asked.push(index);
        if (a === '2') {
          throw new ScenarioError(['odd', 'odd', 'wrong'].map((message) => placeless('x', message)));
        }
        return `made ${a}`;
      },
    });
    expect(asked).toEqual([0, 1, 2]);
    expect(tried).toEqual([
      { settings: { a: '1' }, made: 'made 1', reason: null },
      { settings: { a: '2' }, made: undefined, reason: 'odd; wrong' },
      { settings: { a: '3' }, made: 'made 3', reason: null },
    ]);
  });

  it('are refused if there are too many, and with the first reason if none is allowed', async () => {
    const never = async () => {
      throw new Error('not asked');
    };
    await expect(
      triedCombinations([parseAxis('a=1,2'), parseAxis('b=1,2')], 3, { make: never }),
    ).rejects.toThrow('--vary: error: 4 combinations are more than 3; vary fewer values');
    let count = 0;
    const wrong = async () => {
      throw refusal('x', `wrong ${count++}`);
    };
    await expect(triedCombinations([parseAxis('a=1,2')], 2, { make: wrong })).rejects.toThrow('wrong 0');
    await expect(triedCombinations([parseAxis('a=1,2')], 2, { make: never })).rejects.toThrow('not asked');
  });
});
