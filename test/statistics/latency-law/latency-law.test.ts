import { expect, it } from 'vitest';
import { mean } from '../../../src/kernel/distribution-moments.js';
import { quantile } from '../../../src/kernel/quantile.js';
import { groupLogs } from '../../../src/statistics/latency-law/grouped-logs.js';
import { fitLatencyLaw, lawDistribution } from '../../../src/statistics/latency-law/latency-law.js';
import { lawFigures } from '../../../src/statistics/latency-law/law-figures.js';
import { fitParts } from '../../../src/statistics/latency-law/mixture-em.js';
import { truncate } from '../../../src/statistics/latency-law/truncated-normal.js';
import { draws, known, patient, polled, RESTARTS, WAKES } from './draws.js';

it.each([
  [-1, 0.5],
  [0.2, Number.POSITIVE_INFINITY],
  [Number.NEGATIVE_INFINITY, -3],
  [6, 7.5],
  [-9, -8],
  [1, 1.0001],
])('the moments of a normal variable between %d and %d are those of its density', (a, b) => {
  const [low, high] = [Math.max(a, -20), Math.min(b, 20)];
  const steps = 20_000;
  const width = (high - low) / steps;
  const sums = [0, 0, 0];
  for (let step = 0; step <= steps; step++) {
    const z = low + step * width;
    // Simpson's rule.
    const weight = (step === 0 || step === steps ? 1 : step % 2 === 0 ? 2 : 4) * (width / 3);
    const density = Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
    for (let power = 0; power < 3; power++) sums[power]! += weight * density * [1, z, z * z][power]!;
  }
  const found = { log_probability: 0, first: 0, second: 0 };
  truncate(a, b, found);
  expect(Math.exp(found.log_probability) / sums[0]!).toBeCloseTo(1, 7);
  expect(found.first).toBeCloseTo(sums[1]! / sums[0]!, 6);
  expect(found.second).toBeCloseTo(sums[2]! / sums[0]!, 5);
});

it('beyond the range of a double, a value between two bounds lies at the nearer one', () => {
  const found = { log_probability: 0, first: 0, second: 0 };
  truncate(50, Number.POSITIVE_INFINITY, found);
  expect(found.first).toBeCloseTo(50.02, 3);
  // Mills' ratio.
  expect(found.log_probability).toBeCloseTo(-1250 - Math.log(50 * Math.sqrt(2 * Math.PI)), 3);
  truncate(-80, -60, found);
  expect(found.first).toBeLessThan(-60);
});

it('one part has the mean and the deviation of the logarithms', () => {
  const values = draws(RESTARTS, 500, 'one part');
  const logs = values.map(Math.log);
  const average = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const deviation = Math.sqrt(
    logs.reduce((sum, log) => sum + (log - average) * (log - average), 0) / logs.length,
  );
  const { parts } = fitLatencyLaw(known(values));
  expect(parts.weights).toHaveLength(1);
  expect(parts.means[0]).toBeCloseTo(average, 9);
  // Values in groups lose 0.01 % of the variance.
  expect(parts.deviations[0]! / deviation).toBeCloseTo(1, 3);
});

it('an abandoned value counts as a lower bound, not as a value', () => {
  // Half of them are known, all below the median: a deviation by the known ones alone would be far too small.
  const values = patient(draws(RESTARTS, 4000, 'censored'), quantile(RESTARTS, 0.5));
  const law = lawDistribution(fitLatencyLaw(values).parts);
  expect(quantile(law, 0.5)).toBeCloseTo(quantile(RESTARTS, 0.5), 2);
  expect(quantile(law, 0.99) / quantile(RESTARTS, 0.99)).toBeGreaterThan(0.93);
  expect(quantile(law, 0.99) / quantile(RESTARTS, 0.99)).toBeLessThan(1.07);
});

it('polls spaced as widely as the latencies still reveal their law', () => {
  const law = lawDistribution(fitLatencyLaw(polled(draws(RESTARTS, 4000, 'polled'), 0.5, 'polled')).parts);
  expect(mean(law) / mean(RESTARTS)).toBeGreaterThan(0.98);
  expect(mean(law) / mean(RESTARTS)).toBeLessThan(1.02);
});

it('a likelihood has its maximum at the fitted parameters', () => {
  const values = patient(draws(WAKES, 800, 'maximum'), 5);
  const { parts, sample, least_deviation } = fitLatencyLaw(values);
  expect(parts.weights).toHaveLength(2);
  const at = (change: { readonly mean?: number; readonly deviation?: number }) =>
    fitParts(
      sample,
      sample.counts,
      {
        weights: parts.weights,
        means: parts.means.map((each) => each + (change.mean ?? 0)),
        deviations: parts.deviations.map((each) => each * (1 + (change.deviation ?? 0))),
      },
      least_deviation,
      { rounds: 0, gain: 0 },
    ).log_likelihood;
  for (const change of [{ mean: 0.02 }, { mean: -0.02 }, { deviation: 0.02 }, { deviation: -0.02 }]) {
    expect(at(change)).toBeLessThan(parts.log_likelihood);
  }
});

it('equal values give a constant, and few values a law of few parts', () => {
  const same = lawDistribution(fitLatencyLaw(known(Array.from({ length: 50 }, () => 0.1))).parts);
  expect(quantile(same, 0.99)).toBeCloseTo(0.1, 3);
  expect(fitLatencyLaw(known([0.1, 0.2, 9])).parts.weights).toHaveLength(1);
});

it('grouped values keep their number, and their mean to the last digits', () => {
  const values = draws(WAKES, 1000, 'groups');
  const { known: logs, counts, size } = groupLogs(known(values));
  expect(size).toBe(1000);
  expect(logs.length).toBeLessThan(400);
  const sum = logs.reduce((total, log, group) => total + counts[group]! * log, 0);
  expect(sum).toBeCloseTo(
    values.reduce((total, value) => total + Math.log(value), 0),
    8,
  );
});

it('intervals contain the estimate, depend on the seed, and narrow with the sample', () => {
  const figures = (n: number, seed: string) =>
    lawFigures(fitLatencyLaw(known(draws(RESTARTS, n, 'intervals'))), [0.5], 0.95, seed);
  const small = figures(50, 'a');
  for (const { low, value, high } of small) {
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  }
  expect(figures(50, 'a')).toEqual(small);
  const large = figures(800, 'a');
  expect((small[1]!.high - small[1]!.low) / (large[1]!.high - large[1]!.low)).toBeGreaterThan(2.5);
});
