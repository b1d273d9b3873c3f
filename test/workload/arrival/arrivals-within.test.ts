import { describe, expect, test } from 'vitest';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { arrivalsWithin } from '../../../src/workload/arrival/arrivals-within.js';

/** Arrivals of a load within five minutes, over an hour from Tuesday 2026-02-24 00:00 UTC. */
async function within(load: Readonly<Record<string, unknown>>, stretch = 300) {
  const scenario = await parseScenario(
    JSON.stringify({
      name: 'x',
      start: '2026-02-24T00:00:00Z',
      duration: '1h',
      plan: 'launch',
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
      load: [{ name: 'web', compute: 'primary', query: { cpu: '0s' }, ...load }],
    }),
  );
  const streamFor = (purpose: string) => randomStream('1', 0, 'web', purpose);
  return arrivalsWithin(scenario.load[0]!, stretch, 3600, streamFor);
}

describe('the maximum number of arrivals within a stretch does not depend on how the load is written', () => {
  test.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ['a constant rate', { rate: '3/s' }],
    ['a step', { rate: { steps: [{ at: '0s', rate: '3/s' }] } }],
    ['a later step', { rate: { steps: [{ at: '30m', rate: '3/s' }] } }],
    ['a spike', { rate: { base: '1/s', spikes: [{ at: '20m', for: '10m', rate: '3/s' }] } }],
    ['a season', { rate: { base: '3/s', daily: 0 } }],
    ['a ramp', { rate: { ramp: { from: '0/s', to: '3/s', over: '10m' } } }],
    ['a schedule of rates', { rate: { cron: { schedule: '10 * * * *', for: '20m', rate: '3/s' } } }],
    ['evenly spaced', { process: 'regular', rate: '3/s' }],
    ['independent gaps', { process: { renewal: { gap: { exponential: { mean: '0.33333333333s' } } } } }],
    ['a job of many queries', { process: { cron: { schedule: '*/5 * * * *', count: 900 } } }],
    ['clients that think', { process: { closed: { clients: 300, think: '100s' } } }],
    [
      'recorded moments',
      { process: { arrivals: Array.from({ length: 900 }, (_, index) => `${600 + index / 3}s`) } },
    ],
  ])('%s', async (_, load) => {
    expect((await within(load)).most).toBeCloseTo(900, 3);
  });
});

test('the minimum number of arrivals is that of the quietest stretch', async () => {
  expect((await within({ rate: '3/s' })).least).toBeCloseTo(900, 6);
  expect((await within({ rate: { steps: [{ at: '30m', rate: '3/s' }] } })).least).toBe(0);
  const spikes = [{ at: '20m', for: '10m', rate: '3/s' }];
  expect((await within({ rate: { base: '1/s', spikes } })).least).toBeCloseTo(300, 6);
});

test('a stretch longer than the run has all of its arrivals', async () => {
  expect(await within({ rate: '1/s' }, 7200)).toEqual({
    least: expect.closeTo(3600, 6),
    most: expect.closeTo(3600, 6),
  });
});
