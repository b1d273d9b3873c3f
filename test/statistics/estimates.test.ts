import { expect, it } from 'vitest';
import type { Distribution } from '../../src/kernel/distribution.js';
import { normalCumulative } from '../../src/kernel/functions/normal.js';
import { RandomStream, randomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { batchMeans, lag1Autocorrelation } from '../../src/statistics/batch-means.js';
import { binomialQuantile } from '../../src/statistics/binomial.js';
import { concentrationOf } from '../../src/statistics/concentration.js';
import { meanInterval, shareInterval } from '../../src/statistics/confidence-interval.js';
import { mser5 } from '../../src/statistics/mser.js';
import { longBatches } from '../../src/statistics/steady-state.js';
import { autoregressive } from './autoregressive.js';

it('a mean interval contains the true mean with its confidence', () => {
  const draw = sampler({ kind: 'uniform', min: 0, max: 2 }, new RandomStream('coverage'));
  const trials = 4000;
  let covered = 0;
  for (let trial = 0; trial < trials; trial++) {
    const interval = meanInterval(Array.from({ length: 12 }, draw), 0.9);
    if (Math.abs(interval.mean - 1) <= interval.half_width) covered += 1;
  }
  expect(covered).toBeGreaterThanOrEqual(binomialQuantile(0.005, trials, 0.9));
  expect(covered).toBeLessThanOrEqual(binomialQuantile(0.995, trials, 0.9));
});

// By t alone 59 of 100 with the first, and 63 with the third.
it.each([
  [3, 0.3],
  [3, 1],
  [10, 0.1],
  [10, 0.3],
  [10, 1],
  [40, 0.1],
  [40, 0.3],
])(
  'an interval of a share over %d replications that count one, and %d more on average, contains the truth in at least 92 of 100',
  (n, more) => {
    const [experiments, trials] = [4000, 1000];
    const stream = randomStream('shares', n, 'count', String(more));
    const truth = (1 + more) / trials;
    let [hits, by_t] = [0, 0];
    for (let experiment = 0; experiment < experiments; experiment++) {
      const values = Array.from({ length: n }, () => (1 + poisson(more, () => stream.uniform())) / trials);
      const off = Math.abs(meanInterval(values, 0.95).mean - truth);
      if (off <= shareInterval(values, n * trials, 0.95).half_width) hits += 1;
      if (off <= meanInterval(values, 0.95).half_width) by_t += 1;
    }
    expect(hits).toBeGreaterThanOrEqual(by_t);
    expect(hits / experiments).toBeGreaterThanOrEqual(0.92);
  },
);

function poisson(mean: number, uniform: () => number): number {
  let count = -1;
  for (let product = 1; product >= Math.exp(-mean); count++) product *= uniform();
  return count;
}

it('the autocorrelation of batch means shows batches that are too short', () => {
  const series = autoregressive(0.9, 40_000, 'betrayed');
  expect(lag1Autocorrelation(series)).toBeCloseTo(0.9, 1);
  expect(batchMeans(series, 20_000, 0.95).lag1_autocorrelation).toBeGreaterThan(0.5);
  expect(Math.abs(batchMeans(series, 40, 0.95).lag1_autocorrelation)).toBeLessThan(0.35);
});

/** An autoregressive series around 5 that begins at `start`. */
function settling(start: number, phi: number, length: number): Float64Array {
  const random = new RandomStream('steady state');
  let x = start - 5;
  return Float64Array.from({ length }, () => {
    x = phi * x + random.uniform() - 0.5;
    return 5 + x;
  });
}

it('a mean without the warm-up has an interval that contains the steady state', () => {
  const series = settling(60, 0.9, 4000);
  const { truncate, at_limit } = mser5(series);
  expect(truncate).toBeGreaterThanOrEqual(20);
  expect(truncate).toBeLessThan(400);
  expect(at_limit).toBe(false);
  const found = longBatches(series.subarray(truncate), 0.99);
  expect(found.independent).toBe(true);
  expect(Math.abs(found.mean - 5)).toBeLessThanOrEqual(found.half_width);
  const biased = series.reduce((sum, value) => sum + value, 0) / series.length;
  expect(Math.abs(found.mean - 5)).toBeLessThan(Math.abs(biased - 5));
});

it('batches are fewer and longer if short ones are correlated, and reported if even those are', () => {
  expect(longBatches(settling(5, 0.995, 4000), 0.95).n).toBeLessThan(40);
  const drift = Array.from({ length: 200 }, (_, index) => index);
  expect(mser5(drift).at_limit).toBe(true);
  expect(longBatches(drift, 0.95)).toMatchObject({ independent: false, n: 10 });
});

/** The share above the quantile 1 − p is p^(1 − 1/a) of a Pareto law and Φ(σ − z) of a lognormal one. */
const LAWS: readonly (readonly [string, Distribution, Record<'one' | 'ten' | 'gini', number>])[] = [
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

it.each(LAWS)(
  'the concentration of a sample is that of the Lorenz curve of its law: %s',
  (_, law, theory) => {
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
  },
);
