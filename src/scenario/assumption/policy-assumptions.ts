import type { PolicyDescription } from '../../compute/policy/interface/policy-parameter.js';
import { quoted } from '../document/scenario-document.js';
import type { ChosenPolicies, ChosenPolicy } from '../policy/own-policies.js';
import { parameterText } from '../policy/policy-parameter-schema.js';
import type { ScenarioAssumption } from '../specification/assumption.js';
import { assumed, chosen } from '../specification/assumption.js';

/** The parameters of a compute's policies that the scenario sets, or whose default is not certain. */
export function policyAssumptions(compute: string, policies: ChosenPolicies): readonly ScenarioAssumption[] {
  const place = `computes.${quoted(compute)}.policy`;
  return [
    ...parameterAssumptions(`${place}.size`, policies.size),
    ...parameterAssumptions(`${place}.suspend`, policies.suspend),
  ];
}

function parameterAssumptions(
  place: string,
  { policy, choice, key, set }: ChosenPolicy<PolicyDescription>,
): readonly ScenarioAssumption[] {
  return Object.entries(policy.parameters).flatMap(([name, parameter]): readonly ScenarioAssumption[] => {
    const yours = set.has(name);
    if (!yours && parameter.confidence === 'high') return [];
    const path = `${place}.${quoted(key)}.${name}`;
    const value = choice.values[name]!;
    const text = parameterText(parameter, value);
    const written = text === String(value) && Number.isFinite(value) ? value : text;
    return [yours ? chosen(path, written) : assumed(path, written, parameter)];
  });
}
