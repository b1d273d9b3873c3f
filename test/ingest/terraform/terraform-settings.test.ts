import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readTerraform, type TerraformResource } from '../../../src/ingest/terraform/terraform-plan.js';
import { terraformSettings } from '../../../src/ingest/terraform/terraform-settings.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { expected } from '../../expected.js';

interface Row {
  readonly rule: string;
  readonly scenario?: object;
  readonly resources: Readonly<Record<string, Partial<TerraformResource> & { readonly state?: true }>>;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
  readonly read?: readonly string[];
  readonly left_out?: readonly unknown[];
}

const ROWS: readonly Row[] = parse(readFileSync(new URL('settings.yaml', import.meta.url), 'utf8'), {
  merge: true,
});
const SHOP = `
name: shop
duration: 1d
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }
  - { name: reports, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 2 }
load: [{ name: web, compute: primary, process: regular, rate: 2/h, query: { cpu: 5ms } }]
data: { branches: { count: 3 } }
`;

it.each(ROWS.map((row) => [row.rule, row] as const))(
  '%s',
  async (_, { scenario = {}, resources, ...right }) => {
    const shop = await parseScenario(JSON.stringify({ ...parse(SHOP), ...scenario }));
    const changes = Object.entries(resources).map(
      ([address, { before, after, unknown, state }]): TerraformResource => {
        const [type, name] = address.split('.') as [TerraformResource['type'], string];
        return { address, type, name, before, after, unknown: state ? undefined : (unknown ?? {}) };
      },
    );
    const { rule: _rule, ...settings } = right;
    expect(terraformSettings(changes, shop)).toMatchObject(expected(settings) as object);
  },
);

describe('the output of terraform show', () => {
  const change = (over: object = {}) => ({
    ...{ address: 'neon_endpoint.a', type: 'neon_endpoint', name: 'a' },
    change: { actions: ['update'], before: { x: 1 }, after: { x: 2 }, after_unknown: { y: true } },
    ...over,
  });
  const planOf = (...resource_changes: readonly unknown[]) => ({ format_version: '1.2', resource_changes });
  const stateOf = (root_module: unknown) => ({ format_version: '1.0', values: { root_module } });

  it('the output of terraform show is read as resources before and after; for a state, the existing ones', () => {
    const endpoint = { address: 'neon_endpoint.a', type: 'neon_endpoint', name: 'a' };
    expect(readTerraform(planOf(change()))).toEqual([
      { ...endpoint, before: { x: 1 }, after: { x: 2 }, unknown: { y: true } },
    ]);
    const created = change({ change: { actions: ['create'], before: null, after: [] } });
    expect(readTerraform(planOf(created))).toEqual([
      { ...endpoint, before: undefined, after: undefined, unknown: {} },
    ]);
    const branch = { address: 'neon_branch.b', type: 'neon_branch', name: 'b' };
    const own = { ...branch, values: { x: 1 } };
    const indexed = ['key', 0].map((index) => ({ ...own, index }));
    expect(readTerraform(stateOf({ resources: [own], child_modules: [{ resources: indexed }] }))).toEqual(
      ['b', 'key', 'b'].map((name) => ({
        ...{ ...branch, name },
        ...{ before: undefined, after: { x: 1 }, unknown: undefined },
      })),
    );
  });

  it('resources of other providers, data sources and empty states are left out', () => {
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

  const EXPECTED = 'expected what "terraform show -json plan.tfplan" writes of a plan';
  it.each<[string, unknown, string]>([
    ['a text', 'plan', EXPECTED],
    ['nothing', null, EXPECTED],
    ['a list', [], EXPECTED],
    ['no version', { resource_changes: [] }, EXPECTED],
    ['a later version', { format_version: '2.0', resource_changes: [] }, 'format_version is 2.0; expected 1'],
    ['changes that are none', { format_version: '1.2', resource_changes: {} }, EXPECTED],
    ['a change without one', planOf({ address: 'x' }), EXPECTED],
    ['a change that is none', planOf(7), EXPECTED],
    [
      'unknown actions',
      planOf(change({ change: { actions: ['update', 'invent'] } })),
      'neon_endpoint.a: unknown actions ["update","invent"]',
    ],
    ['no actions', planOf(change({ change: {} })), 'neon_endpoint.a: unknown actions'],
    ['neither a plan nor a state', { format_version: '1.0' }, EXPECTED],
    ['resources that are none', stateOf({ resources: {} }), EXPECTED],
    ['modules that are none', stateOf({ child_modules: {} }), EXPECTED],
    ['a resource that is none', stateOf({ resources: [7] }), EXPECTED],
    ['a failed plan', { format_version: '1.2', errored: true, resource_changes: [] }, 'has failed'],
  ])('is refused for %s', (_, value, message) => {
    expect(() => readTerraform(value)).toThrow(message);
  });
});
