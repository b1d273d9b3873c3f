import { constantRate, StepwiseRate } from './constant.js';
import type { RateCursor } from './cursor.js';
import type { RateSpecification } from './rate-specification.js';

class PiecewiseRate extends StepwiseRate {
  readonly #starts: Float64Array;
  readonly #values: Float64Array;
  /** The first piece that has not begun. */
  #next = 0;

  constructor(starts: Float64Array, values: Float64Array) {
    super();
    this.#starts = starts;
    this.#values = values;
  }

  advance(from: number): void {
    const starts = this.#starts;
    let next = this.#next;
    while (next < starts.length && starts[next]! <= from) next += 1;
    this.#next = next;
    this.hold(next === 0 ? 0 : this.#values[next - 1]!, starts[next] ?? Number.POSITIVE_INFINITY);
  }
}

/**
 * A rate that is `values[i]` from `starts[i]` (ascending, −Infinity allowed) to the next start, the last one
 * without end, and 0 before the first. If several pieces have the same start, the last one counts. A window lasts as long
 * as the value, across any number of pieces.
 */
export function piecewiseRate(starts: ArrayLike<number>, values: ArrayLike<number>): RateCursor {
  const keptStarts = new Float64Array(starts.length);
  const keptValues = new Float64Array(starts.length);
  let kept = 0;
  for (let piece = 0; piece < starts.length; piece++) {
    const start = starts[piece]!;
    const value = values[piece]!;
    if (kept > 0 && start < keptStarts[kept - 1]!) {
      throw new RangeError(`rate: pieces must ascend, but ${start} s comes after ${keptStarts[kept - 1]} s`);
    }
    if (kept > 0 && start === keptStarts[kept - 1]) kept -= 1;
    if (value === (kept === 0 ? 0 : keptValues[kept - 1])) continue;
    keptStarts[kept] = start;
    keptValues[kept] = value;
    kept += 1;
  }
  if (kept === 0) return constantRate(0);
  return new PiecewiseRate(keptStarts.subarray(0, kept), keptValues.subarray(0, kept));
}

/** A rate that changes at given times and is constant in between; 0 before the first. */
export function stepsRate(specification: Extract<RateSpecification, { kind: 'steps' }>): RateCursor {
  return piecewiseRate(
    specification.steps.map((step) => step.at_seconds),
    specification.steps.map((step) => step.per_second),
  );
}

/** A base rate, replaced by another during each spike; if spikes overlap, the last in the list counts. */
export function spikesRate(specification: Extract<RateSpecification, { kind: 'spikes' }>): RateCursor {
  const { base_per_second: base, spikes } = specification;
  const edges = new Set<number>([Number.NEGATIVE_INFINITY]);
  for (const spike of spikes) edges.add(spike.at_seconds).add(spike.at_seconds + spike.for_seconds);
  const starts = Float64Array.from(edges).sort();
  const rates = starts.map((start) => {
    const spike = spikes.findLast(
      ({ at_seconds: at, for_seconds: lasts }) => at <= start && start < at + lasts,
    );
    return spike === undefined ? base : spike.per_second;
  });
  return piecewiseRate(starts, rates);
}

/** Two intervals closer than this share of a width are adjacent: times from files are rounded. */
const ADJACENCY_TOLERANCE = 1e-6;

/**
 * A recorded rate: constant within each interval, 0 between intervals that are not adjacent and outside them.
 * If intervals overlap, the later one replaces the earlier at its start.
 */
export function seriesRate(specification: Extract<RateSpecification, { kind: 'series' }>): RateCursor {
  const { starts_seconds: starts, width_seconds: width, per_second: rates } = specification;
  const pieceStarts = new Float64Array(2 * starts.length);
  const pieceRates = new Float64Array(2 * starts.length);
  let pieces = 0;
  for (let interval = 0; interval < starts.length; interval++) {
    pieceStarts[pieces] = starts[interval]!;
    pieceRates[pieces] = rates[interval]!;
    pieces += 1;
    const end = starts[interval]! + width;
    if (interval + 1 < starts.length && starts[interval + 1]! - end <= ADJACENCY_TOLERANCE * width) continue;
    pieceStarts[pieces] = end;
    pieces += 1;
  }
  return piecewiseRate(pieceStarts.subarray(0, pieces), pieceRates.subarray(0, pieces));
}
