import type { Study } from '../engine/study.js';
import { type Contender, sortByFigures } from './contender.js';
import { expectedReport } from './plan-estimate.js';
import { planGrowth } from './plan-growth.js';
import { closestOf, likelyClosest } from './plan-infeasibility.js';
import type { Measurement } from './plan-runs.js';
import { planSensitivity } from './plan-sensitivity.js';
import { furtherFidelity, limitOf, type PlanWork } from './plan-work.js';
import { meets, objectiveGap, worstExcess } from './race-verdict.js';

/** Candidates compared with the recommendation under other assumptions. */
const MAX_RIVALS = 2;
/** Maximum whole runs of the candidates that the recommendation is compared with; more would add nothing. */
const COMPARED_RUNS = 20;
/** Whole runs of the closest candidate if none is recommended. */
const CLOSEST_RUNS = 5;

/** Simulates the other parts of the report. */
export function* simulateReport(work: PlanWork): Study<void> {
  const { winner, runs } = work;
  runs.expected = () => runs.work;
  if (winner !== undefined) expectReport(work, winner);
  yield* compareRest(work);
  if (winner === undefined) return;
  work.nextBest = yield* nextBestOf(work, winner);
  yield* grow(work, winner);
  if (!work.question.sensitivity) return;
  work.doubts = yield* planSensitivity([winner, ...rivalsOf(work, winner)], work);
}

/** Estimates the work left after the search. */
function expectReport(work: PlanWork, winner: Contender): void {
  const { runs } = work;
  const fidelity = furtherFidelity(work);
  const workOf = (contender: Contender) => runs.workOf(contender.copy(fidelity));
  const expected = expectedReport(work, [winner, ...rivalsOf(work, winner)], workOf);
  runs.expected = () => expected;
}

/** Gives today's settings as many runs as the recommendation, or, without one, more runs to the closest candidate. */
function* compareRest(work: PlanWork): Study<void> {
  const { candidates, rules, runs, winner, isScreened } = work;
  const limit = limitOf(work, 'comparison');
  if (winner !== undefined) {
    yield* runs.measure([asOften(candidates.today, winner)], limit);
    return;
  }
  // The closest candidate has an exact run: closest to all constraints, and to each.
  for (const constraints of [rules.constraints, ...rules.constraints.map((constraint) => [constraint])]) {
    for (;;) {
      const contender = likelyClosest(candidates.entrants, { ...rules, constraints });
      if (contender === undefined || contender.looked) break;
      if ((yield* runs.measure([{ contender, replications: 1 }], limit)) === 0) break;
    }
  }
  const replications = Math.min(isScreened ? 2 : CLOSEST_RUNS, rules.replications);
  // The closest in one run need not be the closest in several: repeat until it stays the same.
  for (;;) {
    const contender = closestOf(candidates.entrants, rules);
    if (contender === undefined || contender.whole.n >= replications) return;
    if ((yield* runs.measure([{ contender, replications }], limit)) === 0) return;
  }
}

export function asOften(contender: Contender, { whole }: Contender): Measurement {
  return { contender, replications: Math.max(contender.whole.n, Math.min(COMPARED_RUNS, whole.n)) };
}

/** The best of the others whose means meet the constraints, with as many runs as the recommendation. */
function* nextBestOf(work: PlanWork, winner: Contender): Study<Contender | undefined> {
  const { candidates, rules, runs } = work;
  for (;;) {
    const others = candidates.entrants.filter(
      (each) => each !== winner && each.looked && meets(each.whole, rules),
    );
    const [next] = sortByFigures(others, ({ whole }) => [objectiveGap(whole, winner.whole, rules.objective)]);
    if (next === undefined) return undefined;
    // If more runs show that it does not meet them, another one is chosen.
    const made = yield* runs.measure([asOften(next, winner)], limitOf(work, 'comparison'));
    if (made === 0) return next;
  }
}

function* grow(work: PlanWork, winner: Contender): Study<void> {
  const { question, runs, nextBest } = work;
  const start = [winner, ...(nextBest === undefined ? [] : [nextBest])];
  const limit = limitOf(work, 'growth');
  for (const [index, factor] of question.growth.entries()) {
    // Each gets an equal part of the remaining budget.
    const share = (limit - runs.work) / (question.growth.length - index);
    work.growth.push(yield* planGrowth(factor, start, work, runs.work + share));
    expectReport(work, winner);
  }
}

/** The next best, and the better one in the objective that breaks a constraint by the least. */
function rivalsOf({ candidates, nextBest, rules }: PlanWork, winner: Contender): readonly Contender[] {
  const tempting = candidates.entrants
    .filter((contender) => contender !== winner && contender !== nextBest && contender.looked)
    .filter(({ whole }) => objectiveGap(whole, winner.whole, rules.objective) < 0);
  const rivals = sortByFigures(tempting, ({ whole }) => [worstExcess(whole, rules)]);
  return [...(nextBest === undefined ? [] : [nextBest]), ...rivals].slice(0, MAX_RIVALS);
}
