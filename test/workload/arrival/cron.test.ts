import { expect, test } from 'vitest';
import type { Distribution } from '../../../src/kernel/distribution.js';
import { arrivalSource } from '../../../src/workload/arrival/arrival-source.js';
import { MONDAY, streams } from '../rate/rates.js';
import { KOLMOGOROV99, kolmogorov } from './statistics.js';

function cron(schedule: string, count: number, jitter: Distribution, horizon: number): number[] {
  const source = arrivalSource(
    { kind: 'cron', schedule, count, jitter, start_epoch_seconds: MONDAY },
    streams('cron'),
    horizon,
  );
  const times: number[] = [];
  for (let time = source.next(); time < Number.POSITIVE_INFINITY; time = source.next()) times.push(time);
  return times;
}

const none: Distribution = { kind: 'constant', value: 0 };

test('each firing of a cron load has its arrivals, including the one at the start', () => {
  expect(cron('*/15 * * * *', 2, none, 2700)).toEqual([0, 0, 900, 900, 1800, 1800]);
  expect(cron('*/15 * * * *', 0, none, 2700)).toEqual([]);
});

test('a constant delay moves all arrivals, even beyond the next firing', () => {
  const late: Distribution = { kind: 'constant', value: 70 };
  expect(cron('* * * * *', 1, late, 300)).toEqual([70, 130, 190, 250]);
});

test('arrivals ascend if the delays of firings overlap, and none is lost', () => {
  const times = cron('* * * * *', 3, { kind: 'uniform', min: 0, max: 600 }, 86_400);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  // Three per firing; those of the last ten minutes arrive before the end with probability one half.
  expect(times.length).toBeLessThanOrEqual(3 * 1440);
  expect(times.length).toBeGreaterThan(3 * 1430);
});

test('cron delays follow their distribution', () => {
  const times = cron('0 * * * *', 50, { kind: 'exponential', mean: 100 }, 1000 * 3600);
  const delays = times.map((time) => time % 3600);
  expect(kolmogorov(delays, (delay) => 1 - Math.exp(-delay / 100))).toBeLessThan(KOLMOGOROV99);
});

test('a schedule that never fires has no arrivals', () => {
  expect(cron('0 0 30 2 *', 1, none, 1e9)).toEqual([]);
});
