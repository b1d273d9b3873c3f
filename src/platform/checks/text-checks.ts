import { badRequest } from './platform-error.js';

/** Control characters, lone surrogates, and characters that reverse the direction of text in lists and logs. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

/** Refuses a name that is empty, too long or cannot be shown on a line. @throws PlatformError `bad_request` */
export function checkLength(value: string, name: string, longest: number): string {
  // Counts code points: a surrogate pair is one character.
  const fits = typeof value === 'string' && (value.length <= longest || [...value].length <= longest);
  if (!fits || value.length === 0) throw badRequest(`${name} must have 1 to ${longest} characters`);
  if (UNPRINTABLE.test(value)) {
    throw badRequest(
      `${name} must not contain control characters or characters that change the direction of text`,
    );
  }
  return value;
}

/** The maximum length of names of projects, branches, snapshots, accounts and most other objects, in characters. */
export const MAX_NAME_LENGTH = 256;

/** The longest e-mail address, in characters. */
export const MAX_ADDRESS_LENGTH = 254;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Refuses invalid e-mail addresses. @throws PlatformError `bad_request` */
export function checkEmail(value: string): string {
  checkLength(value, 'email', MAX_ADDRESS_LENGTH);
  if (!ADDRESS.test(value)) throw badRequest(`email "${value}" is not an address such as ada@example.com`);
  return value;
}

/** Longest identifier of Postgres, in bytes. */
export const IDENTIFIER_BYTES = 63;
const LONE_SURROGATE = /\p{Cs}/u;

/**
 * Refuses names of roles and databases that are not valid in Postgres.
 * @throws PlatformError `bad_request`
 */
export function checkIdentifier(value: string, name: string): string {
  const bytes = new TextEncoder().encode(value).length;
  if (bytes === 0 || bytes > IDENTIFIER_BYTES || value.includes('\0')) {
    throw badRequest(`${name} must have 1 to ${IDENTIFIER_BYTES} bytes and no zero byte`);
  }
  if (value === '.' || value === '..' || LONE_SURROGATE.test(value)) {
    throw badRequest(`${name} ${JSON.stringify(value)} cannot be part of a URL path`);
  }
  return value;
}

/** Refuses a number that is not whole or is out of bounds. @throws PlatformError `bad_request` */
export function checkWhole(value: number, name: string, least: number, most: number): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw badRequest(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
  }
  return value;
}

/** Refuses a value that is not allowed. @param what its name, for the error. @throws PlatformError `bad_request` */
export function checkKnown<Known extends string>(
  value: string,
  known: readonly Known[],
  what: string,
): Known {
  const found = known.find((each) => each === value);
  if (found !== undefined) return found;
  const expected = known.length > 2 ? `one of ${known.join(', ')}` : known.join(' or ');
  throw badRequest(`unknown ${what} "${value}"; expected ${expected}`);
}

const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/**
 * Parses an RFC 3339 date-time into ms since the epoch.
 * @param name the field's name, for the error
 * @throws PlatformError `bad_request` if the text is not such a date-time
 */
export function parseApiTimestamp(text: string, name: string): number {
  const at_ms = DATE_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at_ms)) {
    throw badRequest(`${name} "${text}" is not a date-time; expected RFC 3339, such as 2026-01-05T00:00:00Z`);
  }
  return at_ms;
}
