import type { ScalingGoal } from '../../compute/agent/goal.js';
import type { Resources } from '../../compute/agent/resources.js';
import type { ScalingExplanation } from '../run/observation.js';

/** A goal with its inputs, in CU. @param policy the name of the policy @param blocked why what is wanted is not asked for */
export function explained(
  goal: ScalingGoal,
  unit: Resources,
  policy: string,
  blocked: readonly string[],
): ScalingExplanation {
  const unit_cu = unit.milli_cpu / 1000;
  const inCu = (units: number | undefined): number | undefined =>
    units === undefined ? undefined : units * unit_cu;
  return {
    goal_cpu_cu: inCu(goal.parts.cpu),
    goal_memory_cu: inCu(goal.parts.memory),
    goal_lfc_cu: inCu(goal.parts.lfc),
    goal_cu: goal.units * unit_cu,
    won_by: goal.winner ?? policy,
    blocked: blocked.join('; '),
  };
}
