import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cumulative } from '../../src/kernel/distribution-function.js';
import { mean, variance } from '../../src/kernel/distribution-moments.js';
import { quantile } from '../../src/kernel/quantile.js';
import { expectClose } from '../vectors/closeness.js';
import { laws, withJumps } from './laws.js';

const named = Object.entries(laws);
const smooth = named.filter(([name]) => !withJumps.has(name));

it.each(named)('mean and variance of the law %s are the integrals of its quantile function', (name, law) => {
  // Midpoint rule on ∫ Q(p) dp, the ends taken ever finer: p = e^(−t) and 1 − e^(−t).
  let first = 0;
  let second = 0;
  const steps = 1500;
  const width = 36 / steps;
  for (let index = 0; index < steps; index++) {
    const p = Math.exp(-(index + 0.5) * width) / 2;
    for (const x of [quantile(law, p), quantile(law, 1 - p)]) {
      first += x * p * width;
      second += x * x * p * width;
    }
  }
  expectClose(first, mean(law), withJumps.has(name) ? 0.01 : 0.003);
  expectClose(second, variance(law) + mean(law) * mean(law), 0.02);
});

it.each(smooth)('distribution function and quantile of the law %s are inverse to each other', (_, law) => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }), (p) => {
      expect(Math.abs(cumulative(law, quantile(law, p)) - p)).toBeLessThan(1e-12);
    }),
    { seed: 1, numRuns: 50 },
  );
});

it.each(named)('the quantile of the law %s is the least value that reaches the probability', (_, law) => {
  for (const p of [0.001, 0.05, 0.3, 0.5, 0.72, 0.9, 0.999]) {
    const x = quantile(law, p);
    expect(cumulative(law, x)).toBeGreaterThan(p - 1e-12);
    expect(cumulative(law, x * (1 - 1e-9))).toBeLessThanOrEqual(p + 1e-12);
  }
});

it.each(named)('the distribution function of the law %s rises from 0 to 1 over the support', (_, law) => {
  const low = quantile(law, 0);
  const high = quantile(law, 1);
  expect(low).toBeLessThanOrEqual(high);
  expect(cumulative(law, high)).toBe(1);
  expect(cumulative(law, Number.NEGATIVE_INFINITY)).toBe(0);
  let before = low;
  for (let index = 1; index < 200; index++) {
    const x = quantile(law, index / 200);
    expect(x).toBeGreaterThanOrEqual(before);
    before = x;
  }
  expect(before).toBeLessThanOrEqual(high);
});
