import type { PolicyDescription, PolicyValues } from './interface/policy-parameter.js';
import type { SizePolicy } from './interface/size-policy.js';
import type { SuspendPolicy } from './interface/suspend-policy.js';
import { DEFAULT_SIZE_POLICY, SIZE_POLICIES } from './size-policies.js';
import { DEFAULT_SUSPEND_POLICY, SUSPEND_POLICIES } from './suspend-policies.js';

/** A policy by name, with the values of its parameters. */
export interface PolicyChoice {
  readonly name: string;
  readonly values: PolicyValues;
  /** Absolute path of its module; `undefined` for a built-in policy. */
  readonly module: string | undefined;
}

/** The policies that a compute follows: one for its size, one for its suspension. */
export interface FollowedPolicies {
  readonly size_policy: PolicyChoice;
  readonly suspend_policy: PolicyChoice;
}

export interface PolicyOf {
  readonly size: SizePolicy;
  readonly suspend: SuspendPolicy;
}

export type PolicySide = keyof PolicyOf;

/** The built-in policies of each side, and the default among them. */
export const OWN_POLICIES: {
  readonly [Side in PolicySide]: {
    /** For messages. */
    readonly noun: string;
    readonly fallback: PolicyOf[Side];
    readonly policies: readonly PolicyOf[Side][];
  };
} = {
  size: { noun: 'size policy', fallback: DEFAULT_SIZE_POLICY, policies: SIZE_POLICIES },
  suspend: { noun: 'suspension policy', fallback: DEFAULT_SUSPEND_POLICY, policies: SUSPEND_POLICIES },
};

/** The built-in policy of a side with this name; `undefined` if there is none. */
export function policyNamed<Side extends PolicySide>(side: Side, name: unknown): PolicyOf[Side] | undefined {
  return OWN_POLICIES[side].policies.find((policy) => policy.name === name);
}

/** Policies imported from users' modules, by side and absolute path of the module. */
const IMPORTED: { readonly [Side in PolicySide]: Map<string, PolicyOf[Side]> } = {
  size: new Map(),
  suspend: new Map(),
};

/** Stores a user-defined policy for {@link policyOf}. @param module absolute path */
export function keepPolicy<Side extends PolicySide>(
  side: Side,
  module: string,
  policy: PolicyOf[Side],
): void {
  Object.freeze(policy);
  IMPORTED[side].set(module, policy);
}

/**
 * The policy that a scenario selects.
 * @throws RangeError if it is missing; one from a module is missing until this thread has compiled the scenario or
 * loaded its policies
 */
export function policyOf<Side extends PolicySide>(
  side: Side,
  { name, module }: Pick<PolicyChoice, 'name' | 'module'>,
): PolicyOf[Side] {
  const policy = module === undefined ? policyNamed(side, name) : IMPORTED[side].get(module);
  if (policy !== undefined) return policy;
  throw new RangeError(
    `no ${OWN_POLICIES[side].noun} "${name}"${module === undefined ? '' : ` of ${module}`}`,
  );
}

/** A policy with its values, and the values set by the scenario. */
export interface ChosenPolicy<Policy> {
  readonly policy: Policy;
  readonly choice: PolicyChoice;
  /** Its name or path in the scenario. */
  readonly key: string;
  /** Names of the parameters that the scenario sets. */
  readonly set: ReadonlySet<string>;
}

export type ChosenPolicies = { readonly [Side in PolicySide]: ChosenPolicy<PolicyOf[Side]> };

/**
 * A policy with its default values filled in.
 * @param set the values set by the scenario
 * @param module absolute path of its module
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
    policy,
    choice: { name: policy.name, values: Object.fromEntries(values) as Record<string, number>, module },
    key,
    set: new Set(Object.keys(set)),
  };
}

export function defaultPolicy<Side extends PolicySide>(side: Side): ChosenPolicy<PolicyOf[Side]> {
  const policy: PolicyOf[Side] = OWN_POLICIES[side].fallback;
  return chosenPolicy(policy, policy.name, {}, undefined);
}

/** Whether runs call user code. */
export function hasOwnPolicy({ computes }: { readonly computes: readonly FollowedPolicies[] }): boolean {
  return computes.some(
    ({ size_policy, suspend_policy }) =>
      size_policy.module !== undefined || suspend_policy.module !== undefined,
  );
}

/** Whether only the timeout decides when a compute is suspended: neither another policy nor a random timer. */
export function isSuspendedByTimeout({
  suspend_policy,
  suspend_timer,
}: Pick<FollowedPolicies, 'suspend_policy'> & { readonly suspend_timer: unknown }): boolean {
  return policyOf('suspend', suspend_policy) === DEFAULT_SUSPEND_POLICY && suspend_timer === undefined;
}
