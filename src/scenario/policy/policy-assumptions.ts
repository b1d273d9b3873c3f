import type { PolicyDescription } from '../../compute/policy/policy-parameter.js';
import type { Assumption } from '../scenario.js';
import { quoted } from '../scenario-document.js';
import type { ChosenPolicies, ChosenPolicy } from './chosen-policy.js';
import { parameterText } from './parameter-text.js';

/** The parameters of a compute's policies that the scenario sets, or whose default is not certain. */
export function policyAssumptions(compute: string, policies: ChosenPolicies): readonly Assumption[] {
  const place = `computes.${quoted(compute)}.policy`;
  return [
    ...parameterAssumptions(`${place}.size`, policies.size),
    ...parameterAssumptions(`${place}.suspend`, policies.suspend),
  ];
}

function parameterAssumptions(
  place: string,
  { choice, key, set }: ChosenPolicy<PolicyDescription>,
): readonly Assumption[] {
  const { parameters } = choice.policy;
  return Object.entries(parameters).flatMap(([name, parameter]): readonly Assumption[] => {
    const yours = set.has(name);
    if (!yours && parameter.confidence === 'high') return [];
    return [
      {
        name: `${place}.${quoted(key)}.${name}`,
        value: parameterText(parameter, choice.values[name]!),
        source: yours ? 'the scenario' : parameter.source,
        confidence: yours ? 'yours' : parameter.confidence,
        set_by: yours ? 'scenario' : 'default',
      },
    ];
  });
}
