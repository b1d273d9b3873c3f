import { expect, it } from 'vitest';
import { fittedDemands } from '../../../../src/ingest/calibrate/demand/demand-fit.js';
import { drawnLaw, writtenDemand } from '../../../../src/ingest/calibrate/demand/demand-law.js';
import { SectionSums } from '../../../../src/ingest/calibrate/demand/section-sums.js';
import { lognormalFromMean } from '../../../../src/kernel/distribution-fit.js';

it('a demand is written with four digits, and as a plain duration if it is constant', () => {
  const law = { family: 'gamma', mean_seconds: 0.01234567, cv: 1.23456 } as const;
  expect(writtenDemand(law)).toEqual({ gamma: { mean: '12.35ms', cv: 1.235 } });
  expect(writtenDemand({ ...law, cv: 0 })).toBe('12.35ms');
});

it('a gamma distribution is sampled by its mean and variation, ascending by uniform', () => {
  const drawn = drawnLaw({ family: 'gamma', mean_seconds: 0.02, cv: 0.5 });
  if (drawn.kind !== 'empirical') throw new Error(drawn.kind);
  const { values, weights } = drawn;
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(weights).toHaveLength(values.length);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + value * value, 0) / values.length;
  expect(mean).toBeCloseTo(0.02, 12);
  expect(Math.sqrt(square / mean / mean - 1)).toBeCloseTo(0.5, 2);
});

it('a distribution that takes a single uniform is sampled directly', () => {
  const law = { mean_seconds: 0.02, cv: 0.5 };
  expect(drawnLaw({ family: 'lognormal', ...law })).toEqual(lognormalFromMean(0.02, 0.5));
  expect(drawnLaw({ family: 'gamma', ...law, cv: 0 })).toEqual(lognormalFromMean(0.02, 0));
});

const recorded = (load: string, count: number) => {
  const sums = new SectionSums(200);
  for (let query = 0; query < count; query++) sums.add(query, 0.01 + query / 1e5);
  return { load, sums };
};

it('a load with too few queries is refused with its count, the others by name', async () => {
  const never = () => Promise.reject(new Error('nothing is to be simulated'));
  const all = [recorded('web', 200), recorded('job', 199), recorded('cron', 7)];
  expect(await fittedDemands({ recorded: all, duration_seconds: 200 }, never, 0.95)).toEqual({
    demands: [],
    refused: [
      { load: 'web', reason: 'not enough data of job, cron, which shares the CPU with it' },
      {
        load: 'job',
        reason: 'not enough data: 199 queries that completed, and a demand takes 200',
      },
      { load: 'cron', reason: 'not enough data: 7 queries that completed, and a demand takes 200' },
    ],
  });
});

it('latencies that no demand can produce are refused', async () => {
  const slow = async (_: unknown, replication: () => (load: number, at: number, took: number) => void) => {
    const completed = replication();
    for (let query = 0; query < 200; query++) completed(0, query, 9);
  };
  const all = [recorded('web', 200)];
  const { demands, refused } = await fittedDemands({ recorded: all, duration_seconds: 200 }, slow, 0.95);
  expect(demands).toEqual([]);
  expect(refused).toEqual([
    { load: 'web', reason: expect.stringMatching(/^no demand gives these latencies: the compute of/) },
  ]);
});
