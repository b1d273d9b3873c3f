import { expect, it } from 'vitest';
import { normalQuantile } from '../../src/kernel/functions/normal.js';
import { batchMeans } from '../../src/statistics/batch-means.js';
import { meanInterval } from '../../src/statistics/confidence-interval.js';
import { mser5 } from '../../src/statistics/mser.js';
import { replicationsNeeded } from '../../src/statistics/replications-needed.js';
import { sampleMoments } from '../../src/statistics/sample-moments.js';
import { studentTQuantile } from '../../src/statistics/student-t.js';
import { TimeWeighted } from '../../src/statistics/time-weighted.js';
import { expectClose } from '../vectors/closeness.js';
import { theoryCase } from '../vectors/theory-case.js';
import { autoregressive } from './autoregressive.js';

it('N1: ten replications have the moments, the quantile and the interval of the closed form', () => {
  const { expected, inputs } = theoryCase('N1');
  const values = inputs['means'] as number[];
  expectClose(sampleMoments(values).mean, expected['mean']!);
  expectClose(Math.sqrt(sampleMoments(values).variance), expected['sd']!);
  expectClose(studentTQuantile(0.975, 9), expected['t']!);
  const { mean, half_width, n, confidence } = meanInterval(values, inputs['conf'] as number);
  expectClose(mean, expected['mean']!);
  expectClose(half_width, expected['half_width']!);
  expectClose(half_width / mean, expected['rel_half_width']!);
  expect([n, confidence]).toEqual([10, 0.95]);
});

it('N3: batch means give a correlated series the width of its effective sample size', () => {
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

it('N5: MSER-5 cuts a decaying start so that the rest has the smallest standard error', () => {
  const { expected } = theoryCase('N5');
  const series = Array.from({ length: 100 }, (_, i) => 10 * Math.exp(-i / 8) + 2 + 0.3 * Math.sin(1.7 * i));
  const { truncate, at_limit } = mser5(series);
  expect([truncate, at_limit]).toEqual([expected['truncate_obs'], false]);
  // The marginal standard error squared of the remaining batch means, which no other cut makes smaller.
  const mean = (values: readonly number[]) => sampleMoments(values).mean;
  const means = Array.from({ length: 20 }, (_, batch) => mean(series.slice(5 * batch, 5 * batch + 5)));
  const left = means.slice(truncate / 5);
  const squares = left.map((value) => value - mean(left)).map((off) => off * off);
  expectClose(mean(squares) / left.length, expected['statistic']!);
  expectClose(mean(series.slice(truncate)), expected['mean_after']!);
  expectClose(mean(series), expected['mean_all']!);
});

it('N7: the number of replications estimated from a pilot is the smallest that is precise enough', () => {
  const { inputs, expected } = theoryCase('N7');
  const pilot = { mean: inputs['mean'] as number, sd: inputs['sd'] as number };
  const needed = replicationsNeeded(pilot, inputs['rel'] as number, 0.95);
  expect(needed).toBe(expected['n_normal']);
  const half_width = (n: number) => (normalQuantile(0.975) * pilot.sd) / Math.sqrt(n);
  expect(half_width(needed)).toBeLessThanOrEqual(0.021);
  expect(half_width(needed - 1)).toBeGreaterThan(0.021);
  // By Student's t it would be slightly more.
  expect((studentTQuantile(0.975, needed - 1) * pilot.sd) / Math.sqrt(needed)).toBeGreaterThan(0.021);
});

it('N9: a level over time has the mean and the integral of its steps', () => {
  const { expected, inputs } = theoryCase('N9');
  const levels = inputs['levels'] as number[];
  const seconds = inputs['seconds'] as number[];
  const size = new TimeWeighted(0, levels[0]!);
  const active = new TimeWeighted(0, 1);
  let time = 0;
  levels.forEach((level, index) => {
    size.change(time, level);
    active.change(time, level > 0 ? 1 : 0);
    time += seconds[index]!;
  });
  expectClose(size.integral(time) / time, expected['mean']!);
  expectClose(size.integral(time) / 3600, expected['unit_hours']!);
  expectClose(active.integral(time) / time, expected['active_fraction']!);
  expect(size.level).toBe(0);
});
