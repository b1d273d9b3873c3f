import { describe, expect, it } from 'vitest';
import { OWN_POLICIES, type PolicySide } from '../../../src/compute/policy/own-policies.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import type { WorkProgress } from '../../../src/study/engine/work-options.js';
import { comparePolicies, type SideComparison } from '../../../src/study/policies/policy-comparison.js';

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

describe('suspension policies on four queries', async () => {
  const comparison = await side(FOUR_QUERIES, 'suspend');
  const [fixed, breakEven, oracle] = ['fixed', 'observed_optimum', 'oracle'].map((name) =>
    row(comparison, name),
  );

  it('are all listed with the same arrivals, and the one of the scenario is marked', () => {
    const { rows } = comparison;
    expect(rows.map(({ policy }) => policy)).toEqual(namesOf(SUSPEND.policies));
    expect(rows.filter(({ own }) => own)).toEqual([fixed]);
    expect(rows.filter(({ foresight }) => foresight)).toEqual([oracle]);
    expect(new Set(rows.map(({ queries_arrived }) => queries_arrived))).toEqual(new Set([4]));
  });

  it('include fixed, which is active from 11 to 441 s and from 1001 to 1302 s', () => {
    const close = (value: number) => expect.closeTo(value, 9) as number;
    expect(fixed).toMatchObject({
      wakes: 2,
      suspends: 2,
      resumes: 0,
      delayed_probability: 0.5,
      wake_probability: 0.5,
      idle_periods: 2,
      ready_held: 0.5,
      ready_resumed: 0,
      not_ready: 0.5,
      overhead_per_hour: 8,
      queries_failed: 0,
      active_seconds: close(430 + 301),
      cu_hours: close(731 / 3600),
      cost_usd: close((731 / 3600) * 0.106),
      // 98 s until the second query, 300 s until the first suspend; the last pause has no end.
      allocated_held: close((98 + 300) / 1800),
      cpu_slack: close(1 - 4 / 731),
    });
  });

  it('include break-even, which suspends a minute after the work and so wakes three times', () => {
    expect(breakEven).toMatchObject({ wakes: 3, suspends: 3, delayed_probability: 0.75, not_ready: 1 });
    expect(breakEven!.active_seconds).toBeCloseTo(61 + 90 + 61, 9);
  });

  it('have as regret the difference from the oracle in running time and wakes, each worth a minute', () => {
    expect(comparison.wake_cost_seconds).toBe(60);
    // It keeps the compute active only during the pause of 29 s.
    expect(oracle).toMatchObject({ wakes: 3, regret_hours_per_day: 0, regret_cu_hours_share: null });
    expect(oracle!.active_seconds).toBeCloseTo(1 + 30 + 1, 9);
    const perDay = (seconds: number) => (seconds / 3600) * 48;
    expect(fixed!.regret_hours_per_day).toBeCloseTo(perDay(731 + 2 * 60 - (32 + 3 * 60)), 9);
    expect(breakEven!.regret_hours_per_day).toBeCloseTo(perDay(212 - 32), 9);
    expect(Math.min(...comparison.rows.map((each) => each.regret_hours_per_day!))).toBe(0);
  });

  it('list the policy of the scenario in a separate row only if it has no default values', async () => {
    const set = ['computes.primary.policy.suspend={ observed_optimum: { wake_cost_seconds: 2m } }'];
    const { own_choice, rows } = await side(FOUR_QUERIES, 'suspend', set);
    expect(own_choice).toBe('primary by observed_optimum (wake_cost_seconds 2m)');
    expect(rows).toHaveLength(SUSPEND.policies.length + 1);
    expect(rows[0]).toMatchObject({ policy: 'own choice', own: true, wakes: 2, suspends: 2 });
    expect(rows[0]!.active_seconds).toBeCloseTo(1 + 98 + 31 + 120 + 121, 9);
    const named = ['computes.primary.policy.suspend=hybrid_histogram'];
    const known = await side(FOUR_QUERIES, 'suspend', named);
    expect(known.own_choice).toBeNull();
    expect(known.rows.filter(({ own }) => own)).toEqual([row(known, 'hybrid_histogram')]);
  });
});

