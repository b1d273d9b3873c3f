/** A moment of a run as ISO 8601 UTC, to the millisecond. */
export function isoTime(start_epoch_seconds: number, seconds: number): string {
  return new Date(Math.round((start_epoch_seconds + seconds) * 1000)).toISOString();
}
