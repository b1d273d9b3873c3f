import { countBelow } from '../../../statistics/count-below.js';

/** How logins are expected to recur, and how they are looked for. */
export interface Seasonality {
  /** After how long they recur: a day or a week. */
  readonly season_seconds: number;
  /** How many past seasons count. */
  readonly seasons: number;
  readonly window_seconds: number;
  readonly slide_seconds: number;
  /** Share of the seasons that must have a login in a window, c. */
  readonly least_share: number;
}

/** Between which Unix times logins are expected. */
export interface ExpectedLogins {
  readonly start: number;
  readonly end: number;
}

/**
 * The next activity to expect from a time on: the first window, sliding over the season that follows, in which a
 * share of at least c of the past seasons had a login, and therein the earliest and the latest login offset of
 * all of them. The end allows for one slot more, which is how exactly logins are remembered.
 *
 * A season counts for a window only where it has seen the whole of it by now.
 *
 * @param now the present, Unix time
 * @param from now or later
 * @returns `undefined` where no window of the season qualifies
 */
export function expectedLogins(
  logins: Float64Array,
  now: number,
  from: number,
  seasonality: Seasonality,
): ExpectedLogins | undefined {
  const { season_seconds, seasons, slide_seconds, least_share } = seasonality;
  const window = Math.min(seasonality.window_seconds, season_seconds);
  const places = Array.from({ length: seasons }, (_, past) =>
    countBelow(logins, from - (past + 1) * season_seconds),
  );
  const last = from + season_seconds - window;
  for (let start = from; start <= last; start += slide_seconds) {
    const seen = Math.max(0, Math.ceil((start + window - now) / season_seconds) - 1);
    let hits = 0;
    for (let past = seen; past < seasons; past++) {
      const shift = (past + 1) * season_seconds;
      let place = places[past]!;
      while (place < logins.length && logins[place]! < start - shift) place += 1;
      places[past] = place;
      if (place < logins.length && logins[place]! < start + window - shift) hits += 1;
    }
    const needed = least_share * (seasons - seen) - 1e-9;
    if (hits > 0 && hits >= needed) return activityIn(logins, places, seen, start + window, seasonality);
  }
  return undefined;
}

function activityIn(
  logins: Float64Array,
  places: readonly number[],
  seen: number,
  windowEnd: number,
  seasonality: Seasonality,
): ExpectedLogins {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (let past = seen; past < places.length; past++) {
    const place = places[past]!;
    const shift = (past + 1) * seasonality.season_seconds;
    const beyond = countBelow(logins, windowEnd - shift);
    if (beyond <= place) continue;
    start = Math.min(start, logins[place]! + shift);
    end = Math.max(end, logins[beyond - 1]! + shift);
  }
  return { start, end: end + seasonality.slide_seconds };
}

/**
 * How long it took from this moment of the season to the next login, in seconds: the median of the past seasons, the
 * shorter of the two in the middle where their number is even; Infinity where mostly nobody has come since.
 *
 * @param now the present, Unix time
 */
export function medianNextLogin(
  logins: Float64Array,
  now: number,
  { season_seconds, seasons }: Pick<Seasonality, 'season_seconds' | 'seasons'>,
): number {
  const waits = Float64Array.from({ length: seasons }, (_, past) => {
    const from = now - (past + 1) * season_seconds;
    return (logins[countBelow(logins, from)] ?? Number.POSITIVE_INFINITY) - from;
  }).sort();
  return waits[(seasons - 1) >> 1]!;
}
