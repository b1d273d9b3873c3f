import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import { normalCumulative } from '../../src/kernel/normal.js';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { concentrationOf } from '../../src/statistics/concentration.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';

it('is none where all have the same', () => {
  expect(concentrationOf(Array.from({ length: 200 }, () => 3))).toEqual({
    top_1_percent: 0.01,
    top_10_percent: 0.1,
    gini: expect.closeTo(0, 12),
  });
});

it('is 1 if one value is the whole total', () => {
  const { top_1_percent, gini } = concentrationOf([0, 0, 0, 7, ...Array.from({ length: 96 }, () => 0)])!;
  expect([top_1_percent, gini]).toEqual([1, expect.closeTo(0.99, 12)]);
});

it('counts part of a member if a percentage is not a whole number of members', () => {
  // The tenth part of ten members is one of them, the hundredth a tenth of the largest.
  expect(concentrationOf([1, 1, 1, 1, 1, 1, 1, 1, 1, 11])).toMatchObject({
    top_1_percent: expect.closeTo(0.055, 12),
    top_10_percent: expect.closeTo(0.55, 12),
  });
});

it('is not known of nothing', () => {
  expect(concentrationOf([])).toBeUndefined();
  expect(concentrationOf([0, 0])).toBeUndefined();
});

it('knows neither order nor unit, and the larger share has the larger part', () => {
  const values = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(values, (list) => {
      const one = concentrationOf(list);
      expect(concentrationOf(list.toReversed().map((value) => 8 * value))).toEqual(one);
      if (one === undefined) return;
      expect(one.top_10_percent).toBeGreaterThanOrEqual(one.top_1_percent);
      expect(one.top_1_percent).toBeGreaterThan(0.0099);
      expect(one.gini).toBeGreaterThanOrEqual(0);
      expect(one.gini).toBeLessThan(1);
    }),
    { seed: 6, numRuns: 300 },
  );
});

/** The share above the quantile 1 − p is p^(1 − 1/a) of a Pareto law and Φ(σ − z) of a lognormal one. */
const laws: readonly (readonly [string, Distribution, Record<'one' | 'ten' | 'gini', number>])[] = [
  [
    'lognormal of sigma 1',
    { kind: 'lognormal', mu: 0, sigma: 1 },
    {
      one: normalCumulative(1 - 2.3263478740408408),
      ten: normalCumulative(1 - 1.2815515655446004),
      gini: 2 * normalCumulative(1 / Math.SQRT2) - 1,
    },
  ],
  [
    'Pareto of shape 4',
    { kind: 'pareto', shape: 4, scale: 1 },
    { one: Math.exp(0.75 * Math.log(0.01)), ten: Math.exp(0.75 * Math.log(0.1)), gini: 1 / 7 },
  ],
];

it.each(laws)('%s has the Lorenz curve of theory', (_, law, theory) => {
  const samples = Array.from({ length: 40 }, (_each, index) => {
    const draw = sampler(law, new RandomStream(`concentration ${index}`));
    return concentrationOf(Array.from({ length: 20_000 }, draw))!;
  });
  const pairs: readonly (readonly [readonly number[], number])[] = [
    [samples.map((each) => each.top_1_percent), theory.one],
    [samples.map((each) => each.top_10_percent), theory.ten],
    [samples.map((each) => each.gini), theory.gini],
  ];
  for (const [values, expected] of pairs) {
    const { mean, half_width } = meanInterval(values, 0.99);
    expect(half_width / expected).toBeLessThan(0.02);
    expect(Math.abs(mean - expected)).toBeLessThan(half_width);
  }
});
