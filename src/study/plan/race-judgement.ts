import { idleTimeout } from '../../compute/lifecycle/suspend-timeout.js';
import { configuredMaxConnections } from '../../compute/size.js';
import type { FigureName } from '../../figures/run-figures.js';
import { remembered } from '../../kernel/remembered.js';
import { isSuspendedByTimeout } from '../../scenario/policy/own-policies.js';
import type { ComputeSpecification, Scenario } from '../../scenario/scenario.js';
import { type Contender, type Dropped, firstBy, inOrder } from './contender.js';
import { isOfUse, writesFiles } from './plan-bounds.js';
import type { PlanObjective } from './plan-result.js';
import { type RaceRules, TESTED } from './race-rules.js';
import { apart, infeasible, isSafe, meets, spreadOf, worse } from './race-verdict.js';
import { judgeUnseen, type Screening } from './screening.js';
import type { IdleSeen } from './whole-sample.js';

/** Runs that a leader has had where runs are cheap: what one run in five shows, nine in ten such samples show. */
const CONFIRMED = 10;

/** What waiting and failing are told by: settings that can do more make nobody wait longer. */
const OF_SERVICE = /^(latency|wake_probability$|delayed_probability$|success_rate$|availability)/;

/** Of the connections that a compute takes, those up to which neither it nor the pooler in it holds anybody up. */
const CONNECTIONS_FREE = 0.9;

/**
 * Judges everybody anew by what is known: who is out, and why.
 *
 * @param expected where the budget has no room for a whole run of everybody
 * @param isLast whether no more runs are to come: then the safety asked for is enough, whatever the number of runs
 * @returns the best of those that meet each constraint with that safety, or with more while runs are to come
 */
export function judgeAll(
  contenders: readonly Contender[],
  expected: Screening | undefined,
  rules: RaceRules,
  isLast: boolean,
): Contender | undefined {
  const looked = contenders.filter((contender) => contender.looked);
  const open = () => looked.filter(({ dropped }) => dropped === undefined);
  const seeming = bestOf(
    looked.filter(({ whole }) => meets(whole, rules)),
    rules.objective,
  );
  const spread = spreadOf(looked, seeming, rules);
  for (const contender of contenders) contender.dropped = undefined;
  for (const contender of looked) contender.dropped = infeasible(contender.whole, rules, spread);
  // With fewer replications than a test takes nobody could bear anything out.
  const isCheap = expected === undefined && rules.replications >= TESTED;
  if (isCheap) takeBack(looked, 'infeasible', undefined);
  const safety = isLast ? rules.safety : rules.interim_safety;
  const enough = expected === undefined ? Math.min(CONFIRMED, rules.replications) : TESTED;
  const least = isLast || rules.constraints.length === 0 ? 0 : enough;
  const leader = bestOf(
    open().filter(({ whole }) => isSafe(whole, rules, safety) && whole.n >= least),
    rules.objective,
  );
  for (const contender of open()) {
    if (leader === undefined || contender === leader) continue;
    contender.dropped = worse(contender.whole, leader, rules, spread);
  }
  if (isCheap) takeBack(looked, 'worse', leader);
  dropTwins(looked, rules);
  judgeUnseen(contenders, expected, { rules, spread, leader });
  return leader;
}

/** The best in the objective, over the replications that each has in common with the best before it. */
export function bestOf(contenders: readonly Contender[], objective: PlanObjective): Contender | undefined {
  return firstBy(contenders, (each, best) => {
    const gap = apart(each.whole, best.whole, objective);
    return gap < 0 || (gap === 0 && inOrder(each, best) < 0);
  });
}

/** Whoever is out by fewer runs than a test takes stays in unless more runs of somebody bear that out. */
function takeBack(looked: readonly Contender[], fate: Dropped['fate'], leader: Contender | undefined): void {
  const inferred = looked.filter(({ dropped, whole }) => dropped?.fate === fate && whole.n < TESTED);
  const tested = looked.filter(({ dropped, whole }) => dropped?.fate === fate && whole.n >= TESTED);
  const witnesses = fate === 'worse' && leader !== undefined ? [leader, ...tested] : tested;
  for (const contender of inferred) {
    if (!isBorneOut(contender, witnesses)) contender.dropped = undefined;
  }
}

