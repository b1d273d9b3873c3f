import { idleTimeout, isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { projectCost } from '../../cost/compute-cost.js';
import type { FigureName } from '../../figures/run-figures.js';
import { calendarMonths } from '../../kernel/calendar-month.js';
import { planLimits } from '../../plan/plan-limits.js';
import { isSuspendedByTimeout } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { type Contender, type Dropped, inOrder } from './contender.js';
import type { PlanObjective } from './plan-result.js';
import type { IdleSeen } from './whole-sample.js';

/** A timeout so many times as long as a compute was ever idle is never reached, whatever its size. */
const NEVER_REACHED = 2;

/**
 * The least objective of a whole run that a candidate can have, whatever happens in it; `undefined` where none is known:
 * only use is bounded. A compute that never suspends is billed for its minimum size all the time (but for starts and
 * restarts, which are billed for nothing and leave 1 % off).
 *
 * @param seen of each compute under the same load: with a timeout that it never reached by far it is taken never to
 *   suspend, which is next to certain and not proven
 */
export function leastObjective(
  scenario: Scenario,
  figure: FigureName,
  seen?: readonly IdleSeen[],
): number | undefined {
  if (figure !== 'cost_usd' && figure !== 'cost_usd_per_month' && figure !== 'cu_hours') return undefined;
  if (planLimits(scenario.plan)?.quota_cu_hours !== undefined) return undefined;
  if (scenario.events.length > 0 || scenario.faults.length > 0) return undefined;
  // What is suspended until the month ends costs less than what never is.
  if (Object.keys(scenario.quota).some((name) => name !== 'logical_size_bytes')) return undefined;
  const { duration_seconds } = scenario;
  const uses = scenario.computes.map((compute, index) => {
    const isActive = compute.initial_state === 'active';
    if (!neverSuspends(compute, seen?.[index]) || (!isActive && seen === undefined)) return 0;
    const suspended = isActive ? 0 : seen![index]!.suspended_seconds / duration_seconds;
    return 0.99 * (1 - suspended) * compute.autoscaling_limit_min_cu;
  });
  if (figure === 'cu_hours') {
    const hours = duration_seconds / 3600;
    return uses.reduce((sum, cu) => sum + cu * hours, 0);
  }
  const cost = projectCost(
    scenario,
    uses.map((cu) => steadyUse(scenario, cu)),
    scenario.plan,
  );
  return figure === 'cost_usd' ? cost.cost_usd : cost.cost_usd_per_month;
}

/** By what contenders are ruled out without a run. */
export interface Bounds {
  readonly objective: PlanObjective;
  /** By today's settings; `undefined` where a compute was suspended. */
  readonly seen: readonly IdleSeen[] | undefined;
}

/** The least that the objective of a contender can be, its sign turned where more is better; −Infinity: not known. */
export function leastOf({ scenario }: Contender, { objective, seen }: Bounds): number {
  const { figure, sense } = objective;
  const least = sense === 'least' ? leastObjective(scenario, figure, seen) : undefined;
  return least ?? Number.NEGATIVE_INFINITY;
}

/** Why a contender that had no run is out by a bound. @param limit what others reach */
export function bounded(
  contender: Contender,
  limit: number,
  winner: string,
  bounds: Bounds,
): Dropped | undefined {
  const { figure } = bounds.objective;
  const always = leastOf(contender, { ...bounds, seen: undefined });
  const least = Math.max(always, leastOf(contender, bounds));
  if (least < limit) return undefined;
  const reason = `its ${figure} is at least ${least.toPrecision(3)}, no better than that of ${winner}`;
  if (always >= limit) return { fate: 'bounded', evidence: 'proven', reason };
  return { fate: 'bounded', evidence: 'inferred', reason: `${reason}, as it never reaches its timeout` };
}

/**
 * Contenders that differ in suspend timeouts only, of which none is ever reached, do the same but for how the run
 * begins: one of them stands for all, today's timeouts first.
 *
 * @returns each of the others with the one that stands for it
 */
export function alike(
  contenders: readonly Contender[],
  today: Contender,
  seen: readonly IdleSeen[] | undefined,
): ReadonlyMap<Contender, Contender> {
  const others = new Map<Contender, Contender>();
  if (seen === undefined) return others;
  const timeouts = ({ scenario }: Contender): string => JSON.stringify(scenario.computes.map(idleTimeout));
  const first = new Map<string, Contender>();
  const before = (a: Contender, b: Contender): number =>
    Number(timeouts(b) === timeouts(today)) - Number(timeouts(a) === timeouts(today)) || inOrder(a, b);
  for (const contender of contenders.toSorted(before)) {
    const { computes } = contender.scenario;
    if (!computes.every((compute, index) => neverSuspends(compute, seen[index]))) continue;
    const stands = first.get(contender.kin);
    if (stands === undefined) first.set(contender.kin, contender);
    else others.set(contender, stands);
  }
  return others;
}

/** CU of the computes that never suspend, at their smallest: what is billed without any load. */
export function alwaysOnCu({ computes }: Scenario): number {
  return computes
    .filter((compute) => neverSuspends(compute, undefined))
    .reduce((sum, { autoscaling_limit_min_cu }) => sum + autoscaling_limit_min_cu, 0);
}

/** Whether an active compute is never suspended for inactivity. */
function neverSuspends(compute: ComputeSpecification, seen: IdleSeen | undefined): boolean {
  if (isAlwaysActive(compute)) return true;
  if (!isSuspendedByTimeout(compute)) return false;
  if (compute.suspend_timeout_seconds === NEVER_SUSPEND) return true;
  return seen !== undefined && idleTimeout(compute) > NEVER_REACHED * seen.longest_idle_seconds;
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
