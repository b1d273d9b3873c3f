import { describe, expect, it } from 'vitest';
import { OWN_POLICIES, type PolicySide } from '../../../src/compute/policy/own-policies.js';
import { choiceWords, OWN_CHOICE, policyVariants } from '../../../src/study/policies/policy-variants.js';
import { isDecided } from '../../../src/study/replicate/policy-scope.js';
import { compiled } from '../../scenario/example.js';
import { computeOf } from '../quick-scenario.js';

const scenarioOf = (...computes: readonly object[]) => compiled({ computes });
const primary = (over: object = {}) => ({ ...computeOf(1), ...over });
const replica = (over: object = {}) => ({ ...primary(over), name: 'replica', type: 'read_only' });
const suspending = (suspend: unknown) => ({ policy: { suspend } });
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
    ['suspend', false, computeOf(18, 18, -1), {}],
  ])('%s: %s with %j, updated to %j', async (side, expected, over, set) => {
    const events = Object.keys(set).length > 0 ? [{ at: '1h', update: 'primary', set }] : [];
    const scenario = await compiled({ computes: [primary(over), replica(NEVER)], events });
    // Those about another compute do not depend on it.
    expect(scenario.computes.map((each) => isDecided(each, side, scenario))).toEqual([expected, false]);
  });
});

describe('a scenario under each policy', () => {
  it('has the policy where it decides, and nowhere else', async () => {
    const scenario = await scenarioOf(primary(), replica(NEVER));
    const variants = policyVariants(scenario, 'suspend', 90);
    expect(variants.map(({ name }) => name)).toEqual(OWN_POLICIES.suspend.policies.map(({ name }) => name));
    const [own] = variants.filter((each) => each.own);
    expect(own).toMatchObject({ name: 'fixed', foresight: false });
    expect(own!.scenario).toBe(scenario);
    const even = variants.find(({ name }) => name === 'observed_optimum')!;
    expect(even).toMatchObject({ own: false });
    const [first, second] = even.scenario.computes;
    expect(first!.suspend_policy).toMatchObject({
      name: 'observed_optimum',
      values: { wake_cost_seconds: 90 },
    });
    expect(first!.size_policy).toEqual(scenario.computes[0]!.size_policy);
    expect(second!.suspend_policy.name).toBe('fixed');
  });

  it('of sizes keeps its suspension policy', async () => {
    const scenario = await scenarioOf(primary({ autoscaling_limit_max_cu: 4 }));
    const fixed = policyVariants(scenario, 'size').find(({ name }) => name === 'fixed')!;
    expect(fixed.scenario.computes[0]!.size_policy.name).toBe('fixed');
    expect(fixed.scenario.computes[0]!.suspend_policy).toEqual(scenario.computes[0]!.suspend_policy);
  });

  it('is added to the others if its values match none, or if computes differ', async () => {
    const scenario = await scenarioOf(primary(suspending({ observed_optimum: { wake_cost_seconds: '2m' } })));
    const [own, ...others] = policyVariants(scenario, 'suspend', 60);
    expect(own).toMatchObject({ name: OWN_CHOICE, own: true, foresight: false });
    expect(own!.scenario).toBe(scenario);
    expect(others.some((each) => each.own)).toBe(false);
    // It matches one of them once a wake has the worth that it sets.
    const matching = policyVariants(scenario, 'suspend', 120).filter((each) => each.own);
    expect(matching).toMatchObject([{ name: 'observed_optimum' }]);
    const two = await scenarioOf(primary(), replica(suspending('observed_optimum')));
    expect(policyVariants(two, 'suspend', 60)[0]).toMatchObject({ name: OWN_CHOICE });
    expect(choiceWords(two, 'suspend')).toBe('primary by fixed; replica by observed_optimum');
    const oracle = { oracle: { lead_seconds: '5s', wake_cost_seconds: '1m' } };
    const seeing = await scenarioOf(primary(suspending(oracle)));
    expect(policyVariants(seeing, 'suspend', 60)[0]).toMatchObject({ name: OWN_CHOICE, foresight: true });
    expect(choiceWords(seeing, 'suspend')).toBe('primary by oracle (lead_seconds 5s)');
  });
});
