import { isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { DEFAULT_SUSPEND_POLICY } from '../../compute/policy/suspend-policies.js';
import { projectCost } from '../../cost/compute-cost.js';
import type { FigureName } from '../../figures/run-figures.js';
import { calendarMonths } from '../../kernel/calendar-month.js';
import { planLimits } from '../../plan/plan-limits.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';

/**
 * The least objective of a whole run that a candidate can have, whatever happens in it; `undefined` where none is known:
 * only use is bounded. A compute that never suspends is billed for its minimum size all the time (but for restarts,
 * which are billed for nothing and leave 1 % off).
 */
export function leastObjective(scenario: Scenario, figure: FigureName): number | undefined {
  if (figure !== 'cost_usd' && figure !== 'cost_usd_per_month' && figure !== 'cu_hours') return undefined;
  if (planLimits(scenario.plan)?.quota_cu_hours !== undefined) return undefined;
  if (scenario.events.length > 0 || scenario.faults.length > 0) return undefined;
  const uses = scenario.computes.map((compute) =>
    neverSuspends(compute) ? 0.99 * compute.autoscaling_limit_min_cu : 0,
  );
  if (figure === 'cu_hours') {
    const hours = scenario.duration_seconds / 3600;
    return uses.reduce((sum, cu) => sum + cu * hours, 0);
  }
  const cost = projectCost(
    scenario,
    uses.map((cu) => steadyUse(scenario, cu)),
    scenario.plan,
  );
  return figure === 'cost_usd' ? cost.cost_usd : cost.cost_usd_per_month;
}

function neverSuspends(compute: ComputeSpecification): boolean {
  if (compute.initial_state !== 'active') return false;
  if (isAlwaysActive(compute)) return true;
  const { suspend_policy, suspend_timeout_seconds, suspend_timer } = compute;
  return (
    suspend_policy.name === DEFAULT_SUSPEND_POLICY.name &&
    suspend_policy.module === undefined &&
    suspend_timeout_seconds === NEVER_SUSPEND &&
    suspend_timer === undefined
  );
}

/** A size all the time, by calendar month. */
function steadyUse(scenario: Scenario, cu: number) {
  const { start_epoch_seconds, duration_seconds } = scenario;
  const months = calendarMonths(start_epoch_seconds, duration_seconds);
  return months.map(({ month, start_seconds }, index) => {
    const end = Math.min(duration_seconds, months[index + 1]?.start_seconds ?? duration_seconds);
    return { month, cu_seconds: cu * (end - Math.max(0, start_seconds)) };
  });
}
