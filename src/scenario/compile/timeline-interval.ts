/** Widths that divide minutes, hours and days evenly; seconds. */
const WIDTHS = [1, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400];

/** A week at five minutes. */
const MAX_ROWS = 2016;

/** Width of a timeline row for a run whose scenario gives none: the finest even one with at most 2,016 rows. */
export function timelineInterval(duration_seconds: number): number {
  return WIDTHS.find((width) => duration_seconds / width <= MAX_ROWS) ?? WIDTHS[WIDTHS.length - 1]!;
}
