import { expect, it } from 'vitest';
import { OWN_POLICIES, type PolicySide } from '../../../src/compute/policy/own-policies.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { WorkProgress } from '../../../src/study/engine/work-options.js';
import { comparePolicies, type SideComparison } from '../../../src/study/policies/policy-comparison.js';
import { expectFigures } from '../../command-rows.js';
import { tableOf } from '../../table.js';

/**
 * Four queries of one second on a compute of one CU that wakes in one second, within half an hour; the pauses between
 * them are about 98, 29 and 859 s.
 */
const FOUR_QUERIES = `
duration: 30m
plan: launch
computes:
  - { name: primary, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: 300 }
load: [{ name: web, compute: primary, process: { arrivals: [10s, 110s, 140s, 1000s] }, query: { cpu: 1s } }]
model: { wake_latency: 1s }
`;

/**
 * A busy compute that may scale. Waiting queries use memory, which makes the monitor scale up even if a policy does not:
 * every query is answered.
 */
const BUSY = `
duration: 20m
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 4, suspend_timeout_seconds: 300 }
load:
  - name: web
    compute: primary
    rate: { steps: [{ at: 0s, rate: 5/s }, { at: 10m, rate: 40/s }] }
    query: { cpu: { exponential: { mean: 40ms } } }
model: { connection_memory: 5MiB }
`;

const { size: SIZE, suspend: SUSPEND } = OWN_POLICIES;
const namesOf = (policies: readonly { readonly name: string }[]) => policies.map(({ name }) => name);

async function compared(
  text: string,
  sides: readonly PolicySide[],
  more: Parameters<typeof comparePolicies>[2] & { readonly set?: readonly string[] } = {},
) {
  const { set = [], ...options } = more;
  return comparePolicies(await parseScenario(text, { set }), sides, options);
}

async function side(text: string, of: PolicySide, set: readonly string[] = []): Promise<SideComparison> {
  return (await compared(text, [of], { set })).sides[0]!;
}

const row = ({ rows }: SideComparison, policy: string) => rows.find((each) => each.policy === policy)!;

interface Row {
  readonly rule: string;
  readonly side: PolicySide;
  readonly scenario: object;
  readonly set?: readonly string[];
  readonly figures: Readonly<Record<string, unknown>>;
}

const ROWS = tableOf<Row>(import.meta.url, 'compared-policies.yaml');
it.each(ROWS.map((row) => [row.rule, row] as const))(
  '%s',
  async (_, { side: of, scenario, set, figures }) => {
    expectFigures(await side(JSON.stringify(scenario), of, set), figures);
  },
);

it.each([
  [20, 4],
  [120, 2],
])('policies that ask for the worth of a wake receive %i s, and wake %i times', async (worth, wakes) => {
  const { sides } = await compared(FOUR_QUERIES, ['suspend'], { wake_cost_seconds: worth });
  expect(sides.map(({ wake_cost_seconds }) => wake_cost_seconds)).toEqual([worth]);
  // Pauses of 98, 29 and 859 s.
  expect(row(sides[0]!, 'observed_optimum').wakes).toBe(wakes);
  expect(row(sides[0]!, 'oracle').wakes).toBe(wakes);
  expect(row(sides[0]!, 'fixed').wakes).toBe(2);
});

it('policies and settings without foresight cover every worth of a wake once', async () => {
  const { rows, settings } = await side(FOUR_QUERIES, 'suspend');
  const all = [...rows, ...settings].filter((each) => each.least_cost_from_seconds !== null);
  const ranges = all
    .map((each) => [each.least_cost_from_seconds, each.least_cost_to_seconds] as const)
    .sort(([a], [b]) => a! - b!);
  expect(ranges[0]![0]).toBe(0);
  expect(ranges.at(-1)![1]).toBeNull();
  for (const [index, [from]] of ranges.slice(1).entries()) expect(from).toBe(ranges[index]![1]);
  expect(row({ rows } as SideComparison, 'oracle').least_cost_from_seconds).toBeNull();
});

it('size policies have the same demands, and their regret is the share of CU-hours above the oracle', async () => {
  const comparison = await side(BUSY, 'size');
  const { rows, wake_cost_seconds } = comparison;
  expect(rows.map(({ policy }) => policy)).toEqual(namesOf(SIZE.policies));
  expect(wake_cost_seconds).toBeNull();
  expect(new Set(rows.map(({ queries_arrived }) => queries_arrived)).size).toBe(1);
  // Used vCPU, offered × (1 − slack), is the demand of all queries, except those still running at the end.
  const used = rows.map((each) => each.cu_hours * 3600 * (1 - each.cpu_slack!));
  for (const seconds of used) expect(Math.abs(seconds / used[0]! - 1)).toBeLessThan(0.01);
  const [oracle, fixed] = [row(comparison, 'oracle'), row(comparison, 'fixed')];
  expect(oracle).toMatchObject({ regret_cu_hours_share: 0, regret_hours_per_day: null, foresight: true });
  expect(fixed.regret_cu_hours_share).toBeCloseTo(fixed.cu_hours / oracle.cu_hours - 1, 12);
  expect(fixed.regret_cu_hours_share).toBeGreaterThan(0.5);
  expect(fixed.latency_p99_ms).toBeLessThan(oracle.latency_p99_ms!);
  expect(fixed.cpu_saturated).toBeLessThan(oracle.cpu_saturated!);
});

it('suspension policies of a compute that is never idle are left out', async () => {
  const { rows, nothing_to_decide } = await side(BUSY, 'suspend');
  expect(rows).toEqual([]);
  expect(nothing_to_decide).toContain('no query ever comes after an idle period of a minute or more');
});

it('a comparison with nothing to decide runs nothing, and passes on the warnings of the scenario', async () => {
  const progress = () => expect.fail('no run was expected');
  const scenario = await parseScenario(FOUR_QUERIES, {
    set: ['computes.primary.suspend_timeout_seconds=-1'],
  });
  const warned = { ...scenario, warnings: ['odd'] };
  const { sides, warnings } = await comparePolicies(warned, ['size', 'suspend'], { progress });
  expect([sides.flatMap(({ rows }) => rows), warnings]).toEqual([[], ['odd']]);
});

it('progress counts every scenario once, although both sides share the present one, and may end the work', async () => {
  const set = ['computes.primary.autoscaling_limit_max_cu=2'];
  const seen: WorkProgress[] = [];
  const sides: readonly PolicySide[] = ['size', 'suspend'];
  const progress = (each: WorkProgress) => void seen.push(each);
  const one = await compared(FOUR_QUERIES, sides, { set, progress });
  // In addition, maxima of 1, 4 and 8 CU, and a timeout of never.
  const runs = SIZE.policies.length + SUSPEND.policies.length - 1 + 4;
  expect(seen.at(-1)).toMatchObject({ runs, done: runs - 1 });
  expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
  expect(JSON.stringify(await compared(FOUR_QUERIES, sides, { set }))).toBe(JSON.stringify(one));
  const enough = () => {
    throw new Error('enough');
  };
  await expect(compared(FOUR_QUERIES, ['suspend'], { progress: enough })).rejects.toThrow('enough');
});
