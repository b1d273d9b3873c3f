/** Weight of the newest value for the level α, the trend β and the season γ, each in [0, 1]. */
export interface Smoothing {
  readonly level: number;
  readonly trend: number;
  readonly season: number;
}

/** The fitted state of a series: an immutable value. */
export interface HoltWinters {
  readonly level: number;
  /** Growth from one value to the next. */
  readonly trend: number;
  /** Offset from the level for each place of the season. */
  readonly seasonals: Float64Array;
  /** The place of the next value. */
  readonly place: number;
}

/**
 * Additive Holt–Winters smoothing (Holt 1957; Winters, Management Science 6, 1960), initialized with two seasons. The
 * trend is the difference of their means per value; the seasonals are the mean deviations from that line.
 * A series that is the sum of a line and a season is continued exactly.
 * @param values of two seasons, the oldest first
 * @throws RangeError for less than two seasons of one value each
 */
export function initializeHoltWinters(values: ArrayLike<number>): HoltWinters {
  const length = values.length / 2;
  if (!(Number.isInteger(length) && length > 0)) {
    throw new RangeError(`Holt-Winters: expected the values of two seasons, got ${values.length}`);
  }
  let first = 0;
  let second = 0;
  for (let place = 0; place < length; place++) {
    first += values[place]! / length;
    second += values[length + place]! / length;
  }
  const trend = (second - first) / length;
  const middle = (length - 1) / 2;
  const seasonals = Float64Array.from({ length }, (_, place) => {
    const line = trend * (place - middle);
    return (values[place]! - (first + line) + (values[length + place]! - (second + line))) / 2;
  });
  return { level: second + trend * middle, trend, seasonals, place: 0 };
}

/** The state after one more value. */
export function continueHoltWinters(before: HoltWinters, value: number, smoothing: Smoothing): HoltWinters {
  const { level, trend, seasonals, place } = before;
  const season = seasonals[place]!;
  const expected = level + trend;
  const next = smoothing.level * (value - season) + (1 - smoothing.level) * expected;
  const changed = seasonals.slice();
  changed[place] = smoothing.season * (value - expected) + (1 - smoothing.season) * season;
  return {
    level: next,
    trend: smoothing.trend * (next - level) + (1 - smoothing.trend) * trend,
    seasonals: changed,
    place: (place + 1) % seasonals.length,
  };
}

/** Forecasts the value `ahead` steps ahead; the next value is 1 step ahead. */
export function forecastHoltWinters({ level, trend, seasonals, place }: HoltWinters, ahead: number): number {
  return level + ahead * trend + seasonals[(place + ahead - 1) % seasonals.length]!;
}
