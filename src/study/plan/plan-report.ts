import type { Fidelity } from '../../simulation/simulation.js';
import type { Study } from '../engine/study.js';
import { type Contender, orderedBy } from './contender.js';
import { planGrowth } from './plan-growth.js';
import { closestOf, likelyClosest } from './plan-infeasibility.js';
import type { Measurement } from './plan-runs.js';
import { assumptionsOf, type Doubts, planSensitivity } from './plan-sensitivity.js';
import { type FoundPlan, limitOf, NO_DOUBTS, type PlanWork } from './plan-work.js';
import type { RaceRules } from './race-rules.js';
import { meets, objectiveGap, worstExcess } from './race-verdict.js';
import type { Screening } from './screening.js';

/** Candidates compared with the recommendation under other assumptions. */
const RIVALS = 2;
/** Whole runs of those that the recommendation is compared with: more would not tell more. */
export const COMPARED_RUNS = 20;
/** Whole runs of the closest candidate if none is recommended. */
const CLOSEST_RUNS = 5;

/** Simulates what is reported next to the recommendation. */
export function* simulateReport(work: PlanWork, found: FoundPlan): Study<void> {
  const { winner, screening } = found;
  yield* compareRest(work, winner, screening);
  if (winner === undefined) return;
  found.nextBest = yield* nextBestOf(work, winner);
  yield* grow(work, winner, found);
  found.doubts = yield* doubt(work, winner, found);
}

/** Gives today's settings as many runs as the recommendation, or, without one, more runs to the closest candidate. */
function* compareRest(
  work: PlanWork,
  winner: Contender | undefined,
  screening: Screening | undefined,
): Study<void> {
  const { candidates, rules, runs } = work;
  const limit = limitOf(work, 'comparison');
  if (winner !== undefined) {
    yield* runs.measure([asOften(candidates.today, winner)], limit);
    return;
  }
  // The closest candidate has an exact run: closest to all constraints, and to each.
  for (const constraints of [rules.constraints, ...rules.constraints.map((constraint) => [constraint])]) {
    for (;;) {
      const contender = likelyClosest(candidates.entrants, screening, { ...rules, constraints });
      if (contender === undefined || contender.looked) break;
      if ((yield* runs.measure([{ contender, replications: 1 }], limit)) === 0) break;
    }
  }
  const replications = Math.min(screening === undefined ? CLOSEST_RUNS : 2, rules.replications);
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
    const [next] = orderedBy(others, ({ whole }) => [objectiveGap(whole, winner.whole, rules.objective)]);
    if (next === undefined) return undefined;
    // More runs may show that it does not meet them: then another is looked for.
    const made = yield* runs.measure([asOften(next, winner)], limitOf(work, 'comparison'));
    if (made === 0) return next;
  }
}

function* grow(
  work: PlanWork,
  winner: Contender,
  { nextBest, screening, growth: steps }: FoundPlan,
): Study<void> {
  const { question, axes, candidates, rules, runs } = work;
  const fidelity: Fidelity = screening === undefined ? 'exact' : 'hybrid';
  const start = [winner, ...(nextBest === undefined ? [] : [nextBest])];
  const limit = limitOf(work, 'growth');
  for (const [index, factor] of question.growth.entries()) {
    // An equal part of what is left for each.
    const share = (limit - runs.work) / (question.growth.length - index);
    const growth = { axes, allowed: candidates.allowed, rules, fidelity, limit: runs.work + share };
    steps.push(yield* planGrowth(factor, start, growth, runs));
  }
}

function* doubt(work: PlanWork, winner: Contender, { nextBest, screening }: FoundPlan): Study<Doubts> {
  const { question, candidates, rules, runs } = work;
  if (!question.sensitivity) return NO_DOUBTS;
  const contenders = [winner, ...rivalsOf(candidates.entrants, winner, nextBest, rules)];
  const limit = limitOf(work, 'sensitivity');
  const fidelity: Fidelity = screening === undefined ? 'exact' : 'hybrid';
  return yield* planSensitivity(
    assumptionsOf(contenders),
    contenders,
    { rules, limit, fidelity, seen: screening?.seen },
    runs,
  );
}

/** The next best, and the better one in the objective that breaks a constraint by the least. */
function rivalsOf(
  allowed: readonly Contender[],
  winner: Contender,
  nextBest: Contender | undefined,
  rules: RaceRules,
): readonly Contender[] {
  const tempting = allowed
    .filter((contender) => contender !== winner && contender !== nextBest && contender.looked)
    .filter(({ whole }) => objectiveGap(whole, winner.whole, rules.objective) < 0);
  const rivals = orderedBy(tempting, ({ whole }) => [worstExcess(whole, rules)]);
  return [...(nextBest === undefined ? [] : [nextBest]), ...rivals].slice(0, RIVALS);
}
