import { badRequest } from './platform-error.js';

/** Refuses a name that is empty or too long. @throws PlatformError `bad_request` */
export function checkLength(value: string, name: string, longest: number): string {
  if (typeof value !== 'string' || value.length === 0 || value.length > longest) {
    throw badRequest(`${name} must have 1 to ${longest} characters`);
  }
  return value;
}

/** Longest identifier of Postgres, in bytes. */
const IDENTIFIER_BYTES = 63;

/**
 * Refuses the name of a role or database that Postgres could not hold.
 * @throws PlatformError `bad_request`
 */
export function checkIdentifier(value: string, name: string): string {
  const bytes = Buffer.byteLength(value);
  if (bytes === 0 || bytes > IDENTIFIER_BYTES || value.includes('\0')) {
    throw badRequest(`${name} must have 1 to ${IDENTIFIER_BYTES} bytes and no zero byte`);
  }
  return value;
}

/** Refuses a number that is not whole or out of bounds. @throws PlatformError `bad_request` */
export function checkWhole(value: number, name: string, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw badRequest(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
  }
  return value;
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * The moment that an RFC 3339 date-time names, in ms since the epoch.
 * @param name the field's name, for the error
 * @throws PlatformError `bad_request` when the text is no such date-time
 */
export function parseApiTimestamp(text: string, name: string): number {
  const at_ms = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at_ms)) {
    throw badRequest(`${name} "${text}" is not a date-time; expected RFC 3339, such as 2026-01-05T00:00:00Z`);
  }
  return at_ms;
}
