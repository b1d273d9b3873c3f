import { describe, expect, it } from 'vitest';
import { OWN_POLICIES, type PolicySide } from '../../../src/scenario/policy/own-policies.js';
import type { Scenario } from '../../../src/scenario/scenario.js';
import { comparePolicies } from '../../../src/study/policies/policy-comparison.js';
import { choiceWords, OWN_CHOICE, policyVariants } from '../../../src/study/policies/policy-variants.js';
import { wakeFront } from '../../../src/study/policies/wake-front.js';
import { isDecided } from '../../../src/study/replicate/policy-scope.js';
import { compiled } from '../../scenario/example.js';

const compute = (over: object = {}) => ({
  name: 'primary',
  autoscaling_limit_min_cu: 1,
  autoscaling_limit_max_cu: 1,
  suspend_timeout_seconds: 300,
  ...over,
});
const scenarioOf = (over: object, further: Record<string, unknown> = {}): Promise<Scenario> =>
  compiled({ computes: [compute(over)], ...further });
const NEVER = { suspend_timeout_seconds: -1 };

describe('the decisions of a policy about a compute', () => {
  it.each<[PolicySide, boolean, object, object]>([
    ['size', false, {}, {}],
    ['size', true, { autoscaling_limit_max_cu: 2 }, {}],
    ['size', true, {}, { autoscaling_limit_max_cu: 2 }],
    ['size', true, {}, { autoscaling_limit_min_cu: 0.25 }],
    ['size', false, {}, { suspend_timeout_seconds: 60 }],
    ['suspend', true, {}, {}],
    ['suspend', false, NEVER, {}],
    ['suspend', true, NEVER, { suspend_timeout_seconds: 60 }],
    ['suspend', false, NEVER, { autoscaling_limit_max_cu: 2 }],
    ['suspend', false, { ...NEVER, autoscaling_limit_min_cu: 18, autoscaling_limit_max_cu: 18 }, {}],
  ])('%s: %s with %j, updated to %j', async (side, expected, over, update) => {
    const events = Object.keys(update).length > 0 ? [{ at: '1h', update: 'primary', set: update }] : [];
    const scenario = await scenarioOf(over, { events });
    expect(isDecided(scenario.computes[0]!, side, scenario)).toBe(expected);
  });

  it('does not depend on another compute', async () => {
    const replica = compute({ name: 'replica', type: 'read_only', ...NEVER });
    const events = [{ at: '1h', update: 'primary', set: { autoscaling_limit_max_cu: 2 } }];
    const scenario = await compiled({ computes: [compute(), replica], events });
    expect(scenario.computes.map((each) => isDecided(each, 'size', scenario))).toEqual([true, false]);
    expect(scenario.computes.map((each) => isDecided(each, 'suspend', scenario))).toEqual([true, false]);
  });
});

describe('a scenario under each policy', () => {
  const replica = compute({ name: 'replica', type: 'read_only', ...NEVER });

  it('has the policy where it decides, and nowhere else', async () => {
    const scenario = await compiled({ computes: [compute(), replica] });
    const variants = policyVariants(scenario, 'suspend', 90);
    expect(variants.map(({ name }) => name)).toEqual(OWN_POLICIES.suspend.policies.map(({ name }) => name));
    const [own] = variants.filter((each) => each.own);
    expect(own).toMatchObject({ name: 'fixed', wake_cost_seconds: null, foresight: false });
    expect(own!.scenario).toBe(scenario);
    const even = variants.find(({ name }) => name === 'observed_optimum')!;
    expect(even).toMatchObject({ own: false, wake_cost_seconds: 90 });
    expect(even.scenario.computes.map(({ suspend_policy }) => suspend_policy.name)).toEqual([
      'observed_optimum',
      'fixed',
    ]);
    expect(even.scenario.computes[0]!.suspend_policy.values).toMatchObject({ wake_cost_seconds: 90 });
    expect(even.scenario.computes[0]!.size_policy).toEqual(scenario.computes[0]!.size_policy);
    expect(Object.isFrozen(even.scenario.computes[0])).toBe(true);
  });

  it('reuses known scenarios with the same worth of a wake', async () => {
    const scenario = await scenarioOf({});
    const first = policyVariants(scenario, 'suspend', 60);
    const of = (name: string, variants: typeof first) =>
      variants.find((each) => each.name === name)!.scenario;
    const same = policyVariants(scenario, 'suspend', 60, first);
    const other = policyVariants(scenario, 'suspend', 20, first);
    expect(of('observed_optimum', same)).toBe(of('observed_optimum', first));
    expect(of('observed_optimum', other)).not.toBe(of('observed_optimum', first));
    expect(of('hybrid_histogram', other)).toBe(of('hybrid_histogram', first));
  });

  it('is added to the others if its values match none, or if computes differ', async () => {
    const policy = (suspend: unknown) => ({ policy: { suspend } });
    const scenario = await scenarioOf(policy({ observed_optimum: { wake_cost_seconds: '2m' } }));
    const [own, ...others] = policyVariants(scenario, 'suspend', 60);
    expect(own).toMatchObject({ name: OWN_CHOICE, own: true, foresight: false, wake_cost_seconds: null });
    expect(own!.scenario).toBe(scenario);
    expect(others.some((each) => each.own)).toBe(false);
    // It matches one of them once a wake has the worth that it sets.
    expect(policyVariants(scenario, 'suspend', 120).find((each) => each.own)).toMatchObject({
      name: 'observed_optimum',
      wake_cost_seconds: 120,
    });
    const two = await compiled({
      computes: [compute(), compute({ name: 'replica', type: 'read_only', ...policy('observed_optimum') })],
    });
    expect(policyVariants(two, 'suspend', 60)[0]).toMatchObject({ name: OWN_CHOICE });
    expect(choiceWords(two, 'suspend')).toBe('primary by fixed; replica by observed_optimum');
    const seeing = await scenarioOf(policy({ oracle: { lead_seconds: '5s', wake_cost_seconds: '1m' } }));
    expect(policyVariants(seeing, 'suspend', 60)[0]).toMatchObject({ name: OWN_CHOICE, foresight: true });
    expect(choiceWords(seeing, 'suspend')).toBe('primary by oracle (lead_seconds 5s)');
  });

  it('of sizes keeps its suspension policy', async () => {
    const scenario = await scenarioOf({ autoscaling_limit_max_cu: 4 });
    const variants = policyVariants(scenario, 'size');
    const fixed = variants.find(({ name }) => name === 'fixed')!;
    expect(fixed.wake_cost_seconds).toBeNull();
    expect(fixed.scenario.computes[0]!.size_policy.name).toBe('fixed');
    expect(fixed.scenario.computes[0]!.suspend_policy).toEqual(scenario.computes[0]!.suspend_policy);
    expect(choiceWords(scenario, 'size')).toMatch(/^primary by \w+$/);
  });
});

