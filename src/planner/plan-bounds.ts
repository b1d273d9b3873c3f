import { DEFAULT_SUSPEND_POLICY } from '../compute/policy/suspend-policies.js';
import { NEVER_SUSPEND } from '../compute/suspend-timeout.js';
import { projectCost } from '../cost/compute-cost.js';
import { priceOf } from '../cost/price-book.js';
import { planLimits } from '../platform/plan-limits.js';
import { isAlwaysActive } from '../scenario/compute-settings.js';
import type { ComputeSpecification, Scenario } from '../scenario/scenario.js';
import { calendarMonths } from '../simulation/calendar-month.js';
import type { FigureName } from './run-figures.js';

/** The least that a candidate can reach in the objective, and what that rests on. */
export interface ObjectiveBound {
  readonly least: number;
  readonly evidence: 'proven' | 'inferred';
}

/** Share of the active time of a like candidate that another one has at least: sizes hardly change it. */
const LIKELY_ACTIVE = 0.9;

/**
 * The least objective of a whole run that a candidate can have; `undefined` where none is known: only use is bounded.
 *
 * Proven: a compute that never suspends is billed for its minimum size all the time (but for restarts, which are
 * billed for nothing and leave 1 % off). Inferred: a compute that suspends is active for about as long as under
 * another candidate with the same timeout, which was simulated.
 *
 * @param activeShare of a compute of a simulated candidate that suspends alike; `undefined` where there is none
 */
export function leastObjective(
  scenario: Scenario,
  figure: FigureName,
  activeShare: (compute: ComputeSpecification) => number | undefined,
): ObjectiveBound | undefined {
  if (figure !== 'cost_usd' && figure !== 'cost_usd_per_month' && figure !== 'cu_hours') return undefined;
  if (planLimits(scenario.plan)?.quota_cu_hours !== undefined) return undefined;
  if (scenario.events.length > 0 || scenario.faults.length > 0) return undefined;
  let evidence: ObjectiveBound['evidence'] = 'proven';
  const uses = scenario.computes.map((compute) => {
    if (neverSuspends(compute)) return 0.99 * compute.autoscaling_limit_min_cu;
    const share = activeShare(compute);
    if (share === undefined) return 0;
    evidence = 'inferred';
    return LIKELY_ACTIVE * share * compute.autoscaling_limit_min_cu;
  });
  if (figure === 'cu_hours') {
    const hours = scenario.duration_seconds / 3600;
    return { least: uses.reduce((sum, cu) => sum + cu * hours, 0), evidence };
  }
  const cost = projectCost(
    scenario,
    uses.map((cu) => steadyUse(scenario, cu)),
    priceOf(scenario.plan),
  );
  return { least: figure === 'cost_usd' ? cost.cost_usd : cost.cost_usd_per_month, evidence };
}

/** Computes with the same key suspend alike. */
export function suspensionKey(compute: ComputeSpecification): string {
  const { name, suspend_timeout_seconds, suspend_policy } = compute;
  return JSON.stringify([name, suspend_timeout_seconds || 300, suspend_policy.policy.name]);
}

function neverSuspends(compute: ComputeSpecification): boolean {
  if (compute.initial_state !== 'active') return false;
  if (isAlwaysActive(compute)) return true;
  const { suspend_policy, suspend_timeout_seconds, suspend_timer } = compute;
  return (
    suspend_policy.policy.name === DEFAULT_SUSPEND_POLICY.name &&
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
