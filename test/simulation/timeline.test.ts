import { expect, test } from 'vitest';
import { at, primary, runExample } from './support/one-compute.js';

const awake = { suspend_timeout_seconds: -1 };

test('the timeline shows each interval, with a shorter last one', async () => {
  const record = await runExample({
    compute: awake,
    load: { process: at(5, 25), query: { cpu: '10s' } },
    scenario: { duration: '45s', timeline_interval: '20s' },
  });
  expect(
    record.timeline.map((row) => [row.start_seconds, row.end_seconds, row.completed, row.load_mean]),
  ).toEqual([
    [0, 20, 1, 0.5],
    [20, 40, 1, 0.5],
    [40, 45, 0, 0],
  ]);
  expect(record.timeline.map((row) => row.cu_seconds)).toEqual([20, 20, 5]);
});

test('a query that completes exactly at the end counts in the latencies and in the last row', async () => {
  const record = await runExample({
    compute: awake,
    load: { process: at(5), query: { cpu: '5s' } },
    scenario: { duration: '10s', timeline_interval: '10s' },
  });
  expect(primary(record).completed).toBe(1);
  expect(primary(record).latency.count).toBe(1);
  expect(record.timeline.map((row) => row.completed)).toEqual([1]);
});

test('intervals that divide the run evenly leave no fragment at the end', async () => {
  // Three times 603.646 is a little less than 1810.938 in float64.
  const record = await runExample({
    scenario: { duration: '1810.938s', timeline_interval: '603.646s' },
  });
  expect(record.timeline).toHaveLength(3);
  expect(record.timeline.at(-1)!.end_seconds).toBe(1810.938);
});