describe('a comparison of policies that have nothing to decide', () => {
  it("reports the reason, runs nothing, and passes on the scenario's warnings", async () => {
    const still = await scenarioOf(NEVER);
    const progress = () => expect.fail('nothing is to be run');
    const { sides, front, ...about } = await comparePolicies(still, ['size', 'suspend'], { progress });
    expect(sides).toEqual([
      {
        side: 'size',
        nothing_to_decide: expect.stringMatching(/^every compute has a fixed size/),
        own_choice: null,
        wake_cost_seconds: null,
        rows: [],
        settings: [],
      },
      {
        side: 'suspend',
        nothing_to_decide: expect.stringMatching(/^no compute ever suspends/),
        own_choice: null,
        wake_cost_seconds: 60,
        rows: [],
        settings: [],
      },
    ]);
    expect(front).toBeNull();
    expect(about).toEqual({
      scenario: 'example',
      seed: still.seed,
      start: still.start,
      duration_seconds: 86_400,
      prices_checked_until: '2026-11-26',
    });
    const warned = { ...still, warnings: ['odd'] };
    expect(await comparePolicies(warned, ['size'])).toMatchObject({ warnings: ['odd'] });
  });
});

describe('a front of running time against wakes', () => {
  const run = (policy: string, active_seconds: number, wakes: number) => ({
    policy,
    own: policy === 'fixed',
    wake_cost_seconds: null,
    cost_usd: 1,
    delayed_probability: 0.5,
    active_seconds,
    wakes,
    resumes: 0,
  });
  const DAYS = 2;
  const oracles = new Map([
    [60, { active_seconds: 1800, wakes: 10, resumes: 0 }],
    [600, { active_seconds: 3600, wakes: 6, resumes: 0 }],
  ]);
  const frontOf = () =>
    wakeFront(
      [run('fixed', 7200, 4), run('eager', 3600, 12), run('worse', 7200, 12)],
      oracles,
      DAYS * 86_400,
    );

  it('lists hours and wakes per day, and the regret at each worth of a wake', () => {
    const front = frontOf();
    expect(front.wake_costs_seconds).toEqual([60, 600]);
    const [fixed, eager] = front.points;
    expect(fixed).toMatchObject({ policy: 'fixed', own: true, running_hours_per_day: 1, wakes_per_day: 2 });
    expect(eager).toMatchObject({ running_hours_per_day: 0.5, wakes_per_day: 6 });
    // 7200 + 60 · 4 against 1800 + 60 · 10; 7200 + 600 · 4 against 3600 + 600 · 6.
    expect(fixed!.regret_hours_per_day[0]).toBeCloseTo((7440 - 2400) / 3600 / DAYS, 12);
    expect(fixed!.regret_hours_per_day[1]).toBeCloseTo((9600 - 7200) / 3600 / DAYS, 12);
    expect(fixed).not.toHaveProperty('active_seconds');
  });

  it('lists the range of the worth of a wake for which each costs least', () => {
    // 3600 s more for 8 wakes less.
    expect(
      frontOf().points.map((each) => [each.least_cost_from_seconds, each.least_cost_to_seconds]),
    ).toEqual([
      [450, null],
      [0, 450],
      [null, null],
    ]);
  });
});
