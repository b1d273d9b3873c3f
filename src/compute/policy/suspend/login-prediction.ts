import { countBelow } from '../../../statistics/count-below.js';

/** After how long logins recur, and how many past seasons count. */
interface Seasonality {
  /** A day or a week. */
  readonly season_seconds: number;
  readonly seasons: number;
}

/**
 * The time from this moment of the season to the next login, in seconds: the median of the past seasons, the
 * shorter of the two middle ones if their number is even; Infinity if most seasons have none.
 *
 * @param now the present, Unix time
 */
export function medianNextLogin(
  logins: Float64Array,
  now: number,
  { season_seconds, seasons }: Seasonality,
): number {
  const waits = Float64Array.from({ length: seasons }, (_, past) => {
    const from = now - (past + 1) * season_seconds;
    return (logins[countBelow(logins, from)] ?? Number.POSITIVE_INFINITY) - from;
  }).sort();
  return waits[(seasons - 1) >> 1]!;
}
