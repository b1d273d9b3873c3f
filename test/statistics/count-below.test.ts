import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBelow } from '../../src/statistics/count-below.js';

test('counts what lies below the limit, not what equals it', () => {
  const values = Float64Array.of(1, 2, 2, 3);
  expect([0, 1, 2, 2.5, 4].map((limit) => countBelow(values, limit))).toEqual([0, 0, 1, 3, 4]);
  expect(countBelow(new Float64Array(0), 1)).toBe(0);
});

test('agrees with counting one by one', () => {
  fc.assert(
    fc.property(
      fc.float64Array({ noNaN: true, maxLength: 40 }),
      fc.double({ noNaN: true }),
      (values, limit) => {
        const ascending = values.toSorted();
        expect(countBelow(ascending, limit)).toBe(ascending.filter((value) => value < limit).length);
      },
    ),
    { seed: 11 },
  );
});
