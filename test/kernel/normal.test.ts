import fc from 'fast-check';
import { cumulativeStdNormalProbability, probit } from 'simple-statistics';
import { expect, it } from 'vitest';
import { normalCumulative, normalQuantile } from '../../src/kernel/functions/normal.js';

it('the quantile of the normal law is the inverse of its distribution function', () => {
  fc.assert(
    fc.property(fc.double({ min: -37, max: 5, noNaN: true }), (z) => {
      // A cdf close to 1 has lost digits that no quantile can bring back.
      const tolerance = z > 1 ? 1e-9 : 1e-14;
      expect(Math.abs(normalQuantile(normalCumulative(z)) - z)).toBeLessThan(tolerance * (1 + Math.abs(z)));
    }),
    { seed: 1 },
  );
});

it('the normal law agrees with simple-statistics as far as its approximations go', () => {
  for (const z of [-3, -1.5, -0.2, 0.4, 1, 2.5]) {
    expect(normalCumulative(z)).toBeCloseTo(cumulativeStdNormalProbability(z), 3);
  }
  for (const p of [0.01, 0.2, 0.5, 0.77, 0.99]) expect(normalQuantile(p)).toBeCloseTo(probit(p), 2);
});