/** Whoever did just the same in its first runs as another with more of them shares its fate. */
function dropTwins(looked: readonly Contender[], { objective, constraints }: RaceRules): void {
  const figures = [objective.figure, ...constraints.map(({ figure }) => figure)];
  const first = new Map<string, Contender>();
  const byRuns = looked.toSorted((a, b) => b.whole.n - a.whole.n || inOrder(a, b));
  for (const contender of byRuns) {
    const key = contender.whole.firstRun(figures);
    const twin = remembered(first, key, () => contender);
    if (twin === contender || contender.dropped !== undefined || contender.whole.n >= TESTED) continue;
    // What one run did not need another may.
    if (!staysAlike(contender, twin)) continue;
    const of = twin.dropped === undefined ? '' : `, of which ${twin.dropped.reason}`;
    const reason = `in the same run it did just as ${twin.name}${of}`;
    contender.dropped = { fate: twin.dropped?.fate ?? 'worse', evidence: 'inferred', reason };
  }
}

/**
 * Whether what few runs let one suppose of a contender, that it misses a constraint or is worse than the leader by far,
 * is borne out by more runs of another one: of one that can do more and misses a constraint on service, or can do less
 * and costs too much. Runs of a burst or a gap that few others have deceive without such a witness.
 *
 * @param witnesses contenders that share that fate by more runs; if that is to be worse, the leader as well
 */
function isBorneOut(contender: Contender, witnesses: readonly Contender[]): boolean {
  return witnesses.some((other) => {
    const figure = other.dropped?.figure ?? contender.dropped?.figure;
    return figure !== undefined && isNoBetter(contender, other, figure);
  });
}

/** Whether one is no better than another in a figure, by its settings. */
function isNoBetter(one: Contender, other: Contender, figure: FigureName): boolean {
  if (isOfUse(figure)) return canDoAsMuch(one, other);
  return OF_SERVICE.test(figure) && canDoAsMuch(other, one);
}

/** Whether no size and no timeout is smaller, all else being the same. */
function canDoAsMuch(one: Contender, other: Contender): boolean {
  if (one.family !== other.family) return false;
  return one.scenario.computes.every((compute, index) => {
    const than = other.scenario.computes[index]!;
    return (
      compute.autoscaling_limit_min_cu >= than.autoscaling_limit_min_cu &&
      compute.autoscaling_limit_max_cu >= than.autoscaling_limit_max_cu &&
      idleTimeout(compute) >= idleTimeout(than)
    );
  });
}

/**
 * Whether a contender would have done as another in all runs of that one, and not only in those that both have had: they
 * differ in suspend timeouts and maxima alone, and no run came to where one of them stops and the other goes on. Bursts
 * and gaps that one run in ten has are what such settings are for.
 */
export function staysAlike(contender: Contender, shown: Contender): boolean {
  if (contender.distant_kin !== shown.distant_kin) return false;
  const { seen } = shown.whole;
  if (seen === undefined) return true;
  return contender.scenario.computes.every((compute, index) => {
    const other = shown.scenario.computes[index]!;
    const needed = seen[index]!;
    return isTimeoutIdle(compute, other, needed) && isMaximumIdle(compute, other, needed, shown.scenario);
  });
}

/** Whether the shorter of two timeouts was never reached. */
function isTimeoutIdle(one: ComputeSpecification, other: ComputeSpecification, needed: IdleSeen): boolean {
  const [first, second] = [idleTimeout(one), idleTimeout(other)];
  if (first === second) return true;
  return isSuspendedByTimeout(one) && needed.longest_idle_seconds < Math.min(first, second);
}

/** Whether the smaller of two maxima was never in the way. */
function isMaximumIdle(
  one: ComputeSpecification,
  other: ComputeSpecification,
  needed: IdleSeen,
  scenario: Scenario,
): boolean {
  const [first, second] = [one.autoscaling_limit_max_cu, other.autoscaling_limit_max_cu];
  if (first === second) return true;
  if (writesFiles(scenario)) return false;
  const { model } = scenario;
  const connections = [one, other].map((compute) => configuredMaxConnections(compute, model));
  const least = Math.min(...connections);
  const free = CONNECTIONS_FREE * (least - model.reserved_connections);
  if (least !== Math.max(...connections) && (needed.connections?.peak ?? Number.POSITIVE_INFINITY) > free)
    return false;
  return (needed.largest_goal_cu ?? Number.POSITIVE_INFINITY) <= Math.min(first, second);
}
