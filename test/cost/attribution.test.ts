import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributed, settled } from '../../src/cost/attribution.js';

describe('attribution', () => {
  it('an amount is attributed in proportion to use', () => {
    expect(attributed(12, [1, 2, 3])).toEqual([2, 4, 6]);
  });

  it('unused time is attributed evenly', () => {
    expect(attributed(5, [0, 0])).toEqual([2.5, 2.5]);
  });

  it('an amount of 0 is attributed to no parts', () => {
    expect(attributed(5, [])).toEqual([]);
  });

  it.each([
    ['the largest part', 10, [1, 5, 3], [1, 6, 3]],
    ['the largest part, of what is too much as well', 8, [1, 5, 3], [1, 4, 3]],
    ['the first of equal ones', 10, [1, 4, 4], [1, 5, 4]],
    ['unchanged without rounding', 9, [1, 5, 3], [1, 5, 3]],
  ])('leaves the rounding to %s', (_, whole, parts, expected) => {
    expect(settled(whole, parts)).toEqual(expected);
  });

  it('attributed parts add up to the whole to the last bit', () => {
    const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
    const weights = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(amount, weights, (whole, shares) => {
        expect(attributed(whole, shares).reduce((sum, part) => sum + part, 0)).toBe(whole);
      }),
      { numRuns: 20000, seed: 1 },
    );
  });
});
