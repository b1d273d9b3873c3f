import { DEFAULT_SIZE_POLICY, SIZE_POLICIES } from '../../compute/policy/size-policies.js';
import type { SizePolicy } from '../../compute/policy/size-policy.js';
import { DEFAULT_SUSPEND_POLICY, SUSPEND_POLICIES } from '../../compute/policy/suspend-policies.js';
import type { SuspendPolicy } from '../../compute/policy/suspend-policy.js';

/** The type of the policies of each side. */
export interface PolicyOf {
  readonly size: SizePolicy;
  readonly suspend: SuspendPolicy;
}

/** What a policy decides about. */
export type PolicySide = keyof PolicyOf;

/** The policies of each side that come with the simulator, the default apart as well. */
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

/** The policy of a side and name that comes with the simulator; `undefined` when there is none. */
export function policyNamed<Side extends PolicySide>(side: Side, name: unknown): PolicyOf[Side] | undefined {
  return OWN_POLICIES[side].policies.find((policy) => policy.name === name);
}
