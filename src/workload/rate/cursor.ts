/** By how much a smooth rate may change within a window, relative to its beginning. */
export const WINDOW_CHANGE = 0.03;

/**
 * Walks a rate forward in time, window by window: the interface through which arrival sources read a rate.
 *
 * A window is a stretch [from, until) with the rate in [low, high]. If low equals high the rate is
 * constant in the window; windows of smooth shapes are chosen so that high is a few per cent above low,
 * except where the rate passes through 0. Rates are arrivals per second, 0 or more; times are seconds since the
 * scenario's start.
 */
export interface RateCursor {
  /**
   * Begins the window at `from`, which is 0 or more and never earlier than in the call before; it may lie in
   * the middle of the current window. Must be called before anything else is read.
   */
  advance(from: number): void;
  /** End of the current window, later than its beginning; Infinity when the window never ends. */
  readonly until: number;
  /** Lower bound of the rate in the current window. */
  readonly low: number;
  /** Upper bound of the rate in the current window. */
  readonly high: number;
  /** The rate at a time in the current window. */
  at(time: number): number;
}

/** After this many consecutive windows of 0, the rate is assumed to stay 0. */
const MAX_ZERO_WINDOWS = 1_000_000;

/**
 * Advances a cursor to the first window with a positive rate that begins at `from` or later, and returns where
 * it begins; Infinity if none does before `horizon`, or within {@link MAX_ZERO_WINDOWS}.
 */
export function positiveWindow(cursor: RateCursor, from: number, horizon: number): number {
  let start = from;
  for (let window = 0; window < MAX_ZERO_WINDOWS && start < horizon; window++) {
    cursor.advance(start);
    if (cursor.high > 0) return start;
    start = cursor.until;
  }
  return Number.POSITIVE_INFINITY;
}
