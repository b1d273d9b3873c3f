import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { OWN_POLICIES, type PolicySide } from '../../../src/scenario/policy/own-policies.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import type { WorkProgress } from '../../../src/study/engine/work-options.js';
import {
  comparePolicies,
  type PolicyRow,
  type SideComparison,
} from '../../../src/study/policies/policy-comparison.js';

/**
 * Four queries of one second on a compute of one CU that wakes in one second, within half an hour; the pauses between
 * them are about 98, 29 and 859 s.
 */
const FOUR_QUERIES = {
  duration: '30m',
  plan: 'launch',
  computes: [
    {
      name: 'primary',
      autoscaling_limit_min_cu: 1,
      autoscaling_limit_max_cu: 1,
      suspend_timeout_seconds: 300,
    },
  ],
  load: [
    {
      name: 'web',
      compute: 'primary',
      process: { arrivals: ['10s', '110s', '140s', '1000s'] },
      query: { cpu: '1s' },
    },
  ],
  model: { wake_latency: '1s' },
};

const POLICIES = OWN_POLICIES.suspend.policies.length;

/** A busy compute that may scale. */
const BUSY = {
  duration: '20m',
  computes: [
    {
      name: 'primary',
      autoscaling_limit_min_cu: 0.25,
      autoscaling_limit_max_cu: 4,
      suspend_timeout_seconds: 300,
    },
  ],
  load: [
    {
      name: 'web',
      compute: 'primary',
      rate: {
        steps: [
          { at: '0s', rate: '5/s' },
          { at: '10m', rate: '40/s' },
        ],
      },
      query: { cpu: { exponential: { mean: '40ms' } } },
    },
  ],
  // Waiting queries use memory, which makes the monitor scale up even if a policy does not: every query is answered.
  model: { connection_memory: '5MiB' },
};

function scenarioOf(document: object, set: readonly string[] = []): Promise<Scenario> {
  return parseScenario(JSON.stringify(document), { set });
}

async function side(document: object, of: PolicySide, set: readonly string[] = []): Promise<SideComparison> {
  const { sides } = await comparePolicies(await scenarioOf(document, set), [of]);
  return sides[0]!;
}

function row({ rows }: SideComparison, policy: string): PolicyRow {
  const found = rows.find((each) => each.policy === policy);
  if (found === undefined) throw new Error(`no row of ${policy}`);
  return found;
}

describe('suspension policies on four queries', () => {
  it('are all listed, with the same arrivals, the default first and marked as that of the scenario', async () => {
    const comparison = await side(FOUR_QUERIES, 'suspend');
    expect(comparison.rows.map(({ policy }) => policy)).toEqual(
      OWN_POLICIES.suspend.policies.map(({ name }) => name),
    );
    expect(comparison.rows.map(({ own }) => own)).toEqual([true, ...Array(POLICIES - 1).fill(false)]);
    expect(comparison.rows.filter(({ foresight }) => foresight).map(({ policy }) => policy)).toEqual([
      'oracle',
    ]);
    expect(new Set(comparison.rows.map(({ queries_arrived }) => queries_arrived))).toEqual(new Set([4]));
  });

  it('include fixed, which is active from 11 to 441 s and from 1001 to 1302 s', async () => {
    const fixed = row(await side(FOUR_QUERIES, 'suspend'), 'fixed');
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
    });
    expect(fixed.active_seconds).toBeCloseTo(430 + 301, 9);
    expect(fixed.cu_hours).toBeCloseTo(731 / 3600, 9);
    expect(fixed.cost_usd).toBeCloseTo((731 / 3600) * 0.106, 9);
    // 98 s until the second query, 300 s until the first suspend; the last pause has no end.
    expect(fixed.allocated_held).toBeCloseTo((98 + 300) / 1800, 9);
    expect(fixed.cpu_slack).toBeCloseTo(1 - 4 / 731, 9);
  });

  it('include break-even, which suspends a minute after the work and so wakes three times', async () => {
    const breakEven = row(await side(FOUR_QUERIES, 'suspend'), 'observed_optimum');
    expect(breakEven).toMatchObject({ wakes: 3, suspends: 3, delayed_probability: 0.75, not_ready: 1 });
    expect(breakEven.active_seconds).toBeCloseTo(61 + 90 + 61, 9);
  });

  it('have as regret the difference from the oracle in running time and wakes, each worth a minute', async () => {
    const comparison = await side(FOUR_QUERIES, 'suspend');
    expect(comparison.wake_cost_seconds).toBe(60);
    const oracle = row(comparison, 'oracle');
    // It keeps the compute active only during the pause of 29 s.
    expect(oracle).toMatchObject({ wakes: 3, regret_hours_per_day: 0, regret_cu_hours_share: null });
    expect(oracle.active_seconds).toBeCloseTo(1 + 30 + 1, 9);
    const perDay = (seconds: number) => (seconds / 3600) * 48;
    expect(row(comparison, 'fixed').regret_hours_per_day).toBeCloseTo(
      perDay(731 + 2 * 60 - (32 + 3 * 60)),
      9,
    );
    expect(row(comparison, 'observed_optimum').regret_hours_per_day).toBeCloseTo(perDay(212 - 32), 9);
    for (const { regret_hours_per_day } of comparison.rows)
      expect(regret_hours_per_day).toBeGreaterThanOrEqual(0);
  });

  it('list the policy of the scenario in a separate row if it has no default values', async () => {
    const set = ['computes.primary.policy.suspend={ observed_optimum: { wake_cost_seconds: 2m } }'];
    const comparison = await side(FOUR_QUERIES, 'suspend', set);
    expect(comparison.own_choice).toBe('primary by observed_optimum (wake_cost_seconds 2m)');
    expect(comparison.rows).toHaveLength(POLICIES + 1);
    const [own] = comparison.rows;
    expect(own).toMatchObject({ policy: 'own choice', own: true, wakes: 2, suspends: 2 });
    expect(own!.active_seconds).toBeCloseTo(1 + 98 + 31 + 120 + 121, 9);
  });

  it('mark the policy that the scenario names', async () => {
    const comparison = await side(FOUR_QUERIES, 'suspend', [
      'computes.primary.policy.suspend=hybrid_histogram',
    ]);
    expect(comparison.own_choice).toBeNull();
    expect(comparison.rows.filter(({ own }) => own).map(({ policy }) => policy)).toEqual([
      'hybrid_histogram',
    ]);
    expect(comparison.rows).toHaveLength(POLICIES);
  });
});

