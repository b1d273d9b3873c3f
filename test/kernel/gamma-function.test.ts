import fc from 'fast-check';
import { gammaln } from 'simple-statistics';
import { expect, it } from 'vitest';
import { gammaCumulative, gammaQuantile, logGamma } from '../../src/kernel/functions/gamma-function.js';
import { expectClose } from '../vectors/closeness.js';

it('the gamma function is the factorial at whole numbers', () => {
  let factorial = 1;
  for (let n = 1; n <= 25; n++) {
    expectClose(Math.exp(logGamma(n)), factorial, 1e-13);
    factorial *= n;
  }
});

it('the gamma function agrees with simple-statistics', () => {
  for (const x of [0.2, 0.7, 1.3, 2.9, 8, 40]) expect(logGamma(x)).toBeCloseTo(gammaln(x), 6);
});

it('the quantile of the gamma law is the inverse of its distribution function', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 500, noNaN: true }),
      fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }),
      (shape, p) => {
        expect(Math.abs(gammaCumulative(shape, gammaQuantile(shape, p)) - p)).toBeLessThan(1e-12);
      },
    ),
    { seed: 1, numRuns: 200 },
  );
});
