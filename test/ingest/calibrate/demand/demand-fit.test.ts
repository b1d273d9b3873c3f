import { expect, it } from 'vitest';
import { fittedDemands, type SimulateDemands } from '../../../../src/ingest/calibrate/demand/demand-fit.js';
import { SectionSums } from '../../../../src/ingest/calibrate/demand/section-sums.js';
import { gammaFromMean, lognormalFromMean } from '../../../../src/kernel/distribution-fit.js';
import { quantile } from '../../../../src/kernel/quantile.js';
import { draws } from '../../../statistics/latency-law/draws.js';

const SECONDS = 1000;
const N = 400;
/** The number of points that represent a distribution. */
const POINTS = 60;

const recorded = (latencies: readonly number[], load = 'web') => {
  const sums = new SectionSums(SECONDS);
  for (const [query, latency] of latencies.entries()) sums.add((SECONDS * query) / latencies.length, latency);
  return { load, sums };
};

/** A server that multiplies the demand of each query by `stretch`: each point of its distribution once. */
const server =
  (stretch: (mean_seconds: number) => number): SimulateDemands =>
  async (laws, replication) => {
    const completed = replication();
    for (const [load, law] of laws.entries()) {
      const factor = stretch(law.mean_seconds);
      const fromMean = law.family === 'gamma' ? gammaFromMean : lognormalFromMean;
      for (let point = 0; point < POINTS; point++) {
        const demand = quantile(fromMean(law.mean_seconds, law.cv), (point + 0.5) / POINTS);
        completed(load, (SECONDS * ((point * 7) % POINTS)) / POINTS, demand * factor);
      }
    }
  };

const LAW = lognormalFromMean(0.008, 1.1);
const VALUES = draws(LAW, N, 'demand');
const mean = VALUES.reduce((sum, value) => sum + value, 0) / N;
const meanLog = VALUES.reduce((sum, value) => sum + Math.log(value), 0) / N;
/** The parameters of a lognormal distribution with the mean and the mean logarithm of the values. */
const cv = Math.sqrt(Math.expm1(2 * (Math.log(mean) - meanLog)));

it('a fit without queueing gives the closed form', async () => {
  const { demands } = await fittedDemands(
    { recorded: [recorded(VALUES)], duration_seconds: SECONDS },
    server(() => 1),
    0.95,
    ['lognormal'],
  );
  const [demand] = demands;
  // The points cut off a hundredth of the distribution's tail.
  expect(demand!.mean.value / mean).toBeCloseTo(1, 1.5);
  expect(demand!.cv.value / cv).toBeCloseTo(1, 1);
  expect(demand!.mean.low).toBeLessThan(0.008);
  expect(demand!.mean.high).toBeGreaterThan(0.008);
  expect(demand!.mean_latency_seconds).toBeCloseTo(mean, 12);
});

it('a fit removes the waiting time: under a shared processor T = E / (1 − λ E), so E = T / (1 + λ T)', async () => {
  const rate = 60;
  const waited = VALUES.map((value) => value / (1 - rate * mean));
  const { demands } = await fittedDemands(
    { recorded: [recorded(waited)], duration_seconds: SECONDS },
    server((demand) => (rate * demand < 0.99 ? 1 / (1 - rate * demand) : 100)),
    0.95,
    ['lognormal'],
  );
  const sojourn = mean / (1 - rate * mean);
  expect(demands[0]!.mean_latency_seconds).toBeCloseTo(sojourn, 12);
  expect(demands[0]!.mean.value / (sojourn / (1 + rate * sojourn))).toBeCloseTo(1, 1.5);
});

it('a fit distinguishes short tails from long ones, and constant demands from both', async () => {
  const fit = async (latencies: readonly number[]) => {
    const data = { recorded: [recorded(latencies)], duration_seconds: SECONDS };
    return (
      await fittedDemands(
        data,
        server(() => 1),
        0.95,
      )
    ).demands[0]!;
  };
  expect((await fit(VALUES)).law.family).toBe('lognormal');
  const short = await fit(draws({ kind: 'exponential', mean: 0.008 }, N, 'exponential'));
  expect(short.law.family).toBe('gamma');
  expect(short.cv.low).toBeLessThan(1);
  expect(short.cv.high).toBeGreaterThan(1);
  const same = await fit(Array.from({ length: N }, () => 0.008));
  expect(same.law.cv).toBe(0);
  expect(same.law.mean_seconds).toBeCloseTo(0.008, 4);
  expect(same.cv.low).toBeNaN();
});

it('a load with too few queries has no estimate, and its CPU use is not attributed to others', async () => {
  const { demands, refused } = await fittedDemands(
    { recorded: [recorded(VALUES), recorded(VALUES.slice(0, 50), 'job')], duration_seconds: SECONDS },
    server(() => 1),
    0.95,
  );
  expect(demands).toEqual([]);
  expect(refused.map(({ load }) => load)).toEqual(['web', 'job']);
  expect(refused[1]!.reason).toContain('50 queries');
});