describe('several values of a wake', () => {
  const compared = async (wake_costs_seconds: readonly number[]) =>
    comparePolicies(await scenarioOf(FOUR_QUERIES), ['suspend'], { wake_costs_seconds });

  it('give one comparison each, and policies that use the value receive it', async () => {
    const { sides } = await compared([20, 120]);
    expect(sides.map(({ wake_cost_seconds }) => wake_cost_seconds)).toEqual([20, 120]);
    const wakes = (policy: string) => sides.map((each) => row(each, policy).wakes);
    // Pauses of 98, 29 and 859 s.
    expect(wakes('observed_optimum')).toEqual([4, 2]);
    expect(wakes('oracle')).toEqual([4, 2]);
    expect(wakes('fixed')).toEqual([2, 2]);
    const [first, second] = sides.map((each) => row(each, 'fixed'));
    expect(first!.active_seconds).toBe(second!.active_seconds);
    expect(first!.regret_hours_per_day).not.toBe(second!.regret_hours_per_day);
  });

  it('form a front of all distinct runs, without the oracle', async () => {
    const { front, sides } = await compared([20, 120]);
    expect(front!.wake_costs_seconds).toEqual([20, 120]);
    const asking = OWN_POLICIES.suspend.policies.filter(
      ({ parameters, foresight }) => parameters['wake_cost_seconds'] !== undefined && !foresight,
    );
    expect(front!.points).toHaveLength(POLICIES - 1 + asking.length);
    expect(front!.points.filter(({ policy }) => policy === 'oracle')).toEqual([]);
    const fixed = front!.points.find(({ policy }) => policy === 'fixed')!;
    expect(fixed.regret_hours_per_day).toEqual(sides.map((each) => row(each, 'fixed').regret_hours_per_day));
    expect(fixed.running_hours_per_day).toBeCloseTo((731 / 3600) * 48, 9);
    expect(fixed.wakes_per_day).toBe(96);
  });

  it('do not repeat a run', async () => {
    const runs: number[] = [];
    await comparePolicies(await scenarioOf(FOUR_QUERIES), ['suspend'], {
      wake_costs_seconds: [20, 60],
      progress: (progress) => void runs.push(progress.runs),
    });
    const asking = OWN_POLICIES.suspend.policies.filter(
      ({ parameters }) => parameters['wake_cost_seconds'] !== undefined,
    );
    // In addition, the launch plan allows a compute that never suspends.
    expect(new Set(runs)).toEqual(new Set([POLICIES + asking.length + 1]));
  });

  it('default to a single value, and to none for sizes', async () => {
    const scenario = await scenarioOf(FOUR_QUERIES);
    expect((await comparePolicies(scenario, ['suspend'])).front!.wake_costs_seconds).toEqual([60]);
    expect((await comparePolicies(scenario, ['size'])).front).toBeNull();
  });
});

