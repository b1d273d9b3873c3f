/** A UTC calendar month that overlaps a run. */
export interface CalendarMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Start of the month in seconds since the scenario's start; 0 or less for the first. */
  readonly start_seconds: number;
}

/** The start of the UTC month that contains a moment, or of the one `later` months after it; ms since the epoch. */
export function monthStart(at_ms: number, later = 0): number {
  const date = new Date(at_ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** The months from the scenario's start to its end, in order. */
export function calendarMonths(
  start_epoch_seconds: number,
  duration_seconds: number,
): readonly CalendarMonth[] {
  const months: CalendarMonth[] = [];
  for (let index = 0; ; index++) {
    const begin_ms = monthStart(start_epoch_seconds * 1000, index);
    const start_seconds = begin_ms / 1000 - start_epoch_seconds;
    if (index > 0 && start_seconds >= duration_seconds) return months;
    months.push({ month: new Date(begin_ms).toISOString().slice(0, 7), start_seconds });
  }
}
