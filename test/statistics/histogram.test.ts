import fc from 'fast-check';
import { build } from 'hdr-histogram-js';
import { expect, it } from 'vitest';
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

it('a histogram has ascending quantiles within 0.39 % of the exact order statistics', () => {
  fc.assert(
    fc.property(fc.array(magnitude, { minLength: 1, maxLength: 300 }), (values) => {
      const histogram = of(values);
      const ascending = values.toSorted((a, b) => a - b);
      const quantiles = PROBABILITIES.map((p) => histogram.quantile(p));
      expect(quantiles).toEqual(quantiles.toSorted((a, b) => a - b));
      expect(quantiles[0]!).toBeGreaterThanOrEqual(histogram.min);
      expect(quantiles.at(-1)).toBe(histogram.max);
      for (const [index, p] of PROBABILITIES.entries()) {
        const wanted = exact(ascending, p);
        expect(Math.abs(quantiles[index]! - wanted)).toBeLessThanOrEqual(wanted * BOUND);
      }
    }),
    { seed: 1 },
  );
});

it('a merged histogram is the same as one with all values', () => {
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

it('a histogram agrees with HdrHistogram on latencies', () => {
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

it('a packed, cleared or merged histogram behaves like a new one', () => {
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
      const resting = () => Histogram.packedFromArray(awake.toArray());
      const same = (a: Histogram, b: Histogram) => {
        expect(a.toArray()).toEqual(b.toArray());
        expect(a.buckets()).toEqual(b.buckets());
        for (const p of PROBABILITIES) expect(a.quantile(p)).toBe(b.quantile(p));
        expect(a.shareAtMost(1)).toBe(b.shareAtMost(1));
      };
      same(resting(), awake);
      same(Histogram.fromArray(awake.toArray()), awake);
      const [twice, joined] = [filled(own), filled(own)];
      twice.merge(twice);
      joined.merge(awake);
      same(twice, joined);
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
      for (const cleared of [resting(), filled(own)]) {
        cleared.clear();
        same(cleared, new Histogram());
        for (const [value, weight] of more) cleared.add(value, weight);
        same(cleared, filled(more));
      }
    }),
    { seed: 21, numRuns: 60 },
  );
});
