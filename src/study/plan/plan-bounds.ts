import { idleTimeout, isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { isSuspendedByTimeout } from '../../compute/policy/own-policies.js';
import { projectCost } from '../../cost/compute-cost.js';
import type { FigureName } from '../../figures/run-figures.js';
import { calendarMonths } from '../../kernel/calendar-month.js';
import { sumOf } from '../../kernel/sums.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { firstMonth, planSuspends } from '../../simulation/run/allowances.js';
import { withoutCaps } from '../replicate/representative-period.js';
import type { Contender, Dropped } from './contender.js';
import type { PlanObjective } from './plan-result.js';

/** Starts and restarts are not billed. */
const MIN_BILLED_SHARE = 0.99;

/**
 * The lower bound of a figure of use: a compute that never suspends is billed for its minimum size all the time.
 * `undefined` if no bound is known.
 */
export function leastObjective(scenario: Scenario, figure: FigureName): number | undefined {
  if (!isOfUse(figure)) return undefined;
  if (planSuspends(scenario.plan, firstMonth(scenario))) return undefined;
  if (scenario.events.length > 0 || scenario.faults.length > 0) return undefined;
  // A quota suspends computes until the month ends.
  if (withoutCaps(scenario.quota).length > 0) return undefined;
  const { duration_seconds } = scenario;
  const uses = scenario.computes.map((compute) =>
    neverSuspends(compute) ? MIN_BILLED_SHARE * compute.autoscaling_limit_min_cu : 0,
  );
  if (figure === 'cu_hours') return (sumOf(uses, (cu) => cu) * duration_seconds) / 3600;
  const cost = projectCost(
    scenario,
    uses.map((cu) => steadyUse(scenario, cu)),
    scenario.plan,
  );
  return figure === 'cost_usd' ? cost.cost_usd : cost.cost_usd_per_month;
}

/** The lower bound of a contender's objective, its sign reversed if more is better; −Infinity if it is not known. */
export function lowerBound({ scenario }: Contender, { figure, sense }: PlanObjective): number {
  const least = sense === 'least' ? leastObjective(scenario, figure) : undefined;
  return least ?? Number.NEGATIVE_INFINITY;
}

/** Whether all runs of another would have been the same: no compute reached the timeout that it had or would have here. */
export function isSameRun(contender: Contender, of: Contender): boolean {
  const { longest_idle_seconds: idle } = of.whole;
  if (contender.kin !== of.kin || idle === undefined) return false;
  return contender.scenario.computes.every(
    (compute, index) => isSuspendedByTimeout(compute) && idleTimeout(compute) > idle[index]!,
  );
}

/** Why a contender without a run is out. @param limit the objective that others reach */
export function bounded(
  contender: Contender,
  limit: number,
  winner: string,
  objective: PlanObjective,
): Dropped | undefined {
  const least = lowerBound(contender, objective);
  if (least < limit) return undefined;
  const reason = `its ${objective.figure} is at least ${least.toPrecision(3)}, no better than that of ${winner}`;
  return { fate: 'bounded', evidence: 'proven', reason };
}

/** CU of all computes at their largest, including changes by events: no period uses more. */
export function largestCu({ computes, events }: Pick<Scenario, 'computes' | 'events'>): number {
  return sumOf(computes, ({ name, autoscaling_limit_max_cu }) =>
    events.reduce(
      (most, event) =>
        event.kind === 'update' && event.compute === name
          ? Math.max(most, event.set.autoscaling_limit_max_cu ?? 0)
          : most,
      autoscaling_limit_max_cu,
    ),
  );
}

export function isOfUse(figure: FigureName): boolean {
  return figure === 'cost_usd' || figure === 'cost_usd_per_month' || figure === 'cu_hours';
}

/** Whether a compute is active from the start to the end of a run. */
function neverSuspends(compute: ComputeSpecification): boolean {
  const isEndless = isAlwaysActive(compute) || compute.suspend_timeout_seconds === NEVER_SUSPEND;
  return isEndless && compute.initial_state === 'active';
}

/** A constant size, by calendar month. */
function steadyUse(scenario: Scenario, cu: number) {
  const { start_epoch_seconds, duration_seconds } = scenario;
  const months = calendarMonths(start_epoch_seconds, duration_seconds);
  return months.map(({ month, start_seconds }, index) => {
    const end = Math.min(duration_seconds, months[index + 1]?.start_seconds ?? duration_seconds);
    return { month, cu_seconds: cu * (end - Math.max(0, start_seconds)) };
  });
}
