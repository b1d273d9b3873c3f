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
import type { IdleSeen } from './whole-sample.js';

/** A longer timeout costs no less, except for differences in resizing: half of the indifference. */
const KIN = 0.005;
/** Starts and restarts are not billed. */
const BILLED = 0.99;

/**
 * The lower bound of a figure of use: a compute that never suspends is billed for its minimum size all the time.
 * `undefined` if no bound is known.
 *
 * @param seen in a run under the same load: longer timeouts suspend a compute no longer, which is inferred, not proven
 */
export function leastObjective(
  scenario: Scenario,
  figure: FigureName,
  seen?: readonly IdleSeen[],
): number | undefined {
  if (!isOfUse(figure)) return undefined;
  if (planSuspends(scenario.plan, firstMonth(scenario))) return undefined;
  if (scenario.events.length > 0 || scenario.faults.length > 0) return undefined;
  // A quota suspends computes until the month ends.
  if (withoutCaps(scenario.quota).length > 0) return undefined;
  const { duration_seconds } = scenario;
  const uses = scenario.computes.map((compute, index) => {
    const suspended = mostSuspended(compute, seen?.[index]);
    return BILLED * Math.max(0, 1 - suspended / duration_seconds) * compute.autoscaling_limit_min_cu;
  });
  if (figure === 'cu_hours') return (sumOf(uses, (cu) => cu) * duration_seconds) / 3600;
  const cost = projectCost(
    scenario,
    uses.map((cu) => steadyUse(scenario, cu)),
    scenario.plan,
  );
  return figure === 'cost_usd' ? cost.cost_usd : cost.cost_usd_per_month;
}

/** The lower bound of a contender's objective, its sign reversed if more is better; −Infinity if it is not known. */
export function leastOf(
  { scenario }: Contender,
  { figure, sense }: PlanObjective,
  seen?: readonly IdleSeen[],
): number {
  const least = sense === 'least' ? leastObjective(scenario, figure, seen) : undefined;
  return least ?? Number.NEGATIVE_INFINITY;
}

/**
 * The lower bound of a contender's objective from those that differ only in suspend timeouts, all shorter: it is
 * active at least as long. Other differences give no bound. −Infinity if unknown.
 */
export function leastByKin(
  contender: Contender,
  { figure, sense }: PlanObjective,
  known: Iterable<{ readonly contender: Contender; readonly objective: number }>,
): number {
  let least = Number.NEGATIVE_INFINITY;
  if (sense !== 'least' || !isOfUse(figure)) return least;
  for (const { contender: kin, objective } of known) {
    if (kin.kin !== contender.kin || kin === contender || kin.changes > contender.changes) continue;
    const longer = contender.scenario.computes.every((compute, index) => {
      const other = kin.scenario.computes[index]!;
      return isSuspendedByTimeout(compute) && idleTimeout(compute) >= idleTimeout(other);
    });
    if (longer && Number.isFinite(objective)) least = Math.max(least, objective - KIN * Math.abs(objective));
  }
  return least;
}

/** Whether all runs of another would have been the same: no compute reached the timeout that it had or would have here. */
export function isSameRun(contender: Contender, of: Contender): boolean {
  const { idle } = of.whole;
  if (contender.kin !== of.kin || idle === undefined) return false;
  return contender.scenario.computes.every((compute, index) => neverReaches(compute, idle[index]!));
}

/**
 * Why a contender without a run is out.
 * @param limit the objective that others reach
 * @param inferred the lower bound by runs at hybrid fidelity
 */
export function bounded(
  contender: Contender,
  limit: number,
  winner: string,
  objective: PlanObjective,
  inferred: number,
): Dropped | undefined {
  const least = leastOf(contender, objective);
  const reason = (bound: number, by = ''): string =>
    `its ${objective.figure} is at least ${bound.toPrecision(3)}${by}, no better than that of ${winner}`;
  if (least >= limit) return { fate: 'bounded', evidence: 'proven', reason: reason(least) };
  if (inferred < limit) return undefined;
  return { fate: 'bounded', evidence: 'hybrid', reason: reason(inferred, ', as cheaper settings show') };
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

/** Whether a figure is of billed use. */
export function isOfUse(figure: FigureName): boolean {
  return figure === 'cost_usd' || figure === 'cost_usd_per_month' || figure === 'cu_hours';
}

/** Seconds that a compute is suspended in a run, at most. */
function mostSuspended(compute: ComputeSpecification, seen: IdleSeen | undefined): number {
  const isEndless = isAlwaysActive(compute) || compute.suspend_timeout_seconds === NEVER_SUSPEND;
  if (isEndless && compute.initial_state === 'active') return 0;
  if (seen === undefined || !isSuspendedByTimeout(compute)) return Number.POSITIVE_INFINITY;
  const isLonger = idleTimeout(compute) >= seen.timeout_seconds || neverReaches(compute, seen);
  return isLonger ? seen.suspended_seconds : Number.POSITIVE_INFINITY;
}

function neverReaches(compute: ComputeSpecification, { longest_idle_seconds }: IdleSeen): boolean {
  return isSuspendedByTimeout(compute) && idleTimeout(compute) > longest_idle_seconds;
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