describe('several values of a wake', async () => {
  const runs: number[] = [];
  const { sides, front } = await compared(FOUR_QUERIES, ['suspend'], {
    wake_costs_seconds: [20, 120],
    progress: (progress) => void runs.push(progress.runs),
  });
  const asking = SUSPEND.policies.filter(({ parameters }) => parameters['wake_cost_seconds'] !== undefined);

  it('give one comparison each, and policies that use the value receive it', () => {
    expect(sides.map(({ wake_cost_seconds }) => wake_cost_seconds)).toEqual([20, 120]);
    const wakes = (policy: string) => sides.map((each) => row(each, policy).wakes);
    // Pauses of 98, 29 and 859 s.
    expect(wakes('observed_optimum')).toEqual([4, 2]);
    expect(wakes('oracle')).toEqual([4, 2]);
    expect(wakes('fixed')).toEqual([2, 2]);
  });

  it('form a front of all distinct runs, without the oracle, and repeat no run', () => {
    const { points, wake_costs_seconds } = front!;
    expect(wake_costs_seconds).toEqual([20, 120]);
    const unforeseen = asking.filter(({ foresight }) => !foresight);
    expect(points).toHaveLength(SUSPEND.policies.length - 1 + unforeseen.length);
    expect(points.map(({ policy }) => policy)).not.toContain('oracle');
    const fixed = points.find(({ policy }) => policy === 'fixed')!;
    expect(fixed.regret_hours_per_day).toEqual(sides.map((each) => row(each, 'fixed').regret_hours_per_day));
    expect(fixed.running_hours_per_day).toBeCloseTo((731 / 3600) * 48, 9);
    expect(fixed.wakes_per_day).toBe(96);
    // In addition, the launch plan allows a compute that never suspends.
    expect(new Set(runs)).toEqual(new Set([SUSPEND.policies.length + asking.length + 1]));
  });
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

describe('a comparison with nothing to decide', () => {
  const never = 'computes.primary.suspend_timeout_seconds=-1';
  it.each<readonly [string, string, PolicySide, readonly string[], string]>([
    [
      'size policies of a fixed size',
      FOUR_QUERIES,
      'size',
      [],
      'every compute has a fixed size; set limits that differ',
    ],
    [
      'suspension policies of a compute that never suspends',
      BUSY,
      'suspend',
      [never],
      'no compute ever suspends; set a suspend_timeout_seconds',
    ],
    [
      'those of a compute too large to suspend',
      BUSY,
      'suspend',
      [
        'computes.primary.autoscaling_limit_min_cu=18',
        'computes.primary.autoscaling_limit_max_cu=18',
        never,
        'plan=scale',
      ],
      'no compute ever suspends',
    ],
    [
      'those of a compute that is never idle',
      BUSY,
      'suspend',
      [],
      'no query ever comes after an idle period of a minute or more',
    ],
  ])('leaves out %s', async (_, text, of, set, reason) => {
    const { rows, nothing_to_decide, own_choice } = await side(text, of, set);
    expect([rows, own_choice]).toEqual([[], null]);
    expect(nothing_to_decide).toContain(reason);
  });

  it('runs nothing, and passes on the warnings of the scenario', async () => {
    const progress = () => expect.fail('nothing is to be run');
    const scenario = await parseScenario(FOUR_QUERIES, { set: [never] });
    const warned = { ...scenario, warnings: ['odd'] };
    const { front, warnings } = await comparePolicies(warned, ['size', 'suspend'], { progress });
    expect([front, warnings]).toEqual([null, ['odd']]);
  });

  it('does not change computes that have nothing to decide next to others', async () => {
    const replica =
      '{ name: replica, type: read_only, autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1, suspend_timeout_seconds: -1 }';
    const both = FOUR_QUERIES.replace('\nload:', `\n  - ${replica}\nload:`);
    const comparison = await side(both, 'suspend');
    // The replica runs all the time, whatever the primary's policy.
    expect(row(comparison, 'fixed').active_seconds).toBeCloseTo(731 + 1800, 9);
    expect(row(comparison, 'oracle').active_seconds).toBeCloseTo(32 + 1800, 9);
  });
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
