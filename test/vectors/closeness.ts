import { expect } from 'vitest';

/** Expects `actual` within a relative distance of `expected` (absolute if that is 0); 1e-9 by default. */
export function expectClose(actual: number, expected: number, relative = 1e-9): void {
  const scale = expected === 0 ? 1 : Math.abs(expected);
  const distance = Math.abs(actual - expected) / scale;
  expect(distance, `${actual} is not within ${relative} of ${expected}`).toBeLessThanOrEqual(relative);
}
