import { expect, it } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { clusteredRegression } from '../../../src/statistics/regression/clustered-regression.js';

const ones = (n: number) => new Float64Array(n).fill(1);

it('is exact on a line, whatever the sizes of the columns', () => {
  const x = Float64Array.from({ length: 40 }, (_, i) => 3e9 + 1e6 * i);
  const [slope, constant] = clusteredRegression(
    [x, ones(40)],
    x.map((value) => 2 * value + 7e8),
    4,
    0.95,
  )!;
  expect(slope!.value).toBeCloseTo(2, 6);
  expect(constant!.value / 7e8).toBeCloseTo(1, 6);
});

it('has the textbook slope, and its interval where clusters are single rows', () => {
  // Least squares of y on x by hand: slope 0.9, residuals 0.2, -0.7, 0.4, 0.5, -0.4 … as White's estimator squares them.
  const x = Float64Array.from([1, 2, 3, 4, 5]);
  const y = Float64Array.from([2, 2, 4, 5, 5]);
  const [slope] = clusteredRegression([x, ones(5)], y, 5, 0.95)!;
  expect(slope!.value).toBeCloseTo(0.9, 12);
  const errors = [0.2, -0.7, 0.4, 0.5, -0.4];
  const meat = errors.reduce((sum, error, i) => sum + error * error * (i - 2) * (i - 2), 0);
  // Σ (x − x̄)² = 10; corrections 5/4 and 4/3; t of 4 degrees 2.7764.
  const half = 2.7764451 * Math.sqrt((meat / 100) * (5 / 4) * (4 / 3));
  expect(slope!.high - slope!.value).toBeCloseTo(half, 6);
});

it('does not take a drift for many independent errors', () => {
  const stream = randomStream('regression', 0, 'test', 'drift');
  let drift = 0;
  const x = Float64Array.from({ length: 2000 }, (_, i) => Math.sin(i / 150));
  const y = x.map((value) => {
    drift = 0.98 * drift + stream.uniform() - 0.5;
    return 3 * value + drift;
  });
  const width = (clusters: number) => {
    const [slope] = clusteredRegression([x, ones(2000)], y, clusters, 0.95)!;
    return slope!.high - slope!.low;
  };
  expect(width(20)).toBeGreaterThan(2 * width(2000));
});

it('says so where columns cannot be told apart', () => {
  expect(clusteredRegression([ones(30), ones(30).map((v) => 2 * v)], ones(30), 5, 0.95)).toBeUndefined();
});
