import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addSample,
  type DecayingHistogram,
  emptyDecayingHistogram,
  exponentialBuckets,
  loadPercentileOf,
  percentileOf,
} from '../../src/statistics/decaying-histogram.js';

const STARTS = exponentialBuckets(0.01, 1000, 1.05);

function filled(...samples: readonly (readonly [value: number, weight: number, half_lives?: number])[]) {
  return samples.reduce<DecayingHistogram>(
    (histogram, [value, weight, half_lives = 0]) => addSample(histogram, value, weight, half_lives),
    emptyDecayingHistogram(STARTS),
  );
}

test("the 176 buckets are those of the Vertical Pod Autoscaler's CPU histogram", () => {
  expect(STARTS).toHaveLength(176);
  expect(STARTS[0]).toBe(0);
  expect(STARTS[1]).toBe(0.01);
  expect(STARTS[2]).toBeCloseTo(0.0205, 12);
  expect(STARTS[174]!).toBeLessThan(1000);
  expect(STARTS[175]!).toBeGreaterThanOrEqual(1000);
});

test('a percentile of decaying samples agrees with their weighted percentile, to a bucket', () => {
  const sample = fc.tuple(
    fc.double({ min: 0, max: 900, noNaN: true }),
    fc.double({ min: 0.1, max: 5, noNaN: true }),
    fc.double({ min: 0, max: 3, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 60 }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (samples, share) => {
        const estimate = percentileOf(filled(...samples), share);
        // Weights at the end differ in the last digits by the order of multiplication.
        const low = weightedPercentile(samples, share - 1e-9);
        const high = weightedPercentile(samples, share + 1e-9);
        expect(estimate).toBeGreaterThan(low);
        expect(estimate).toBeLessThanOrEqual(high * 1.05 + 0.01 + 1e-9);
      },
    ),
    { seed: 21 },
  );
});
/** The smallest sample that at least a share of all weight does not exceed, by age in half-lives. */
function weightedPercentile(
  samples: readonly (readonly [value: number, weight: number, half_lives: number])[],
  share: number,
): number {
  let age = 0;
  const aged = samples.toReversed().map(([value, weight, half_lives]) => {
    const one = { value, weight: weight * Math.exp(-age * Math.LN2) };
    age += half_lives;
    return one;
  });
  aged.sort((a, b) => a.value - b.value);
  const total = aged.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const { value, weight } of aged) {
    below += weight;
    if (below >= share * total) return value;
  }
  return aged.at(-1)!.value;
}

test('a load percentile is never below the percentile', () => {
  const sample = fc.tuple(
    fc.double({ min: 0, max: 900, noNaN: true }),
    fc.double({ min: 0.001, max: 10, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.array(sample, { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (samples, share) => {
        const histogram = filled(...samples);
        expect(loadPercentileOf(histogram, share)).toBeGreaterThanOrEqual(percentileOf(histogram, share));
      },
    ),
    { seed: 23, numRuns: 200 },
  );
});
