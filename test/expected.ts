import { expect } from 'vitest';

type Values = Readonly<Record<string, unknown>>;

/**
 * A value of a table as a matcher: `{ about, decimals }` is a number rounded to two decimals or to those given,
 * `{ between: [a, b] }` a number within bounds, `{ contains }` and `{ matches }` a text. Other values are meant as they are.
 */
export function expected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expected);
  if (value === null || typeof value !== 'object') return value;
  const { about, decimals, between, contains, matches } = value as Readonly<Record<string, never>>;
  if (about !== undefined) return expect.closeTo(about, decimals ?? 2);
  if (between !== undefined) return within(...(between as readonly [number, number]));
  if (contains !== undefined) return expect.stringContaining(contains);
  if (matches !== undefined) return expect.stringMatching(matches);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, expected(each)]));
}

/**
 * The part of a value that an expected value mentions: a map lists the keys that matter, except a map by cause or by
 * error, which lists all. Typed arrays are lists.
 */
export function mentioned(actual: unknown, wanted: unknown, key = ''): unknown {
  if (ArrayBuffer.isView(actual)) return mentioned(Array.from(actual as Float64Array), wanted);
  if (Array.isArray(wanted) && Array.isArray(actual))
    return actual.map((each, place) => mentioned(each, wanted[place]));
  if (!isMap(wanted) || MATCHERS.some((matcher) => matcher in wanted)) return actual;
  const from = (actual ?? {}) as Values;
  const keys = /(^|_)by_/.test(key) ? Object.keys(from) : Object.keys(wanted);
  return Object.fromEntries(keys.map((each) => [each, mentioned(from[each], wanted[each], each)]));
}

/** Keys of a map that is a matcher. */
export const MATCHERS = ['about', 'between', 'contains', 'matches'];

/** Whether a value is a map of a table. */
export function isMap(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function within(least: number, most: number): unknown {
  return expect.toSatisfy(
    (value: unknown) => typeof value === 'number' && value >= least && value <= most,
    `a number from ${least} to ${most}`,
  );
}
