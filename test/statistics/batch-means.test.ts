import { expect, it } from 'vitest';
import { RandomStream } from '../../src/kernel/random-stream.js';
import { sampler } from '../../src/kernel/sampler.js';
import { batchMeans, lag1Autocorrelation } from '../../src/statistics/batch-means.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';

/** x ← φ x + noise of mean 0: a stationary series whose neighbours correlate by φ. */
function autoregressive(phi: number, length: number, name: string): Float64Array {
  const noise = sampler({ kind: 'uniform', min: -1, max: 1 }, new RandomStream(name));
  const series = new Float64Array(length);
  let x = 0;
  for (let index = -1000; index < length; index++) {
    x = phi * x + noise();
    if (index >= 0) series[index] = x;
  }
  return series;
}

it('are those of equal batches, the remainder left out at the beginning', () => {
  const result = batchMeans([99, 1, 3, 5, 7, 2, 4], 3, 0.95);
  expect([result.batch_size, result.n]).toEqual([2, 3]);
  const { mean, half_width } = meanInterval([2, 6, 3], 0.95);
  expect([result.mean, result.half_width]).toEqual([mean, half_width]);
});

it('N3: give a correlated series the width that its effective sample size asks for', () => {
  const { expected, inputs } = theoryCase('N3');
  const phi = inputs['phi'] as number;
  const length = inputs['n'] as number;
  // Marginal variance 1 instead of (1/3) / (1 − φ²).
  const unit = Math.sqrt(3 * (1 - phi * phi));
  const widths = Array.from({ length: 60 }, (_, run) => {
    const series = autoregressive(phi, length, `n3 ${run}`).map((x) => x * unit);
    return batchMeans(series, 20, 0.95).half_width / 2.093024054408263;
  });
  // The mean of s over 20 batches falls short of σ by the factor c₄(20) = 0.98693.
  const { mean, half_width } = meanInterval(widths, 0.99);
  expect(Math.abs(mean - 0.98693 * expected['se_mean']!)).toBeLessThan(
    half_width + 0.02 * expected['se_mean']!,
  );
});

it('betray batches that are too short by their autocorrelation', () => {
  const series = autoregressive(0.9, 40_000, 'betrayed');
  expect(lag1Autocorrelation(series)).toBeCloseTo(0.9, 1);
  expect(batchMeans(series, 20_000, 0.95).lag1_autocorrelation).toBeGreaterThan(0.5);
  expect(Math.abs(batchMeans(series, 40, 0.95).lag1_autocorrelation)).toBeLessThan(0.35);
});

it('have no autocorrelation to speak of where nothing varies', () => {
  expect(batchMeans([1, 1, 1, 1], 2, 0.95)).toMatchObject({
    mean: 1,
    half_width: 0,
    lag1_autocorrelation: 0,
  });
});

it('alternate by −(n − 1)/n when the series does', () => {
  expectClose(lag1Autocorrelation([1, -1, 1, -1]), -0.75);
});

it('refuse more batches than observations, and fewer than two', () => {
  expect(() => batchMeans([1, 2, 3], 4, 0.95)).toThrow(
    'batch means: batches: expected a whole number from 2 to 3 (the observations), got 4',
  );
  expect(() => batchMeans([1, 2, 3], 1, 0.95)).toThrow(RangeError);
});
