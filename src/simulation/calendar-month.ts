/** A calendar month of UTC that a run touches. */
export interface CalendarMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Its beginning in seconds since the scenario's start; 0 or less for the first. */
  readonly start_seconds: number;
}

/** The months from the scenario's start to its end, in order. */
export function calendarMonths(
  start_epoch_seconds: number,
  duration_seconds: number,
): readonly CalendarMonth[] {
  const start = new Date(start_epoch_seconds * 1000);
  const months: CalendarMonth[] = [];
  for (let index = 0; ; index++) {
    const begin = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + index, 1));
    const start_seconds = begin.getTime() / 1000 - start_epoch_seconds;
    if (index > 0 && start_seconds >= duration_seconds) return months;
    months.push({ month: begin.toISOString().slice(0, 7), start_seconds });
  }
}
