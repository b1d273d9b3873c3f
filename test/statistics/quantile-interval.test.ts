import { describe, expect, it } from 'vitest';
import { binomialCumulative, binomialQuantile } from '../../src/statistics/binomial.js';
import { Histogram } from '../../src/statistics/histogram.js';
import { histogramQuantile, quantileRanks } from '../../src/statistics/quantile-interval.js';
import { expectClose } from '../vectors/closeness.js';

/** P(B ≤ k) term by term. */
function summed(k: number, n: number, p: number): number {
  let term = Math.exp(n * Math.log1p(-p));
  let sum = term;
  for (let i = 0; i < k; i++) {
    term *= ((n - i) / (i + 1)) * (p / (1 - p));
    sum += term;
  }
  return sum;
}

describe('the binomial law', () => {
  it.each([
    [0, 10, 0.3],
    [3, 10, 0.3],
    [95, 100, 0.95],
    [185, 200, 0.9],
    [12, 400, 0.02],
  ])('P(B ≤ %i) of %i trials at %f is the sum of its terms', (k, n, p) => {
    expectClose(binomialCumulative(k, n, p), summed(k, n, p), 1e-10);
  });

  it('has the ends that it must have', () => {
    expect(binomialCumulative(-1, 10, 0.5)).toBe(0);
    expect(binomialCumulative(10, 10, 0.5)).toBe(1);
    expect(binomialQuantile(0, 10, 0.5)).toBe(0);
    expect(binomialQuantile(1, 10, 0.5)).toBe(10);
  });

  it('has quantiles that are the smallest to reach a probability', () => {
    for (const [n, p] of [
      [7, 0.2],
      [100, 0.99],
      [1000, 0.5],
      [1_000_000, 0.999],
    ] as const) {
      for (const probability of [0.001, 0.025, 0.5, 0.975, 0.9999]) {
        const k = binomialQuantile(probability, n, p);
        expect(binomialCumulative(k, n, p)).toBeGreaterThanOrEqual(probability);
        expect(binomialCumulative(k - 1, n, p)).toBeLessThan(probability);
      }
    }
  });
});

describe('ranks that bound a quantile', () => {
  it('are those of the tables for a median of a hundred values', () => {
    const { lower, upper } = quantileRanks(100, 0.5, 0.95);
    expect([lower, upper]).toEqual([40, 61]);
    const coverage = binomialCumulative(upper - 1, 100, 0.5) - binomialCumulative(lower - 1, 100, 0.5);
    expectClose(coverage, summed(60, 100, 0.5) - summed(39, 100, 0.5), 1e-10);
    expect(coverage).toBeGreaterThan(0.95);
  });

  it('are missing for too few values', () => {
    // The largest of a hundred values lies below the 99th percentile with probability 0.366.
    expect(quantileRanks(100, 0.99, 0.95).upper).toBe(101);
    expect(quantileRanks(5, 0.01, 0.95).lower).toBe(0);
  });

  it('refuse a number that is not a probability', () => {
    expect(() => quantileRanks(10, 1, 0.95)).toThrow(RangeError);
    expect(() => quantileRanks(0, 0.5, 0.95)).toThrow(RangeError);
  });
});

describe('a quantile of a histogram', () => {
  it('is bounded by its order statistics', () => {
    const histogram = new Histogram();
    for (let value = 1; value <= 1000; value++) histogram.add(value);
    const { quantile, low, high } = histogramQuantile(histogram, 0.9, 0.95);
    const { lower, upper } = quantileRanks(1000, 0.9, 0.95);
    expectClose(quantile, 900, 0.004);
    expectClose(low, lower, 0.004);
    expectClose(high, upper, 0.004);
  });

  it('is less sure when its values are worth fewer', () => {
    const histogram = new Histogram();
    for (let value = 1; value <= 1000; value++) histogram.add(value);
    const all = histogramQuantile(histogram, 0.5, 0.95);
    const tenth = histogramQuantile(histogram, 0.5, 0.95, 100);
    expect(tenth.high - tenth.low).toBeGreaterThan(2.5 * (all.high - all.low));
    expect(histogramQuantile(histogram, 0.99, 0.95, 10).high).toBe(Number.POSITIVE_INFINITY);
  });
});
