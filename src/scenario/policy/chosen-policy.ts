import type { PolicyDescription } from '../../compute/policy/policy-parameter.js';
import type { PolicyChoice } from '../scenario.js';
import { OWN_POLICIES, type PolicyOf, type PolicySide } from './own-policies.js';

/** A policy with its values, and what of them the scenario says. */
export interface ChosenPolicy<Policy> {
  readonly choice: PolicyChoice<Policy>;
  /** The name or the path by which the scenario picks it. */
  readonly key: string;
  /** Names of the parameters that the scenario sets. */
  readonly set: ReadonlySet<string>;
}

/** The policies of one compute. */
export type ChosenPolicies = { readonly [Side in PolicySide]: ChosenPolicy<PolicyOf[Side]> };

/**
 * A policy with its defaults filled in.
 * @param set the values that the scenario gives
 * @param module absolute path of the module it comes from
 */
export function chosenPolicy<Policy extends PolicyDescription>(
  policy: Policy,
  key: string,
  set: Readonly<Record<string, number>>,
  module: string | undefined,
): ChosenPolicy<Policy> {
  const values = Object.entries(policy.parameters).map(([name, parameter]) => [
    name,
    Object.hasOwn(set, name) ? set[name] : parameter.default,
  ]);
  return {
    choice: { policy, values: Object.fromEntries(values) as Record<string, number>, module },
    key,
    set: new Set(Object.keys(set)),
  };
}

/** What rules a compute that names no policy. */
export function defaultPolicy<Side extends PolicySide>(side: Side): ChosenPolicy<PolicyOf[Side]> {
  const policy: PolicyOf[Side] = OWN_POLICIES[side].fallback;
  return chosenPolicy(policy, policy.name, {}, undefined);
}
