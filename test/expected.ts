import { expect } from 'vitest';

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

function within(least: number, most: number): unknown {
  return expect.toSatisfy(
    (value: unknown) => typeof value === 'number' && value >= least && value <= most,
    `a number from ${least} to ${most}`,
  );
}
