import { digits } from '../../findings/words.js';
import type { Study } from '../engine/study.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { objectiveMargins, worstMargin } from '../replicate/objective-margin.js';
import { latencyQuantile } from '../replicate/too-slow.js';
import { apart, type Beyond, exactNear, type LoadEnd, nearestFirst, roundedFactor } from './breaking-load.js';
import type { LoadEstimate } from './capacity-result.js';
import { APART, crossingLoad, NEAR } from './crossing-load.js';
import { arrivals, hybridPays } from './load-look.js';
import type { Search } from './single-looks.js';

/** Within this all replications tell where to look, before exact runs of theirs do. */
const LOOSELY = 0.06;
/** So often at most exact runs look at an end. */
const MOST_CHECKS = 4;
/** The ends of a range are searched for this much less closely than its middle. */
const RANGE_TOLERANCE = 2;
/** Up to this, as a logarithm of the figure, they are on a straight line from the middle. */
const STRAIGHT = 0.25;
/** Single looks at different fidelities are as far apart as this at least, where their difference matters little. */
const UNLIKE = Math.log(1.2);

/** What an end is estimated with. */
export interface EndSearch extends Search {
  /** No smaller load is looked at. */
  readonly smallest: number;
  /** About where the other end is. */
  readonly far: number | undefined;
  /** Single looks on the way. */
  readonly looks: readonly LoadLevel[];
}

/** An end of the loads that are met, by all replications, around a guess; `undefined` where they differ too much. */
export function* estimatedEnd(
  end: LoadEnd,
  guess: number,
  search: EndSearch,
): Study<LoadEstimate | undefined> {
  const { levels, plan, smallest, far } = search;
  const { replications, tolerance } = plan;
  // The loads of this end: those on its side of the middle.
  const middle = far === undefined ? undefined : Math.sqrt(guess * far);
  const region = {
    from: end === 'upper' ? (middle ?? smallest) : smallest / 2,
    to: end === 'upper' ? Number.POSITIVE_INFINITY : (middle ?? Number.POSITIVE_INFINITY),
  };
  const all = () => levels.all(replications);
  const exact = () => all().filter(({ fidelity }) => fidelity === 'exact');
  const worth = hybridPays(search.looks, guess);
  const look = (factor: number) =>
    worth ? search.at(factor, replications) : levels.at(factor, replications);
  const beyond = worstMargin(plan, 'beyond');
  const slope = slopeOf(search.looks, beyond, end, guess);
  const way = { end, region, slope };
  const looked = worth ? undefined : exactNear(levels.all(1), guess, tolerance);
  yield* look(looked?.factor ?? roundedFactor(guess));
  let factor = yield* crossingLoad({ ...way, known: all, at: look, beyond }, { within: LOOSELY });
  // Cheaper looks have shown where: exact runs of all replications show what is said.
  const whole = { ...way, known: exact, at: (next: number) => levels.at(next, replications), beyond };
  const isShown = (load: number) => exact().some((level) => apart(level.factor, load) <= tolerance);
  for (let check = 0; factor !== undefined && check < MOST_CHECKS; check++) {
    if (!isShown(factor)) yield* levels.at(roundedFactor(factor), replications);
    factor = yield* crossingLoad(whole, { within: LOOSELY });
    if (factor !== undefined && isShown(factor)) break;
  }
  if (factor === undefined) return undefined;
  // Looks before say no more than the exact runs: only those that the ends of the range take count beside them.
  const before = new Set(all().map((level) => level.factor));
  const known = () => all().filter((level) => level.fidelity === 'exact' || !before.has(level.factor));
  const endOf = (part: 'at_worst' | 'at_best') =>
    crossingLoad(
      { ...way, known, at: look, beyond: worstMargin(plan, part) },
      { within: RANGE_TOLERANCE * tolerance, straight: STRAIGHT },
    );
  const sure = yield* endOf('at_worst');
  const possible = sure && (yield* endOf('at_best'));
  if (!sure || !possible) return undefined;
  return { factor, low: Math.min(sure, possible, factor), high: Math.max(sure, possible, factor) };
}

/** Queries above a quantile that each run needs, or its replications say too little about it: 2,000 for a p99. */
const TAIL_QUERIES = 20;

/** Why an end is not reported: a quantile of latency decides it, and its runs have too few queries for that. */
export function unresolvedEnd({ factor }: LoadEstimate, { levels, plan }: Search): string | undefined {
  const [level] = nearestFirst(levels.all(plan.replications), factor);
  if (level === undefined) return undefined;
  const margins = objectiveMargins(level, plan.objectives, plan.confidence);
  const { objective } = margins.reduce((a, b) => (b.beyond > a.beyond ? b : a));
  const quantile = latencyQuantile(objective.figure);
  if (quantile === undefined) return undefined;
  const [present] = nearestFirst(levels.all(1), 1);
  const least = (TAIL_QUERIES / (1 - quantile)) * (present!.factor / arrivals(present!));
  if (factor >= least) return undefined;
  return `below ${digits(least)} times the load, a run has too few queries for ${objective.figure}; use a longer duration`;
}

/** How steep the way to an end is there, by single looks at the loads closest to it that are comparable. */
function slopeOf(
  looks: readonly LoadLevel[],
  beyond: Beyond,
  end: LoadEnd,
  guess: number,
): number | undefined {
  const measured = looks.filter((level) => Number.isFinite(beyond(level)));
  const near = nearestFirst(measured, guess);
  const [first] = near;
  const second = near.find(({ factor, fidelity }) => {
    const ratio = apart(factor, first!.factor);
    return ratio >= (fidelity === first!.fidelity ? APART : UNLIKE) && ratio <= NEAR;
  });
  if (first === undefined || second === undefined) return undefined;
  const steep = (beyond(second) - beyond(first)) / Math.log(second.factor / first.factor);
  const slope = end === 'upper' ? steep : -steep;
  return slope > 0 ? slope : undefined;
}
