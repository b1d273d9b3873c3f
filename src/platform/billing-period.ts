/** Start of the billing period that a moment lies in: of the calendar month, UTC, in ms since the epoch. */
export function periodStart(at_ms: number): number {
  const date = new Date(at_ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** End of the billing period that a moment lies in, which is the start of the next. */
export function periodEnd(at_ms: number): number {
  const date = new Date(at_ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
