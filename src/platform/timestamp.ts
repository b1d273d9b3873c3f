import { badRequest } from './platform-error.js';

/** A moment (ms since the epoch) as the API writes it: ISO 8601 UTC to the second, `YYYY-MM-DDTHH:MM:SSZ`. */
export function timestamp(at_ms: number): string {
  return `${new Date(at_ms).toISOString().slice(0, 19)}Z`;
}

/** {@link timestamp} of a moment that may be absent. */
export function timestampOrNone(at_ms: number | undefined): string | undefined {
  return at_ms === undefined ? undefined : timestamp(at_ms);
}

const SHAPE = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * The moment that an RFC 3339 date-time names, in ms since the epoch.
 * @param name the field's name, for the error
 * @throws PlatformError `bad_request` when the text is no such date-time
 */
export function parseTimestamp(text: string, name: string): number {
  const at_ms = SHAPE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at_ms)) {
    throw badRequest(`${name} "${text}" is not a date-time; expected RFC 3339, such as 2026-01-05T00:00:00Z`);
  }
  return at_ms;
}
