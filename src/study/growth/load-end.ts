import { digits } from '../../findings/words.js';
import type { Study } from '../engine/study.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { objectiveMargins, worstMargin } from '../replicate/objective-margin.js';
import { latencyQuantile } from '../replicate/too-slow.js';
import {
  type Beyond,
  exactNear,
  factorGap,
  type LoadEnd,
  nearestFirst,
  roundedFactor,
} from './breaking-load.js';
import type { LoadEstimate } from './capacity-result.js';
import { crossingLoad, MAX_SLOPE_GAP, MIN_SLOPE_GAP } from './crossing-load.js';
import { arrivals, hybridPays } from './load-look.js';
import type { Search } from './single-looks.js';

/** Precision at which all replications locate the end, before exact ones do. */
const COARSE_PRECISION = 0.06;
/** Maximum number of checks of an end by exact runs. */
const MAX_CHECKS = 4;
/** The ends of a range are searched for this much less closely than its middle. */
const RANGE_TOLERANCE = 2;
/** Up to this, as a logarithm of the figure, they are on a straight line from the middle. */
const MAX_STRAIGHT_MARGIN = 0.25;
/** Minimum distance of single looks at different fidelities, if their difference matters little. */
const MIN_MIXED_GAP = Math.log(1.2);

export interface EndSearch extends Search {
  /** The smallest load that may be simulated. */
  readonly smallest: number;
  /** The approximate position of the other end. */
  readonly far: number | undefined;
  /** Single looks made earlier. */
  readonly looks: readonly LoadLevel[];
}

/** An end of the passing loads, by all replications, around a guess; `undefined` if they differ too much. */
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
  let factor = yield* crossingLoad({ ...way, known: all, at: look, beyond }, { within: COARSE_PRECISION });
  // Cheaper looks have located the end: exact runs of all replications provide the reported figures.
  const whole = { ...way, known: exact, at: (next: number) => levels.at(next, replications), beyond };
  const isShown = (load: number) => exact().some((level) => factorGap(level.factor, load) <= tolerance);
  for (let check = 0; factor !== undefined && check < MAX_CHECKS; check++) {
    if (!isShown(factor)) yield* levels.at(roundedFactor(factor), replications);
    factor = yield* crossingLoad(whole, { within: COARSE_PRECISION });
    if (factor !== undefined && isShown(factor)) break;
  }
  if (factor === undefined) return undefined;
  // Earlier looks add nothing to the exact runs: only the looks for the ends of the range count in addition.
  const before = new Set(all().map((level) => level.factor));
  const known = () => all().filter((level) => level.fidelity === 'exact' || !before.has(level.factor));
  const endOf = (part: 'at_worst' | 'at_best') =>
    crossingLoad(
      { ...way, known, at: look, beyond: worstMargin(plan, part) },
      { within: RANGE_TOLERANCE * tolerance, straight: MAX_STRAIGHT_MARGIN },
    );
  const sure = yield* endOf('at_worst');
  const possible = sure && (yield* endOf('at_best'));
  if (!sure || !possible) return undefined;
  return { factor, low: Math.min(sure, possible, factor), high: Math.max(sure, possible, factor) };
}

/** Queries above a quantile that each run needs, or its replications are too imprecise: 2,000 for a p99. */
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

/** The slope towards an end, by single looks at the closest comparable loads. */
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
    const ratio = factorGap(factor, first!.factor);
    return ratio >= (fidelity === first!.fidelity ? MIN_SLOPE_GAP : MIN_MIXED_GAP) && ratio <= MAX_SLOPE_GAP;
  });
  if (first === undefined || second === undefined) return undefined;
  const steep = (beyond(second) - beyond(first)) / Math.log(second.factor / first.factor);
  const slope = end === 'upper' ? steep : -steep;
  return slope > 0 ? slope : undefined;
}
