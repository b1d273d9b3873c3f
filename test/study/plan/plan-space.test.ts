import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { planCandidates } from '../../../src/study/plan/plan-candidates.js';
import { planSpace, sweptAxes } from '../../../src/study/plan/plan-space.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { tableOf } from '../../table.js';
import { computeOf, quickSource } from '../quick-scenario.js';

interface Space {
  readonly rule: string;
  readonly scenario?: 'replicated';
  readonly over?: object;
  readonly compute?: object;
  readonly vary?: readonly string[];
  readonly axes?: Readonly<Record<string, readonly unknown[]>>;
  readonly today?: string;
  /** Candidates in addition to the combinations of the axes. */
  readonly extra?: number;
  readonly forbidden?: Readonly<Record<string, string>>;
  readonly last?: { readonly name: string; readonly max: readonly number[]; readonly via: readonly string[] };
  /** The computes that share the reads of each candidate. */
  readonly reads?: Readonly<Record<string, string>>;
  readonly refused?: string;
}

const SPACES = tableOf<Space>(import.meta.url, 'plan-space.yaml');

const REPLICATED = parse(`
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }
  - { name: replica-1, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
  - { name: replica-2, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }
load:
  - { name: writes, compute: primary, rate: 1/s, query: { cpu: 5ms } }
  - name: reads
    route: { least_connections: [replica-1, replica-2] }
    rate: 1/s
    query: { cpu: 5ms }
    connection: { kind: pool, size: 5 }
`);

async function searched({ scenario: named, over, compute, vary = [] }: Space) {
  const computes = compute && { computes: [{ ...computeOf(0.25), ...compute }] };
  const source = quickSource({ ...(named && REPLICATED), ...over, ...computes });
  const { scenario } = await compileVariant(source);
  const axes = planSpace(scenario, vary);
  return { axes, ...(await planCandidates(source, scenario, axes)) };
}

it.each(SPACES.map((space) => [space.rule, space] as const))('%s', async (_, space) => {
  if (space.refused !== undefined) {
    await expect(searched(space)).rejects.toThrow(space.refused);
    return;
  }
  const { axes, today, allowed, entrants, forbidden } = await searched(space);
  if (space.axes !== undefined) {
    const expected = Object.entries(space.axes).map(([path, values]) => ({
      path,
      values: values.map(String),
    }));
    expect(axes.map(({ path, values }) => ({ path, values }))).toEqual(expected);
  }
  if (space.today !== undefined) expect(today).toMatchObject({ name: space.today, today: true });
  if (space.extra !== undefined) expect(entrants.length - allowed.length).toBe(space.extra);
  for (const [name, reason] of Object.entries(space.forbidden ?? {}))
    expect(forbidden.find((each) => each.name === name)?.reason).toContain(reason);
  if (space.last !== undefined) {
    const { name, scenario } = allowed.at(-1)!;
    const max = scenario.computes.map((each) => each.autoscaling_limit_max_cu);
    expect({ name, max, via: scenario.load.map(({ connection }) => connection.via) }).toEqual(space.last);
  }
  if (space.reads !== undefined) {
    const reads = allowed.map(({ name, scenario }) => [
      name,
      scenario.load[1]!.route.targets.map((target) => target.compute).join(' '),
    ]);
    expect(Object.fromEntries(reads)).toEqual(space.reads);
  }
});

it('the rules of the specification allow sizes that the platform refuses', async () => {
  const { forbidden } = await searched({
    rule: '',
    over: { model: { rules: 'seed' } },
    vary: ['min', 'max'],
  });
  expect(forbidden.map(({ name }) => name)).not.toContain('min=0.25 max=16');
});

it('a plan evaluates the policies without foresight', async () => {
  const { axes } = await searched({ rule: '', vary: ['policy'] });
  expect(axes.map(({ path }) => path)).toEqual(['suspend_policy']);
  expect(axes[0]!.values).toContain('observed_optimum');
  expect(axes[0]!.values).not.toContain('oracle');
});

it('the axes of a sweep are those given, with default values for an axis without any', async () => {
  const { scenario } = await compileVariant(quickSource());
  expect(sweptAxes(scenario, ['load.web.rate=1/s,2/s', 'pooling'])).toEqual([
    { path: 'load.web.rate', values: ['1/s', '2/s'], written: 'load.web.rate=1/s,2/s' },
    { path: 'pooling', values: ['direct', 'pooler'] },
  ]);
  expect(() => sweptAxes(scenario, ['size_policy'])).toThrow(
    '--vary size_policy: error: no compute of the scenario leaves size_policy a choice',
  );
  expect(() => sweptAxes(scenario, ['pooling', 'pooling'])).toThrow(
    '--vary pooling: error: pooling is varied twice; give all its values at once',
  );
});
