import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { desiredSize } from '../../src/compute/autoscaler.js';

const configuration = { load_average_fraction_target: 0.9, min_cu: 0.25, max_cu: 8 };

describe('the size the autoscaler wants', () => {
  test.each([
    [0, 0.25],
    [0.9, 1],
    [0.95, 1],
    [1.1, 1.25],
    [3.6, 4],
    [100, 8],
  ])('a load of %d asks for %d CU', (load_average_1m, cu) => {
    expect(desiredSize({ load_average_1m }, configuration)).toBe(cu);
  });

  test('stays within the limits, in steps of .25 CU, and never falls when the load rises', () => {
    const loads = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(loads, loads, fc.constantFrom(0.25, 1, 4), (a, b, min_cu) => {
        const size = (load_average_1m: number) =>
          desiredSize({ load_average_1m }, { ...configuration, min_cu });
        const [low, high] = [size(Math.min(a, b)), size(Math.max(a, b))];
        expect(low).toBeLessThanOrEqual(high);
        for (const cu of [low, high]) {
          expect(cu).toBeGreaterThanOrEqual(min_cu);
          expect(cu).toBeLessThanOrEqual(8);
          expect(cu / 0.25).toBe(Math.round(cu / 0.25));
        }
      }),
      { seed: 1 },
    );
  });
});
