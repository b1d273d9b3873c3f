import { TIMEOUTS_SECONDS, underEachTimeout } from '../../compute/idle-lengths.js';
import { idleTimeout, isAlwaysActive, NEVER_SUSPEND } from '../../compute/lifecycle/suspend-timeout.js';
import { configuredMaxConnections } from '../../compute/size.js';
import { projectCost } from '../../cost/compute-cost.js';
import type { FigureName } from '../../figures/run-figures.js';
import { calendarMonths } from '../../kernel/calendar-month.js';
import { mean } from '../../kernel/distribution-moments.js';
import { remembered } from '../../kernel/remembered.js';
import { sum, sumOf } from '../../kernel/sums.js';
import { firstMonth, planSuspends } from '../../scenario/allowances.js';
import { isSuspendedByTimeout } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { withoutCaps } from '../replicate/representative-period.js';
import { type Contender, type Dropped, inOrder } from './contender.js';
import type { PlanObjective } from './plan-result.js';
import type { IdleSeen } from './whole-sample.js';

/** A timeout so many times as long as a compute was ever idle is never reached, whatever its size. */
const NEVER_REACHED = 2;
/** A maximum so many times as large as what was ever wanted is never reached either. */
const NEVER_WANTED = 1.5;
/** A longer timeout costs no less, but for what resizes differ by: half of what is indifferent. */
const KIN = 0.005;
/** Of the time suspended, by how many standard deviations of the number of idle periods another run may have more. */
const SPREAD = 4;

/**
 * The least objective of a whole run that a candidate can have, whatever happens in it; `undefined` where none is known:
 * only use is bounded. A compute that never suspends is billed for its minimum size all the time (but for starts and
 * restarts, which are billed for nothing and leave 1 % off).
 *
 * @param seen of each compute in some runs under the same load: it is taken to be suspended for as long as its timeout
 *   would have made it in these, on average, which is next to certain and not proven
 */