describe('size policies on a busy compute', () => {
  it('are all listed, with the same arrivals and demands', async () => {
    const comparison = await side(BUSY, 'size');
    expect(comparison.rows.map(({ policy }) => policy)).toEqual(
      OWN_POLICIES.size.policies.map(({ name }) => name),
    );
    expect(comparison.wake_cost_seconds).toBeNull();
    expect(new Set(comparison.rows.map(({ queries_arrived }) => queries_arrived)).size).toBe(1);
    // Used vCPU, offered × (1 − slack), is the demand of all queries, except those still running at the end.
    const used = comparison.rows.map((each) => each.cu_hours * 3600 * (1 - each.cpu_slack!));
    for (const seconds of used) expect(Math.abs(seconds / used[0]! - 1)).toBeLessThan(0.01);
  });

  it('have as regret the CU-hours above those of the oracle', async () => {
    const comparison = await side(BUSY, 'size');
    const oracle = row(comparison, 'oracle');
    const fixed = row(comparison, 'fixed');
    expect(oracle).toMatchObject({ regret_cu_hours_share: 0, regret_hours_per_day: null, foresight: true });
    expect(fixed.regret_cu_hours_share).toBeCloseTo(fixed.cu_hours / oracle.cu_hours - 1, 12);
    expect(fixed.regret_cu_hours_share).toBeGreaterThan(0.5);
    expect(fixed.latency_p99_ms).toBeLessThan(oracle.latency_p99_ms!);
    expect(fixed.cpu_saturated).toBeLessThan(oracle.cpu_saturated!);
  });
});

describe('a comparison with nothing to decide', () => {
  it('leaves out size policies for a fixed size', async () => {
    const comparison = await side(FOUR_QUERIES, 'size');
    expect(comparison).toMatchObject({ rows: [], own_choice: null });
    expect(comparison.nothing_to_decide).toMatch(/^every compute has a fixed size; set limits that differ/);
  });

  it('leaves out suspension policies for a compute that never suspends or is never idle', async () => {
    const never = await side(BUSY, 'suspend', ['computes.primary.suspend_timeout_seconds=-1']);
    expect(never.nothing_to_decide).toMatch(/^no compute ever suspends; set a suspend_timeout_seconds/);
    const large = [
      'computes.primary.autoscaling_limit_min_cu=18',
      'computes.primary.autoscaling_limit_max_cu=18',
      'computes.primary.suspend_timeout_seconds=-1',
      'plan=scale',
    ];
    expect((await side(BUSY, 'suspend', large)).rows).toEqual([]);
    const busy = await side(BUSY, 'suspend');
    expect(busy).toMatchObject({ rows: [] });
    expect(busy.nothing_to_decide).toMatch(/^no query ever comes after an idle period of a minute or more/);
  });

  it('does not change computes that have nothing to decide next to others', async () => {
    const computes = [
      ...FOUR_QUERIES.computes,
      {
        name: 'replica',
        type: 'read_only',
        autoscaling_limit_min_cu: 1,
        autoscaling_limit_max_cu: 1,
        suspend_timeout_seconds: -1,
      },
    ];
    const { rows } = await side({ ...FOUR_QUERIES, computes }, 'suspend');
    // The replica runs all the time, whatever the primary's policy.
    expect(rows.find(({ policy }) => policy === 'fixed')!.active_seconds).toBeCloseTo(731 + 1800, 9);
    expect(rows.find(({ policy }) => policy === 'oracle')!.active_seconds).toBeCloseTo(32 + 1800, 9);
  });
});

describe('progress', () => {
  it('counts every scenario once, although both sides share the present one', async () => {
    const set = ['computes.primary.autoscaling_limit_max_cu=2'];
    const seen: WorkProgress[] = [];
    await comparePolicies(await scenarioOf(FOUR_QUERIES, set), ['size', 'suspend'], {
      progress: (progress) => void seen.push(progress),
    });
    const policies = OWN_POLICIES.size.policies.length + POLICIES - 1;
    // Maxima of 1, 4 and 8 CU, and a timeout of never.
    const runs = policies + 4;
    expect(seen.at(-1)).toMatchObject({ runs, done: runs - 1 });
    expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).toSorted((a, b) => a - b));
  });

  it('may end the comparison by throwing', async () => {
    const scenario = await scenarioOf(FOUR_QUERIES);
    const progress = () => {
      throw new Error('enough');
    };
    await expect(comparePolicies(scenario, ['suspend'], { progress })).rejects.toThrow('enough');
  });
});

describe('the same comparison twice', () => {
  it('gives the same result, and does not modify the scenario', async () => {
    const scenario = await scenarioOf(FOUR_QUERIES, ['computes.primary.autoscaling_limit_max_cu=2']);
    const before = JSON.stringify(scenario);
    const one = await comparePolicies(scenario, ['size', 'suspend']);
    const two = await comparePolicies(scenario, ['size', 'suspend']);
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
    expect(JSON.stringify(scenario)).toBe(before);
  });
});
