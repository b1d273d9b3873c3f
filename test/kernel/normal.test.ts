import fc from 'fast-check';
import { cumulativeStdNormalProbability, probit } from 'simple-statistics';
import { expect, it } from 'vitest';
import { normalCumulative, normalQuantile } from '../../src/kernel/normal.js';
import { expectClose } from '../vectors/closeness.js';

it.each([
  [-30, 4.906713927148187e-198],
  [-10, 7.619853024160525e-24],
  [-6, 9.86587645037698e-10],
  [-3, 0.0013498980316300946],
  [-0.5, 0.3085375387259869],
  [0, 0.5],
  [0.25, 0.5987063256829237],
  [2, 0.9772498680518208],
  [5, 0.9999997133484281],
])('Φ(%d) = %d', (z, p) => {
  expectClose(normalCumulative(z), p, 1e-15);
});

it.each([
  [1e-12, -7.034483825301132],
  [0.001, -3.0902323061678136],
  [0.05, -1.6448536269514726],
  [0.3, -0.5244005127080408],
  [0.5, 0],
  [0.6, 0.2533471031357998],
  [0.975, 1.9599639845400543],
  [0.99, 2.326347874040841],
  [0.999, 3.0902323061678136],
])('Φ⁻¹(%d) = %d', (p, z) => {
  expectClose(normalQuantile(p), z, 1e-15);
});

it('is infinite at the ends, and undefined beyond them', () => {
  expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
  expect(normalQuantile(1.5)).toBeNaN();
  expect(normalCumulative(Number.NEGATIVE_INFINITY)).toBe(0);
  expect(normalCumulative(Number.POSITIVE_INFINITY)).toBe(1);
});

it('quantile and cdf undo each other', () => {
  fc.assert(
    fc.property(fc.double({ min: -37, max: 5, noNaN: true }), (z) => {
      // A cdf close to 1 has lost digits that no quantile can bring back.
      const tolerance = z > 1 ? 1e-9 : 1e-14;
      expect(Math.abs(normalQuantile(normalCumulative(z)) - z)).toBeLessThan(tolerance * (1 + Math.abs(z)));
    }),
    { seed: 1 },
  );
});

it('agrees with simple-statistics as far as its approximations go', () => {
  for (const z of [-3, -1.5, -0.2, 0.4, 1, 2.5]) {
    expect(normalCumulative(z)).toBeCloseTo(cumulativeStdNormalProbability(z), 3);
  }
  for (const p of [0.01, 0.2, 0.5, 0.77, 0.99]) expect(normalQuantile(p)).toBeCloseTo(probit(p), 2);
});
