import { describe, expect, it, test } from 'vitest';
import { randomStream } from '../../src/kernel/random-stream.js';
import { meanInterval, shareInterval } from '../../src/statistics/confidence-interval.js';

describe('the interval of a share over replications', () => {
  it('is that of Student where replications differ by as much as their numbers say', () => {
    const values = [0.1, 0.12, 0.09, 0.11];
    expect(shareInterval(values, 4000, 0.95)).toEqual(meanInterval(values, 0.95));
  });

  it('reaches as far as what as many trials may leave unseen where replications are alike', () => {
    // 1 − (1 − share)^3000 is then 97.5 %.
    const { mean, half_width } = shareInterval([1e-3, 1e-3, 1e-3], 3000, 0.95);
    expect(mean).toBe(1e-3);
    expect(Math.exp(3000 * Math.log(1 - half_width))).toBeCloseTo(0.025, 3);
  });

  it('is ±0 if the count is 0, and unknown for a single replication', () => {
    expect(shareInterval([0, 0], 2000, 0.95).half_width).toBe(0);
    expect(shareInterval([0.1], 1000, 0.95).half_width).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('where each replication counts one, and now and then another', () => {
  const [experiments, trials] = [4000, 1000];

  // By t alone 59 of 100 with the first, and 63 with the third.
  test.each([
    [3, 0.3],
    [3, 1],
    [10, 0.1],
    [10, 0.3],
    [10, 1],
    [40, 0.1],
    [40, 0.3],
  ])(
    '95 % intervals of %d replications with %d more each contain the truth in at least 92 of 100',
    (n, more) => {
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
});

function poisson(mean: number, uniform: () => number): number {
  let count = -1;
  for (let product = 1; product >= Math.exp(-mean); count++) product *= uniform();
  return count;
}
