import { inParallel, type Study } from '../engine/study.js';
import type { LoadLevel, LoadLevels } from '../replicate/load-levels.js';
import { type Beyond, loadBetween, passedBracket, roundedFactor } from './breaking-load.js';
import { crossingLoad } from './crossing-load.js';
import { decidingLoads, edgesOf, forecastEvents, type Horizon, missedBeyond } from './forecast-events.js';
import type { ForecastEvent } from './forecast-result.js';
import { middleGrowth } from './load-growth.js';
import type { LoadLook } from './load-look.js';

/** Precision, as a ratio, of the load at which single looks find that an objective is missed. */
const EDGE_PRECISION = 0.05;
/** Log ratio of two neighbouring looks: nothing between them needs simulating once they bracket the load. */
const PAIR_GAP = Math.log(1 + EDGE_PRECISION) * 0.98;

interface EventSearch {
  readonly levels: Pick<LoadLevels, 'all'>;
  readonly at: LoadLook;
  readonly replications: number;
  readonly horizon: Horizon;
}

/**
 * The dates of events. Single looks narrow down where an objective is missed, the first two in parallel; the
 * loads that bracket an event are simulated with all replications. If these are at hybrid fidelity, an
 * exact run of each shows how far they are off, budget permitting. If that moves the load, the search
 * continues from there.
 */
export function* eventsSeen(search: EventSearch): Study<readonly ForecastEvent[]> {
  const { levels, replications, horizon } = search;
  const { checks } = horizon;
  const known = () => levels.all(replications, 1);
  for (let round = 0; ; round++) {
    for (const beyond of missedBeyond(horizon)) yield* closedIn(search, known, beyond, round === 0);
    yield* repeated(search, known);
    const seen = known();
    const wanted = new Set<number>();
    for (const edge of edgesOf(seen, horizon)) {
      const unchecked = edge
        .filter(({ factor, fidelity }) => fidelity === 'hybrid' && !checks.has(factor))
        .map(({ factor }) => factor);
      if (checks.hasRoomFor([...new Set([...wanted, ...unchecked])])) {
        for (const factor of unchecked) wanted.add(factor);
      }
    }
    if (wanted.size === 0) return forecastEvents(seen, horizon);
    yield* checks.add([...wanted]);
  }
}

/** Comes closer to the load at which an objective is missed. */
function* closedIn(
  { at, horizon }: EventSearch,
  known: () => readonly LoadLevel[],
  beyond: Beyond,
  isFirst: boolean,
): Study<void> {
  const levels = known();
  const { holds, breaks } = passedBracket(levels, beyond, middleGrowth(horizon.plan.growth));
  if (holds === undefined || breaks === undefined) return;
  const [from, to, end] =
    holds < breaks ? [holds, breaks, 'upper' as const] : [breaks, holds, 'lower' as const];
  if (isFirst && Math.log(to / from) > 2 * PAIR_GAP) {
    const guess = Math.log(loadBetween(levels, { holds, breaks }, beyond) / from);
    const middle = Math.min(Math.log(to / from) - PAIR_GAP, Math.max(PAIR_GAP, guess));
    const pair = [-PAIR_GAP / 2, PAIR_GAP / 2].map((off) => roundedFactor(from * Math.exp(middle + off)));
    yield* inParallel(pair.map((factor) => at(factor, 1)));
  }
  const search = { known, at: (factor: number) => at(factor, 1), beyond, end, region: { from, to } };
  yield* crossingLoad(search, { within: EDGE_PRECISION });
}

/** Makes all replications of the loads that decide. */
function* repeated(
  { at, replications, horizon }: EventSearch,
  known: () => readonly LoadLevel[],
): Study<void> {
  for (;;) {
    const seen = known();
    const deciding = decidingLoads(seen, horizon);
    const open = seen.filter(({ factor, runs }) => deciding.has(factor) && runs.length < replications);
    if (open.length === 0) return;
    yield* inParallel(open.map(({ factor }) => at(factor, replications)));
  }
}
