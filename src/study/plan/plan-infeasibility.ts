import { type Contender, firstItem } from './contender.js';
import type { Infeasibility } from './plan-result.js';
import type { RaceRules } from './race-rules.js';
import { meets, objectiveGap, worstExcess } from './race-verdict.js';
import { expectationOf } from './screening.js';

/**
 * The best estimate if none is safe: among candidates whose means meet the constraints the best in the objective, else the
 * one with the smallest greatest excess. `undefined` without whole runs.
 */
export function closestOf(contenders: readonly Contender[], rules: RaceRules): Contender | undefined {
  const looked = contenders.filter(({ looked }) => looked);
  const meeting = looked.filter(({ whole, dropped }) => dropped === undefined && meets(whole, rules));
  const best = firstItem(meeting, (one, other) => objectiveGap(one.whole, other.whole, rules.objective) < 0);
  return best ?? nearest(looked, rules);
}

/** Over the replications that each has in common with the nearest before it, since all meet the same arrivals. */
function nearest(looked: readonly Contender[], rules: RaceRules): Contender | undefined {
  return firstItem(looked, (each, best) => {
    const common = Math.min(best.whole.n, each.whole.n);
    return worstExcess(each.whole, rules, common) < worstExcess(best.whole, rules, common);
  });
}

/** The candidate closest to feasibility by the results so far, including cheaper runs. */
export function likelyClosest(contenders: readonly Contender[], rules: RaceRules): Contender | undefined {
  const ranked = contenders.flatMap((contender) => {
    const excess = contender.looked
      ? worstExcess(contender.whole, rules)
      : expectationOf(contender, rules)?.excess;
    return excess === undefined ? [] : [{ contender, excess }];
  });
  return firstItem(ranked, (one, other) => one.excess < other.excess)?.contender;
}

/** The reason for no recommendation: the best whole runs for each constraint, and the candidate closest to all. */
export function infeasibilityOf(contenders: readonly Contender[], rules: RaceRules): Infeasibility {
  const looked = contenders.filter(({ looked }) => looked);
  const open = contenders.some((each) => each.looked && each.dropped === undefined);
  const unseen = contenders.some((each) => !each.looked && each.dropped === undefined);
  return {
    outcome: open ? 'undecided' : unseen ? 'none_found' : 'none',
    constraints: rules.constraints.map((constraint) => {
      const best = nearest(looked, { ...rules, constraints: [constraint] });
      const result = best?.whole.judge(constraint, rules.confidence);
      return {
        constraint: constraint.text,
        figure: constraint.figure,
        best: result?.value ?? null,
        candidate: best?.name ?? null,
        excess: result?.excess ?? null,
      };
    }),
    closest: closestOf(contenders, rules)?.name ?? null,
  };
}
