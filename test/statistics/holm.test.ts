import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holmAdjusted } from '../../src/statistics/holm.js';

it('multiplies the smallest by their number, the next by one less, and so on', () => {
  const adjusted = holmAdjusted([0.01, 0.04, 0.03, 0.005]);
  expect(adjusted).toEqual([0.03, 0.06, 0.06, 0.02]);
});

it('leaves a single one as it is, and none as none', () => {
  expect(holmAdjusted([0.2])).toEqual([0.2]);
  expect(holmAdjusted([])).toEqual([]);
});

it('keeps the order, makes none smaller, and stays within 1', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (values) => {
      const adjusted = holmAdjusted(values);
      for (const [i, value] of values.entries()) {
        expect(adjusted[i]).toBeGreaterThanOrEqual(value);
        expect(adjusted[i]).toBeLessThanOrEqual(1);
        for (const [j, other] of values.entries()) {
          if (value < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j]!);
        }
      }
    }),
  );
});
