import { describe, expect, test } from 'vitest';
import { binomialVariate, poissonVariate } from '../../src/kernel/count-variates.js';
import { gammaExceedance } from '../../src/kernel/functions/gamma-function.js';
import { randomStream } from '../../src/kernel/random-stream.js';
import { binomialCumulative } from '../../src/statistics/binomial.js';

const DRAWS = 200_000;
/** The 99.9 % quantile of chi-squared with `freedom` degrees of freedom (Wilson and Hilferty 1931). */
const chiSquared999 = (freedom: number): number => {
  const scale = 2 / (9 * freedom);
  const root = 1 - scale + 3.09 * Math.sqrt(scale);
  return freedom * root * root * root;
};

/** Pearson's statistic over cells of about equal probability, against a distribution function of whole numbers. */
function fit(draw: () => number, mean: number, spread: number, cumulative: (k: number) => number): void {
  const step = Math.max(1, Math.round(spread / 5));
  const low = Math.max(0, Math.floor(mean - 3 * spread));
  const cells = Math.ceil((6 * spread) / step);
  const seen = new Float64Array(cells + 2);
  let sum = 0;
  let squares = 0;
  for (let made = 0; made < DRAWS; made++) {
    const count = draw();
    sum += count;
    squares += (count - mean) * (count - mean);
    seen[Math.min(cells + 1, Math.max(0, Math.floor((count - low) / step) + 1))]! += 1;
  }
  expect(Math.abs(sum / DRAWS - mean)).toBeLessThan((3.3 * spread) / Math.sqrt(DRAWS));
  expect(Math.abs(squares / DRAWS / (spread * spread) - 1)).toBeLessThan(0.02);
  let statistic = 0;
  let freedom = -1;
  for (let cell = 0; cell < seen.length; cell++) {
    const above = cell === 0 ? 0 : cumulative(low + (cell - 1) * step - 1);
    const below = cell === seen.length - 1 ? 1 : cumulative(low + cell * step - 1);
    const expected = DRAWS * (below - above);
    if (expected < 5) continue;
    statistic += ((seen[cell]! - expected) * (seen[cell]! - expected)) / expected;
    freedom += 1;
  }
  expect(statistic).toBeLessThan(chiSquared999(freedom));
}

describe('the Poisson distribution', () => {
  test.each([0.3, 4, 9.99, 10, 37.5, 400, 20_000, 3e6])(
    'the Poisson distribution is drawn exactly at mean %d',
    (mean) => {
      const stream = randomStream('poisson', 0, String(mean), 'test');
      // P(N ≤ k) is the upper tail of the gamma distribution of shape k + 1.
      const cumulative = (k: number): number => (k < 0 ? 0 : gammaExceedance(k + 1, mean));
      fit(() => poissonVariate(stream, mean), mean, Math.sqrt(mean), cumulative);
    },
  );

  test('a Poisson variate is 0 at mean 0', () => {
    expect(poissonVariate(randomStream('poisson', 0, '0', 'test'), 0)).toBe(0);
  });
});

describe('the binomial distribution', () => {
  test.each([
    [1, 0.3],
    [12, 0.9],
    [40, 0.2],
    [60, 0.5],
    [5000, 0.01],
    [250_000, 0.4],
    [4_000_000, 0.85],
  ])('the binomial distribution of %d trials is drawn exactly with share %d', (trials, share) => {
    const stream = randomStream('binomial', 0, `${trials} ${share}`, 'test');
    const spread = Math.sqrt(trials * share * (1 - share));
    const cumulative = (k: number): number => binomialCumulative(k, trials, share);
    fit(() => binomialVariate(stream, trials, share), trials * share, spread, cumulative);
  });

  test('a binomial variate is 0 for share 0, and all trials for share 1', () => {
    const stream = randomStream('binomial', 0, 'edges', 'test');
    expect(binomialVariate(stream, 5, 0)).toBe(0);
    expect(binomialVariate(stream, 5, 1)).toBe(5);
    expect(binomialVariate(stream, 0, 0.5)).toBe(0);
  });
});
