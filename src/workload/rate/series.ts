import type { RateSpecification } from '../rate-specification.js';
import type { RateCursor } from './cursor.js';
import { piecewiseRate } from './piecewise.js';

/** Two intervals less than this share of a width apart are adjacent: times from files carry rounding. */
const ADJACENT = 1e-6;

/**
 * A recorded rate: constant within each interval, 0 between intervals that are not adjacent and outside them.
 * Where intervals overlap, the later one takes over at its start.
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
    if (interval + 1 < starts.length && starts[interval + 1]! - end <= ADJACENT * width) continue;
    pieceStarts[pieces] = end;
    pieces += 1;
  }
  return piecewiseRate(pieceStarts.subarray(0, pieces), pieceRates.subarray(0, pieces));
}
