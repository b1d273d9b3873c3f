import type { Contender, Dropped } from './contender.js';
import { feasibility, type RaceRules } from './race-verdict.js';
import type { StretchSample } from './stretch-sample.js';

/** Where whole runs are dear, one that misses a constraint is enough. */
export function unaffordable(
  whole: StretchSample,
  { constraints, confidence }: RaceRules,
): Dropped | undefined {
  const missed = constraints.find((constraint) => !whole.judge(constraint, confidence).met);
  const reason = `it misses ${missed!.text} in ${whole.n} whole run, and the budget has no room for more`;
  return { fate: 'infeasible', evidence: 'inferred', reason };
}

/** Where the budget left no room for whole runs, what the sample shows decides. */
export function unraced(sample: StretchSample, rules: RaceRules): Dropped | undefined {
  if (feasibility(sample, rules).met) return undefined;
  const reason =
    'on the sampled part of the run it breaks a constraint, and the budget ended before whole runs';
  return { fate: 'infeasible', evidence: 'inferred', reason };
}

/** After all replications of both the means decide. */
export function byMeans(than: Contender, rules: RaceRules): Dropped | undefined {
  const reason = `its mean ${rules.objective.figure} is no better than that of ${than.name}, though not beyond doubt`;
  return { fate: 'worse', evidence: 'statistical', reason };
}
