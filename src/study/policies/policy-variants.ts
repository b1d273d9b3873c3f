import {
  chosenPolicy,
  OWN_POLICIES,
  type PolicyOf,
  type PolicySide,
  policyOf,
} from '../../compute/policy/own-policies.js';
import { deepFreeze } from '../../scenario/document/deep-freeze.js';
import { parameterText } from '../../scenario/policy/policy-parameter-schema.js';
import type { ComputeSpecification, PolicyChoice, Scenario } from '../../scenario/scenario.js';
import { isDecided } from '../replicate/policy-scope.js';
import type { Variant } from '../runs/variant.js';

export interface PolicyVariant extends Variant {
  /** Whether this is the scenario's choice. */
  readonly own: boolean;
  /** Whether the policy knows the future of the run. */
  readonly foresight: boolean;
  /** Whether it can be deployed: the platform's policy, or any without foresight if the scenario has `rules: seed`. */
  readonly offered: boolean;
}

/** The name of the variant with the scenario's policies, if it matches no policy's name. */
export const OWN_CHOICE = 'own choice';

export const WAKE_COST_NAME = 'wake_cost_seconds';

/**
 * The variants of a scenario under each policy of a side: every compute that leaves it a decision has the
 * policy with its default parameters, and everything else is unchanged. The default policy comes first, the oracle
 * last; before them the scenario itself, if it uses none of them.
 * @param wake_cost_seconds the worth of a wake, passed to policies with that parameter
 */
export function policyVariants<Side extends PolicySide>(
  scenario: Scenario,
  side: Side,
  wake_cost_seconds: number | null = null,
): readonly PolicyVariant[] {
  const specified = scenario.seed_rules_chosen === true;
  const policies: readonly PolicyOf[Side][] = OWN_POLICIES[side].policies;
  const ruled = policies.map((policy): PolicyVariant => {
    const isTold = wake_cost_seconds !== null && policy.parameters[WAKE_COST_NAME] !== undefined;
    const set = isTold ? { [WAKE_COST_NAME]: wake_cost_seconds } : {};
    const { choice } = chosenPolicy(policy, policy.name, set, undefined);
    const own = decided(scenario, side).every((compute) => sameChoice(choiceOf(compute, side), choice));
    return {
      name: policy.name,
      own,
      foresight: policy.foresight,
      offered: policy === OWN_POLICIES[side].fallback || (specified && !policy.foresight),
      // The same object if it is the same scenario, so that the runner recognizes it.
      scenario: own ? scenario : under(scenario, side, choice),
    };
  });
  if (ruled.some(({ own }) => own)) return ruled;
  const foresight = decided(scenario, side).some(
    (compute) => policyOf(side, choiceOf(compute, side)).foresight,
  );
  const offered = specified && !foresight;
  return [{ name: OWN_CHOICE, own: true, foresight, offered, scenario }, ...ruled];
}

/** The policies of a side that a scenario chooses, each compute's with the parameters that are not the default. */
export function choiceWords(scenario: Scenario, side: PolicySide): string {
  return decided(scenario, side)
    .map((compute) => {
      const choice = choiceOf(compute, side);
      const { name: chosen, values } = choice;
      const changed = Object.entries(policyOf(side, choice).parameters)
        .filter(([name, parameter]) => values[name] !== parameter.default)
        .map(([name, parameter]) => `${name} ${parameterText(parameter, values[name]!)}`);
      return `${compute.name} by ${chosen}${changed.length > 0 ? ` (${changed.join(', ')})` : ''}`;
    })
    .join('; ');
}

function decided(scenario: Scenario, side: PolicySide): readonly ComputeSpecification[] {
  return scenario.computes.filter((compute) => isDecided(compute, side, scenario));
}

function choiceOf(compute: ComputeSpecification, side: PolicySide): PolicyChoice {
  return side === 'size' ? compute.size_policy : compute.suspend_policy;
}

function sameChoice(one: PolicyChoice, other: PolicyChoice): boolean {
  const names = Object.keys(other.values);
  if (one.name !== other.name || one.module !== other.module) return false;
  return names.every((name) => one.values[name] === other.values[name]);
}

function under(scenario: Scenario, side: PolicySide, choice: PolicyChoice): Scenario {
  const key = side === 'size' ? 'size_policy' : 'suspend_policy';
  const computes = scenario.computes.map((compute) =>
    isDecided(compute, side, scenario) ? { ...compute, [key]: choice } : compute,
  );
  return deepFreeze({ ...scenario, computes });
}
