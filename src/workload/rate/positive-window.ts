import type { RateCursor } from './cursor.js';

/** So many windows of 0 in a row count as a rate that never comes back. */
const MOST_ZERO_WINDOWS = 1_000_000;

/**
 * Advances a cursor to the first window with a positive rate that begins at `from` or later, and returns where
 * it begins; Infinity when none does before `horizon`, or within a million windows.
 */
export function positiveWindow(cursor: RateCursor, from: number, horizon: number): number {
  let start = from;
  for (let window = 0; window < MOST_ZERO_WINDOWS && start < horizon; window++) {
    cursor.advance(start);
    if (cursor.high > 0) return start;
    start = cursor.until;
  }
  return Number.POSITIVE_INFINITY;
}
