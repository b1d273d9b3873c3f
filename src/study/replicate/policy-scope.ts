import { isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import type { PolicySide } from '../../compute/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';

/**
 * Whether a policy of this side has a decision to make about a compute: its limits differ, or it may suspend; from
 * the start or after an update. Scenario files that name a policy for another compute are refused.
 */
export function isDecided(compute: ComputeSpecification, side: PolicySide, scenario: Scenario): boolean {
  const updates = scenario.events.flatMap((event) =>
    event.kind === 'update' && event.compute === compute.name ? [event.set] : [],
  );
  if (side === 'size') {
    return (
      compute.autoscaling_limit_min_cu < compute.autoscaling_limit_max_cu ||
      updates.some(
        ({ autoscaling_limit_min_cu: min_cu, autoscaling_limit_max_cu: max_cu }) =>
          min_cu !== undefined || max_cu !== undefined,
      )
    );
  }
  if (isAlwaysActive(compute)) return false;
  return (
    compute.suspend_timer !== undefined ||
    compute.suspend_timeout_seconds !== NEVER_SUSPEND ||
    updates.some(({ suspend_timeout_seconds: timeout }) => timeout !== undefined && timeout !== NEVER_SUSPEND)
  );
}

/** Why the policies of a side are not compared if no compute leaves them a decision. */
export const NOTHING_TO_DECIDE: Readonly<Record<PolicySide, string>> = {
  size: 'every compute has a fixed size; set limits that differ, autoscaling_limit_min_cu below autoscaling_limit_max_cu, to compare size policies',
  suspend:
    'no compute ever suspends; set a suspend_timeout_seconds other than -1, and sizes of 16 CU at most, to compare suspension policies',
};
