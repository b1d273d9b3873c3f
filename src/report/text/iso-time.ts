/** A moment of a run as ISO 8601 UTC, to the millisecond. */
export function isoTime(start_epoch_seconds: number, seconds: number): string {
  return new Date(Math.round((start_epoch_seconds + seconds) * 1000)).toISOString();
}

/** A moment in ISO 8601 UTC as people read it, to the second: `2026-01-05 00:00:00 UTC`. */
export function utcText(iso: string): string {
  return iso.replace('T', ' ').replace(/(:\d\d)(?:\.\d+)?Z$/, '$1 UTC');
}
