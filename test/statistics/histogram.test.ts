import fc from 'fast-check';
import { build } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { Histogram } from '../../src/statistics/histogram.js';

/** Half the width of a bucket, relative to its lower edge: 2^−8. */
const BOUND = 1 / 256;
const PROBABILITIES = [0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];

const of = (values: Iterable<number>): Histogram => {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
};

/** The exact quantile by nearest rank. */
const exact = (ascending: readonly number[], p: number): number =>
  ascending[Math.max(1, Math.ceil(p * ascending.length)) - 1]!;

const draws = (law: Distribution, count: number): number[] =>
  Array.from({ length: count }, sampler(law, new RandomStream('histogram')));

/** Values over the whole distinguished range, drawn evenly by magnitude. */
const magnitude = fc.double({ min: -27, max: 27, noNaN: true }).map(Math.exp);

describe('a histogram', () => {
  it('is empty at first', () => {
    const histogram = new Histogram();
    expect([histogram.count, histogram.sum, histogram.mean, histogram.min, histogram.max]).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect([histogram.quantile(0.5), histogram.shareAtMost(1), histogram.buckets().length]).toEqual([
      0, 0, 0,
    ]);
  });

  it('keeps count, sum, mean, minimum and maximum exactly', () => {
    const histogram = of([3, 1, 4, 1, 5]);
    expect([histogram.count, histogram.sum, histogram.mean, histogram.min, histogram.max]).toEqual([
      5, 14, 2.8, 1, 5,
    ]);
  });

  it('has quantiles within 0.39 % of the exact order statistics', () => {
    fc.assert(
      fc.property(fc.array(magnitude, { minLength: 1, maxLength: 300 }), (values) => {
        const histogram = of(values);
        const ascending = values.toSorted((a, b) => a - b);
        for (const p of PROBABILITIES) {
          const wanted = exact(ascending, p);
          expect(Math.abs(histogram.quantile(p) - wanted)).toBeLessThanOrEqual(wanted * BOUND);
        }
      }),
      { seed: 1 },
    );
  });

  it('has quantiles that rise with p and stay between minimum and maximum', () => {
    fc.assert(
      fc.property(fc.array(magnitude, { minLength: 1, maxLength: 100 }), (values) => {
        const histogram = of(values);
        const quantiles = PROBABILITIES.map((p) => histogram.quantile(p));
        expect(quantiles).toEqual(quantiles.toSorted((a, b) => a - b));
        expect(quantiles[0]!).toBeGreaterThanOrEqual(histogram.min);
        expect(quantiles.at(-1)).toBe(histogram.max);
      }),
      { seed: 2 },
    );
  });

  it('merged is the same as having added everything', () => {
    const values = fc.array(fc.oneof(magnitude, fc.constant(0)), { maxLength: 200 });
    fc.assert(
      fc.property(values, values, (one, other) => {
        const merged = of(one);
        merged.merge(of(other));
        const whole = of([...one, ...other]);
        expect(merged.buckets()).toEqual(whole.buckets());
        expect([merged.count, merged.min, merged.max]).toEqual([whole.count, whole.min, whole.max]);
        expect(Math.abs(merged.sum - whole.sum)).toBeLessThanOrEqual(1e-12 * whole.sum);
        for (const p of PROBABILITIES) expect(merged.quantile(p)).toBe(whole.quantile(p));
      }),
      { seed: 3 },
    );
  });

  it('cleared is as good as new', () => {
    const histogram = of([1e-9, 5, 1e9, 0]);
    histogram.clear();
    expect(histogram.buckets()).toEqual([]);
    histogram.add(2);
    histogram.add(2.5);
    expect(histogram.buckets()).toEqual(of([2, 2.5]).buckets());
    expect([histogram.count, histogram.sum, histogram.min, histogram.max]).toEqual([2, 4.5, 2, 2.5]);
  });

  it('counts in its buckets what was added, each value in its own', () => {
    const histogram = of([0, 1, 1, 2, 4]);
    expect(histogram.buckets().map(({ count }) => count)).toEqual([1, 2, 1, 1]);
    for (const [index, value] of [0, 1, 2, 4].entries()) {
      expect(Math.abs(histogram.buckets()[index]!.value - value)).toBeLessThanOrEqual(value * BOUND);
    }
  });

  it('returns the share of observations at or below a value', () => {
    const histogram = of([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(histogram.shareAtMost(4.5)).toBe(0.5);
    expect(histogram.shareAtMost(0)).toBe(0.1);
    expect(histogram.shareAtMost(100)).toBe(1);
  });

  it('takes values below its range for 0 and keeps those above it in the last bucket', () => {
    const tiny = of([1e-13, 1e-13, 1]);
    expect(tiny.quantile(0.5)).toBe(0);
    expect(tiny.min).toBe(1e-13);
    const huge = of([1, 1e15, 2e15]);
    expect(huge.max).toBe(2e15);
    expect(huge.quantile(1)).toBe(2e15);
    expect(huge.buckets().map(({ count }) => count)).toEqual([1, 2]);
  });

  it('refuses a negative value and what is not a number', () => {
    const histogram = new Histogram();
    expect(() => histogram.add(-1)).toThrow('histogram: expected a value of 0 or more, got -1');
    expect(() => histogram.add(Number.NaN)).toThrow(RangeError);
    expect(histogram.count).toBe(0);
  });

  it('agrees with HdrHistogram on latencies', () => {
    const microseconds = draws({ kind: 'lognormal', mu: 8, sigma: 1.5 }, 50_000).map((x) => Math.ceil(x));
    const histogram = of(microseconds);
    const oracle = build({ numberOfSignificantValueDigits: 4, highestTrackableValue: 1e12 });
    for (const value of microseconds) oracle.recordValue(value);
    for (const p of [0.5, 0.9, 0.95, 0.99, 0.999]) {
      const wanted = oracle.getValueAtPercentile(p * 100);
      expect(Math.abs(histogram.quantile(p) - wanted)).toBeLessThanOrEqual(wanted * (BOUND + 1e-4));
    }
    expect(Math.abs(histogram.mean - oracle.mean)).toBeLessThan(oracle.mean * 1e-3);
  });
});

describe('a histogram as an array', () => {
  it('is the same histogram again', () => {
    const histogram = new Histogram();
    for (const value of [0, 1e-20, 0.003, 0.01, 7, 1e15]) histogram.add(value);
    const again = Histogram.fromArray(histogram.toArray());
    expect(again.buckets()).toEqual(histogram.buckets());
    for (const figure of ['count', 'sum', 'mean', 'min', 'max'] as const) {
      expect(again[figure]).toBe(histogram[figure]);
    }
    again.merge(histogram);
    histogram.merge(histogram);
    expect(again.buckets()).toEqual(histogram.buckets());
  });

  it('is short: as long as from the lowest to the highest value', () => {
    const histogram = new Histogram();
    expect(Histogram.fromArray(histogram.toArray()).count).toBe(0);
    expect(Histogram.fromArray(new Histogram().toArray()).buckets()).toEqual([]);
    histogram.add(1);
    histogram.add(2);
    expect(histogram.toArray().length).toBeLessThan(200);
  });

  it('says and takes the same at rest', () => {
    const weighted = fc.tuple(magnitude, fc.constantFrom(1, 1, 300, 0x100_0000_0000, 0.5));
    const whole = fc.tuple(fc.constantFrom(0, 1e-20), fc.constant(3));
    const values = fc.array(fc.oneof(weighted, weighted, whole), { maxLength: 60 });
    fc.assert(
      fc.property(values, values, (own, more) => {
        const filled = (items: readonly (readonly [number, number])[]): Histogram => {
          const histogram = new Histogram();
          for (const [value, weight] of items) histogram.add(value, weight);
          return histogram;
        };
        const awake = filled(own);
        const resting = () => Histogram.atRest(awake.toArray());
        const same = (a: Histogram, b: Histogram) => {
          expect(a.toArray()).toEqual(b.toArray());
          expect(a.buckets()).toEqual(b.buckets());
          for (const p of PROBABILITIES) expect(a.quantile(p)).toBe(b.quantile(p));
          expect(a.shareAtMost(1)).toBe(b.shareAtMost(1));
        };
        same(resting(), awake);
        const [one, other] = [filled(more), filled(more)];
        one.merge(resting());
        other.merge(awake);
        same(one, other);
        const [woken, grown] = [resting(), filled(own)];
        for (const [value, weight] of more) {
          woken.add(value, weight);
          grown.add(value, weight);
        }
        same(woken, grown);
        const cleared = resting();
        cleared.clear();
        same(cleared, new Histogram());
      }),
      { seed: 21, numRuns: 60 },
    );
  });
});
