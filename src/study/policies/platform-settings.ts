import { settingsProblems } from '../../compute/lifecycle/settings-problem.js';
import { idleTimeout, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { chosenPolicy, type PolicySide } from '../../compute/policy/own-policies.js';
import { DEFAULT_SIZE_POLICY } from '../../compute/policy/size-policies.js';
import { DEFAULT_SUSPEND_POLICY } from '../../compute/policy/suspend-policies.js';
import { platformRules } from '../../findings/platform-refusals.js';
import { deepFreeze } from '../../scenario/document/deep-freeze.js';
import { formatDuration } from '../../scenario/form/quantity.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { SIZES_CU, TIMEOUTS_SECONDS } from '../plan/plan-space.js';
import { isDecided } from '../replicate/policy-scope.js';
import type { Variant } from '../runs/variant.js';

/**
 * The settings of a side that the platform offers on the scenario's plan: suspend timeouts, or maximum sizes, for
 * every compute that leaves the side anything to decide. The policy is the platform's default. Each is named as an
 * override: `timeout=1m`, `max=4`.
 */
export function settingVariants(scenario: Scenario, side: PolicySide): readonly Variant[] {
  const decided = scenario.computes.filter((compute) => isDecided(compute, side, scenario));
  const rules = platformRules(scenario);
  return choicesOf(side).flatMap(([name, change]) => {
    const changed = decided.map(change);
    const allowed = changed.every((compute) => settingsProblems(compute, rules).length === 0);
    const same = changed.every((compute, index) => doesTheSame(compute, decided[index]!));
    if (!allowed || same) return [];
    const byName = new Map(changed.map((compute) => [compute.name, compute]));
    const computes = scenario.computes.map((compute) => byName.get(compute.name) ?? compute);
    return [{ name, scenario: deepFreeze({ ...scenario, computes }) }];
  });
}

type Change = (compute: ComputeSpecification) => ComputeSpecification;

function choicesOf(side: PolicySide): readonly (readonly [string, Change])[] {
  if (side === 'suspend') {
    const { choice } = chosenPolicy(DEFAULT_SUSPEND_POLICY, DEFAULT_SUSPEND_POLICY.name, {}, undefined);
    return [...TIMEOUTS_SECONDS, NEVER_SUSPEND].map((suspend_timeout_seconds) => [
      `timeout=${suspend_timeout_seconds === NEVER_SUSPEND ? 'never' : formatDuration(suspend_timeout_seconds)}`,
      (compute) => ({
        ...compute,
        suspend_timeout_seconds,
        suspend_timer: undefined,
        suspend_policy: choice,
      }),
    ]);
  }
  const { choice } = chosenPolicy(DEFAULT_SIZE_POLICY, DEFAULT_SIZE_POLICY.name, {}, undefined);
  return SIZES_CU.map((autoscaling_limit_max_cu) => [
    `max=${autoscaling_limit_max_cu}`,
    (compute) => ({ ...compute, autoscaling_limit_max_cu, size_policy: choice }),
  ]);
}

function doesTheSame(one: ComputeSpecification, other: ComputeSpecification): boolean {
  return (
    one.autoscaling_limit_max_cu === other.autoscaling_limit_max_cu &&
    idleTimeout(one) === idleTimeout(other) &&
    one.suspend_timer === other.suspend_timer &&
    one.suspend_policy.name === other.suspend_policy.name &&
    one.size_policy.name === other.size_policy.name
  );
}