export function leastObjective(
  scenario: Scenario,
  figure: FigureName,
  seen?: readonly IdleSeen[],
): number | undefined {
  if (!isOfUse(figure)) return undefined;
  if (planSuspends(scenario.plan, firstMonth(scenario))) return undefined;
  if (scenario.events.length > 0 || scenario.faults.length > 0) return undefined;
  // What is suspended until the month ends costs less than what never is.
  if (withoutCaps(scenario.quota).length > 0) return undefined;
  const { duration_seconds } = scenario;
  const uses = scenario.computes.map((compute, index) => {
    const { runs = 1 } = seen?.[index] ?? {};
    const suspended = mostSuspended(compute, seen?.[index]) / runs;
    return 0.99 * Math.max(0, 1 - suspended / duration_seconds) * compute.autoscaling_limit_min_cu;
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
  /** In the same runs as what the bound is held against. */
  readonly seen: readonly IdleSeen[] | undefined;
}

/** Bounds in the runs of somebody that others are held against; without anybody, those that always hold. */
export function boundsBy(best: Contender | undefined, objective: PlanObjective): Bounds {
  return { objective, seen: best?.whole.seen };
}

/** The least that the objective of a contender can be, its sign turned where more is better; −Infinity: not known. */
export function leastOf({ scenario }: Contender, { objective, seen }: Bounds): number {
  const { figure, sense } = objective;
  const least = sense === 'least' ? leastObjective(scenario, figure, seen) : undefined;
  return least ?? Number.NEGATIVE_INFINITY;
}

/**
 * The least that the objective of a contender can be as those show that differ in suspend timeouts only, all of which are
 * shorter: it is active for as long as they are, and longer. −Infinity where nothing is known.
 */
export function leastByKin(
  contender: Contender,
  { figure, sense }: PlanObjective,
  known: Iterable<{ readonly contender: Contender; readonly objective: number }>,
): number {
  let least = Number.NEGATIVE_INFINITY;
  if (sense !== 'least' || !isOfUse(figure)) return least;
  for (const { contender: kin, objective } of known) {
    if (kin.kin !== contender.kin || kin === contender) continue;
    const longer = contender.scenario.computes.every((compute, index) => {
      const other = kin.scenario.computes[index]!;
      return isSuspendedByTimeout(compute) && idleTimeout(compute) >= idleTimeout(other);
    });
    if (longer && Number.isFinite(objective)) least = Math.max(least, objective - KIN * Math.abs(objective));
  }
  return least;
}

/** Why a contender is out by its kin. @param limit what others reach */
export function beyondKin(
  least: number,
  limit: number,
  winner: string,
  { figure }: PlanObjective,
): Dropped | undefined {
  if (least < limit) return undefined;
  const reason = `its ${figure} is no less than with a shorter timeout, ${least.toPrecision(3)}, and no better than that of ${winner}`;
  return { fate: 'bounded', evidence: 'hybrid', reason };
}

/** Whether a figure is of what is billed: settings that can do more use no less. */
export function isOfUse(figure: FigureName): boolean {
  return figure === 'cost_usd' || figure === 'cost_usd_per_month' || figure === 'cu_hours';
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
  return {
    fate: 'bounded',
    evidence: 'inferred',
    reason: `${reason}, were it as idle`,
  };
}

/**
 * Contenders that differ in suspend timeouts only, of which none is ever reached, do the same but for how the run
 * begins: one of them stands for all, today's timeouts first.
 *
 * @param maxima whether those that differ in maxima of which none is ever wanted by far count as the same, too: the
 *   autoscaler does, and the maximum is left no more than a trace in the memory that is taken
 * @returns each of the others with the one that stands for it
 */
export function alike(
  contenders: readonly Contender[],
  today: Contender,
  seen: readonly IdleSeen[] | undefined,
  maxima = false,
): ReadonlyMap<Contender, Contender> {
  const others = new Map<Contender, Contender>();
  if (seen === undefined) return others;
  const wanted = (compute: ComputeSpecification, index: number): boolean =>
    !maxima || !neverWanted(compute, today.scenario.computes[index], seen[index]);
  const timeouts = ({ scenario }: Contender): string => JSON.stringify(scenario.computes.map(idleTimeout));
  const first = new Map<string, Contender>();
  const before = (a: Contender, b: Contender): number =>
    Number(timeouts(b) === timeouts(today)) - Number(timeouts(a) === timeouts(today)) || inOrder(a, b);
  for (const contender of contenders.toSorted(before)) {
    const { computes, model } = contender.scenario;
    const reached = computes.map((compute, index) => [
      neverSuspends(compute, seen[index]) || idleTimeout(compute),
      wanted(compute, index) ? compute.autoscaling_limit_max_cu : configuredMaxConnections(compute, model),
      wanted(compute, index),
    ]);
    const anyWanted = computes.some(wanted) || writesFiles(contender.scenario);
    const key = JSON.stringify([anyWanted ? contender.kin : contender.distant_kin, reached]);
    const stands = remembered(first, key, () => contender);
    if (stands !== contender) others.set(contender, stands);
  }
  return others;
}

/** CU of all computes at their largest, whatever events make of them: no stretch of time uses more. */
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

/**
 * At most, for how long a compute is suspended in a run; the whole of it where nothing is known.
 *
 * Idle periods of another size are longer by no more than the longest query took: it may be done at once. Their number
 * is taken to vary like that of a Poisson process.
 */
function mostSuspended(compute: ComputeSpecification, seen: IdleSeen | undefined): number {
  const isActive = compute.initial_state === 'active';
  const isEndless = isAlwaysActive(compute) || compute.suspend_timeout_seconds === NEVER_SUSPEND;
  if (isEndless && isActive) return 0;
  if (seen === undefined || !(isEndless || isSuspendedByTimeout(compute))) return Number.POSITIVE_INFINITY;
  const begin = isActive ? 0 : seen.suspended_seconds - idleBeyond(seen.timeout_seconds, seen).least;
  if (isEndless) return begin;
  const { most, periods } = idleBeyond(idleTimeout(compute) - seen.latency.max, seen);
  return begin + most * (1 + SPREAD / Math.sqrt(Math.max(1, periods)));
}

/**
 * For how long idle periods lasted beyond a timeout: at least and at most, as they are known for some timeouts only;
 * and at most how many did.
 */
function idleBeyond(
  timeout: number,
  { idle_lengths: lengths }: IdleSeen,
): { readonly least: number; readonly most: number; readonly periods: number } {
  if (lengths === undefined) return { least: 0, most: 0, periods: 0 };
  const all = sum(lengths.seconds) + sum(lengths.cut_off);
  const under = underEachTimeout(lengths);
  const above = under[TIMEOUTS_SECONDS.findIndex((each) => each >= timeout)];
  const below = under[TIMEOUTS_SECONDS.findLastIndex((each) => each <= timeout)];
  return {
    least: above === undefined ? 0 : all - above.active_seconds,
    most: below === undefined ? Number.POSITIVE_INFINITY : all - below.active_seconds,
    periods: (below?.wakes ?? 0) + lengths.cut_off.length,
  };
}

/** Whether the autoscaler would never want the maximum of a compute, as it was seen to want less by far. */
function neverWanted(
  compute: ComputeSpecification,
  today: ComputeSpecification | undefined,
  seen: IdleSeen | undefined,
): boolean {
  const most = seen?.largest_goal_cu;
  if (most === undefined || compute.autoscaling_limit_max_cu < NEVER_WANTED * most) return false;
  return JSON.stringify(compute.size_policy) === JSON.stringify(today?.size_policy);
}

/** Whether queries write temporary files, for which the room depends on the maximum. */
export function writesFiles({ load }: Scenario): boolean {
  return load.some(({ query }) => mean(query.temp_bytes) > 0);
}

/** Whether an active compute is never suspended for inactivity. */
function neverSuspends(compute: ComputeSpecification, seen: IdleSeen | undefined): boolean {
  if (isAlwaysActive(compute)) return true;
  if (!isSuspendedByTimeout(compute)) return false;
  if (compute.suspend_timeout_seconds === NEVER_SUSPEND) return true;
  if (seen === undefined || seen.suspends > 0) return false;
  return idleTimeout(compute) > NEVER_REACHED * seen.longest_idle_seconds;
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
