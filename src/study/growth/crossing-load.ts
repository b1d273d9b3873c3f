import type { Study } from '../engine/study.js';
import type { LoadLevel } from '../replicate/load-levels.js';
import { type Beyond, bracketOf, type LoadEnd, roundedFactor } from './breaking-load.js';

/** A search for the load at which something is just met. */
export interface Crossing {
  /** Levels simulated so far, ascending by load; at least one within the region. */
  readonly known: () => readonly LoadLevel[];
  /** Simulates another load, which is known from then on. */
  readonly at: (factor: number) => Study<unknown>;
  readonly beyond: Beyond;
  readonly end: LoadEnd;
  /** Range of the loads that may be simulated. */
  readonly region: { readonly from: number; readonly to: number };
  /**
   * By how much `beyond` grows with the logarithm of the load on the way to the end, as seen in other runs:
   * used if the known loads do not show it.
   */
  readonly slope?: number | undefined;
}

export interface Closeness {
  /** Ratio of loads less 1. */
  readonly within: number;
  /** A value as near to 0 as this is on the straight line to it. */
  readonly straight?: number;
}

/** A load, as its logarithm towards the end, and its excess over the bound. */
interface Point {
  readonly place: number;
  readonly value: number;
}

/** Range of the log ratio of two loads that shows how steep a curve is between them. */
export const MAX_SLOPE_GAP = Math.log(1.3);
export const MIN_SLOPE_GAP = Math.log(1.01);
/** A value this close to 0 counts as the crossing: a curve may become steep beyond it. */
const CROSSING_TOLERANCE = 0.05;
/** Maximum ratio of the first step beyond the known loads; squared from step to step. */
const MAX_FIRST_STEP = 1.05;
const MAX_WIDENING = 4;
/** Maximum looks of one search; this many halvings exhaust the precision of an interval. */
const MAX_LOOKS = 40;
/** After this many looks on the same side of the end, the middle is next. */
const SAME_SIDE = 2;

/**
 * The load at which something is just met, from known loads and as few new ones as needed.
 *
 * Secants through the nearest loads, between the known holding and breaking ones (safeguarded as in Brent's method: the
 * middle if a secant does not narrow the bracket, or if values are not finite). It ends if a known load that almost
 * meets the bound lies within half of `within` of the crossing of the straight line through it and its neighbour, or if
 * the bracket is that narrow.
 *
 * @returns `undefined` if the region has no end of that kind
 */
export function* crossingLoad(
  search: Crossing,
  { within, straight = 0 }: Closeness,
): Study<number | undefined> {
  const { known, at, beyond, end, region } = search;
  const sign = end === 'upper' ? 1 : -1;
  const load = (place: number): number => Math.exp(sign * place);
  const width = Math.log(1 + within);
  let widening = Math.log(MAX_FIRST_STEP);
  let sides = 0;
  for (let look = 0; look < MAX_LOOKS; look++) {
    const levels = known().filter(({ factor }) => factor >= region.from && factor <= region.to);
    const points = levels
      .map((level): Point => ({ place: sign * Math.log(level.factor), value: beyond(level) }))
      .sort((a, b) => a.place - b.place);
    const { holds, breaks } = bracketOf(levels, beyond, end);
    const [low, high] = [holds, breaks].map((factor) =>
      points.find(({ place }) => factor !== undefined && place === sign * Math.log(factor)),
    );
    const line = lineOf(points, low, high, search.slope);
    if (line?.local === true) {
      const { nearest, crossing } = line;
      const [off, value] = [Math.abs(crossing - nearest.place), Math.abs(nearest.value)];
      if ((off <= width / 2 && value <= CROSSING_TOLERANCE) || (value <= straight && off <= MAX_SLOPE_GAP))
        return load(crossing);
    }
    if (low !== undefined && high !== undefined) {
      const middle = (low.place + high.place) / 2;
      if (high.place - low.place <= width) return load(line?.crossing ?? middle);
      const guess = line === undefined || Math.abs(sides) > SAME_SIDE ? middle : line.crossing;
      const next = Math.min(high.place - width / 4, Math.max(low.place + width / 4, guess));
      const value = yield* valueAt(next);
      const side = value > 0 ? 1 : -1;
      sides = Math.sign(sides) === side && guess !== middle ? sides + side : side;
      continue;
    }
    const outermost = low === undefined ? points[0]!.place - widening : points.at(-1)!.place + widening;
    const guess = line?.crossing ?? outermost;
    // Keep a distance from known loads, so that the run adds information.
    const next = low === undefined ? Math.max(guess, outermost) : Math.min(guess, outermost);
    if (load(next) < region.from || load(next) > region.to) return undefined;
    yield* valueAt(next);
    widening = Math.min(2 * widening, Math.log(MAX_WIDENING));
  }
  return undefined;

  function* valueAt(place: number): Study<number> {
    const factor = roundedFactor(load(place));
    yield* at(factor);
    return beyond(known().find((level) => level.factor === factor)!);
  }
}

/** A straight line through the load nearest to the end. */
interface Line {
  readonly nearest: Point;
  readonly crossing: number;
  /** Whether it is as steep there as loads close by, or other runs, have shown. */
  readonly local: boolean;
}

/** `undefined` if none is known, or if it crosses outside the bracket of the end. */
function lineOf(
  points: readonly Point[],
  low: Point | undefined,
  high: Point | undefined,
  slope: number | undefined,
): Line | undefined {
  const ends = [low, high].filter((one) => one !== undefined && Number.isFinite(one.value)) as Point[];
  if (ends.length === 0) return undefined;
  const nearest = ends.reduce((a, b) => (Math.abs(b.value) < Math.abs(a.value) ? b : a));
  const off = ({ place }: Point): number => Math.abs(place - nearest.place);
  const neighbours = points
    .filter((point) => point !== nearest && Number.isFinite(point.value))
    .toSorted((a, b) => off(a) - off(b));
  const through = (point: Point | undefined): number | undefined =>
    point && (point.value - nearest.value) / (point.place - nearest.place);
  // Between loads that are too close, chance outweighs the effect of the load.
  const close = neighbours.find((point) => off(point) >= MIN_SLOPE_GAP && off(point) <= MAX_SLOPE_GAP);
  const local = through(close) ?? slope;
  const steep = local ?? through(neighbours[0]);
  if (steep === undefined || !(steep > 0)) return undefined;
  const crossing = nearest.place - nearest.value / steep;
  const between =
    (low === undefined || crossing >= low.place) && (high === undefined || crossing <= high.place);
  return between ? { nearest, crossing, local: local !== undefined } : undefined;
}
