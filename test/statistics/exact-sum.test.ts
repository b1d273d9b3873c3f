import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ExactSum } from '../../src/statistics/exact-sum.js';

/** A power of two. */
const two = (exponent: number): number =>
  exponent < 0 ? 1 / two(-exponent) : Number(1n << BigInt(exponent));

function sumOf(values: readonly number[]): number {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum.value;
}

const numbers = fc.array(
  fc.oneof(
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    fc.double({ min: -1e-9, max: 1e-9, noNaN: true }),
    fc.constantFrom(1e100, -1e100, 0.1, two(53), 1),
  ),
  { maxLength: 40 },
);

it('rounds once, as the accurate summation of other languages does', () => {
  // The examples of Python's math.fsum, whose results its documentation and tests name.
  expect(sumOf(Array.from({ length: 10 }, () => 0.1))).toBe(1);
  expect(sumOf([1e100, 1, -1e100])).toBe(1);
  expect(sumOf([two(53), -0.5, -two(-54)])).toBe(two(53) - 1);
  expect(sumOf([two(53), 1, two(-100)])).toBe(two(53) + 2);
  expect(sumOf([two(53) + 10, 1, two(-100)])).toBe(two(53) + 12);
  expect(sumOf([two(53) - 4, 0.5, two(-54)])).toBe(two(53) - 3);
  expect(sumOf([])).toBe(0);
  expect(sumOf([1e16, 1, 1e-16])).toBe(10000000000000002);
});

it('is the exact sum of fractions of two, rounded', () => {
  const dyadic = fc.array(fc.tuple(fc.bigInt({ min: -(1n << 52n), max: 1n << 52n }), fc.nat({ max: 60 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(dyadic, (terms) => {
      // Each term is n / 2^k: over 2^60 the sum is a whole number, which BigInt rounds to the nearest double.
      const exact = terms.reduce((sum, [n, k]) => sum + (n << BigInt(60 - k)), 0n);
      expect(sumOf(terms.map(([n, k]) => Number(n) / two(k)))).toBe(Number(exact) / two(60) + 0);
    }),
    { seed: 3, numRuns: 300 },
  );
});

it('does not depend on the order, nor on how it is divided', () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: 40 }), (values, cut) => {
      const [left, right] = [new ExactSum(), new ExactSum()];
      values.forEach((value, index) => {
        (index < cut ? left : right).add(value);
      });
      right.merge(left);
      expect(right.value).toBe(sumOf(values));
      expect(sumOf(values.toReversed())).toBe(sumOf(values));
      expect(sumOf(right.partials)).toBe(sumOf(values));
    }),
    { seed: 5, numRuns: 300 },
  );
});
