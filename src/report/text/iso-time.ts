/** Days of the week from Monday. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A moment of a run as ISO 8601 UTC, to the millisecond. */
export function isoTime(start_epoch_seconds: number, seconds: number): string {
  return new Date(Math.round((start_epoch_seconds + seconds) * 1000)).toISOString();
}

/** A moment of a run in UTC in the format of spreadsheets: `2026-01-05 00:00:00`, with milliseconds if there are any. */
export function sheetTime(start_epoch_seconds: number, seconds: number): string {
  return isoTime(start_epoch_seconds, seconds)
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '');
}

/** A moment in ISO 8601 UTC for readers, to the second: `2026-01-05 00:00:00 UTC`. */
export function utcText(iso: string): string {
  return iso.replace('T', ' ').replace(/(:\d\d)(?:\.\d+)?Z$/, '$1 UTC');
}

/** A moment with its weekday, to the minute: `Mon 2026-01-05 14:05 UTC`. */
export function momentText(epoch_seconds: number): string {
  const moment = new Date(epoch_seconds * 1000);
  return `${moment.toUTCString().slice(0, 3)} ${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
