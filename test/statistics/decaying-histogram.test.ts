import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DecayingHistogram,
  emptyDecayingHistogram,
  exponentialBuckets,
  loadPercentileOf,
  percentileOf,
  withSample,
} from '../../src/statistics/decaying-histogram.js';

const STARTS = exponentialBuckets(0.01, 1000, 1.05);

function filled(...samples: readonly (readonly [value: number, weight: number, half_lives?: number])[]) {
  return samples.reduce<DecayingHistogram>(
    (histogram, [value, weight, half_lives = 0]) => withSample(histogram, value, weight, half_lives),
    emptyDecayingHistogram(STARTS),
  );
}

test("the 176 of the Vertical Pod Autoscaler's CPU histogram", () => {
  expect(STARTS).toHaveLength(176);
  expect(STARTS[0]).toBe(0);
  expect(STARTS[1]).toBe(0.01);
  expect(STARTS[2]).toBeCloseTo(0.0205, 12);
  expect(STARTS[174]!).toBeLessThan(1000);
  expect(STARTS[175]!).toBeGreaterThanOrEqual(1000);
});

describe('percentiles', () => {
  test('none without samples', () => {
    expect(percentileOf(filled(), 0.9)).toBe(0);
  });

  test('the end of the bucket of a single sample', () => {
    for (const share of [0, 0.5, 1]) expect(percentileOf(filled([0, 1]), share)).toBe(0.01);
    expect(percentileOf(filled([0.01, 1]), 0.5)).toBeCloseTo(0.0205, 12);
  });

  test('a value beyond the last bucket counts as its start', () => {
    expect(percentileOf(filled([1e9, 1]), 0.5)).toBe(STARTS[175]);
  });

  test('a sample one half-life old weighs as much as half a new one', () => {
    // 2 of value 1, halved to 1, against 1.5 of value 4: the median lies among the latter.
    const histogram = filled([1, 2], [4, 1.5, 1]);
    expect(percentileOf(histogram, 0.39)).toBeLessThan(1.1);
    expect(percentileOf(histogram, 0.41)).toBeGreaterThan(4);
  });

  test('agree with the weighted percentile of the samples themselves, to a bucket', () => {
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

describe('the load-adjusted percentile', () => {
  test('weighs a sample by its value as well: by hand', () => {
    // Loads at the ends of the buckets [0, 1), [1, 2), [2, 4), [4, …): 10·1, 3·2, 1·4, 2·4; 28 in all.
    const histogram = { starts: Float64Array.of(0, 1, 2, 4), weights: Float64Array.of(10, 3, 1, 2) };
    const ends = [10 / 28, 10.5 / 28, 16 / 28, 16.5 / 28, 20 / 28, 20.5 / 28].map((share) =>
      loadPercentileOf(histogram, share),
    );
    expect(ends).toEqual([1, 2, 2, 4, 4, 4]);
    expect(percentileOf(histogram, 10 / 16)).toBe(1);
  });

  test('is never below the percentile, and 0 without samples', () => {
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
    expect(loadPercentileOf(filled(), 0.9)).toBe(0);
  });
});
