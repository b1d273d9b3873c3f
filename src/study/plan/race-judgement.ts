import { byTieBreak } from '../compare/tie-break.js';
import { type Contender, firstItem } from './contender.js';
import type { PlanObjective } from './plan-result.js';
import { MIN_TEST_REPLICATIONS, type RaceRules } from './race-rules.js';
import { infeasible, isSafe, meets, objectiveGap, spreadOf, worse } from './race-verdict.js';
import { judgeUnseen } from './screening.js';

/** Runs of a leader if runs are cheap: nine in ten such samples contain an event of one run in five. */
const CONFIRMING_REPLICATIONS = 10;

/**
 * Judges every candidate again by what is known: which are out, and why.
 *
 * @param isExpensive whether the budget has no room for a whole run of every candidate
 * @param isLast whether no more runs are to come: then the safety asked for is enough, whatever the number of runs
 * @returns the best of those that meet each constraint with that safety, or with more while runs are to come
 */
export function judgeAll(
  contenders: readonly Contender[],
  isExpensive: boolean,
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
  const safety = isLast ? rules.safety : rules.interim_safety;
  const enough = isExpensive ? MIN_TEST_REPLICATIONS : Math.min(CONFIRMING_REPLICATIONS, rules.replications);
  const least = isLast || rules.constraints.length === 0 ? 0 : enough;
  const leader = bestOf(
    open().filter(({ whole }) => isSafe(whole, rules, safety) && whole.n >= least),
    rules.objective,
  );
  for (const contender of open()) {
    if (leader === undefined || contender === leader) continue;
    contender.dropped = worse(contender.whole, leader, rules, spread);
  }
  judgeUnseen(contenders, rules, spread, leader);
  return leader;
}

/** The best in the objective, over the replications that each has in common with the best before it. */
export function bestOf(contenders: readonly Contender[], objective: PlanObjective): Contender | undefined {
  return firstItem(contenders, (each, best) => {
    const gap = objectiveGap(each.whole, best.whole, objective);
    return gap < 0 || (gap === 0 && byTieBreak(each, best) < 0);
  });
}
