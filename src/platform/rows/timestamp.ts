/** A moment (ms since the epoch) as the API writes it: ISO 8601 UTC to the second, `YYYY-MM-DDTHH:MM:SSZ`. */
export function timestamp(at_ms: number): string {
  return `${new Date(at_ms).toISOString().slice(0, 19)}Z`;
}

/** {@link timestamp} of a moment that may be absent. */
export function timestampOrNone(at_ms: number | undefined): string | undefined {
  return at_ms === undefined ? undefined : timestamp(at_ms);
}
