import { expect, test } from 'vitest';
import { rateCursor } from '../../../src/workload/rate/rate-cursor.js';
import { streams } from './rates.js';

test('log-OU drift has its mean, the variance of its logarithm, and its autocorrelation', () => {
  const sigma = 0.6;
  const memory = Math.exp(-60 / 300);
  const cursor = rateCursor(
    { kind: 'log_ou', mean_per_second: 5, sigma, correlation_seconds: 300, step_seconds: 60 },
    streams('drift'),
  );
  const n = 400_000;
  // A window that is not exactly one step would make all values NaN.
  const rates = Array.from({ length: n }, (_, step) => {
    cursor.advance(step * 60);
    return cursor.until === (step + 1) * 60 ? cursor.low : Number.NaN;
  });
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;

  // Half-widths by batches of 500 steps, a hundred correlation times.
  const batches = (value: (step: number) => number) => {
    const means = Array.from({ length: n / 500 }, (_, batch) =>
      average(Array.from({ length: 499 }, (_, step) => value(batch * 500 + step))),
    );
    const mean = average(means);
    const variance = average(means.map((m) => (m - mean) * (m - mean)));
    return { mean, halfWidth: 2.576 * Math.sqrt(variance / means.length) };
  };
  const normal = (step: number) => (Math.log(rates[step]! / 5) + (sigma * sigma) / 2) / sigma;
  for (const [figure, expected] of [
    [batches((step) => rates[step]! / 5), 1],
    [batches((step) => 1 + normal(step)), 1],
    [batches((step) => normal(step) * normal(step)), 1],
    [batches((step) => normal(step) * normal(step + 1)), memory],
  ] as const) {
    expect(figure.halfWidth).toBeLessThan(0.02);
    expect(Math.abs(figure.mean - expected)).toBeLessThan(figure.halfWidth);
  }
});
