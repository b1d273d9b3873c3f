import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/testing/index.js';
import { arrivalTimes, computeSizes, durationDistributions } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';
import { at, runExample } from '../simulation/support/one-compute.js';

const ARRIVALS_END = 1000;
const DURATION = 40_000;

/** Pure CPU queries that arrive in the first thousand seconds and finish long before the end. */
const drained = fc.record({
  seed: fc.nat({ max: 1_000_000 }),
  times: arrivalTimes({ duration_seconds: ARRIVALS_END, queries: 200 }).filter((times) => times.length > 0),
  cpu: durationDistributions(10_000),
  size: computeSizes().filter((size) => size.autoscaling_limit_max_cu <= 16),
});

function run(over: typeof drained extends fc.Arbitrary<infer T> ? T : never): Promise<RunRecord> {
  return runExample({
    compute: { ...over.size, suspend_timeout_seconds: -1 },
    load: { name: 'web', process: at(...over.times), query: { cpu: over.cpu } },
    // A connection that waits for its process is open, but runs no query.
    model: { max_connections: 4000, fork_latency: '0s' },
    scenario: { name: 'drained', seed: over.seed, duration: `${DURATION}s` },
  });
}

test("by Little's law the mean number inside equals arrival rate × mean latency", async () => {
  await fc.assert(
    fc.asyncProperty(drained, async (over) => {
      const { observations, timeline } = await run(over);
      const one = observations.computes[0]!;
      const rate = one.arrived / DURATION;
      expect(one.completed).toBe(over.times.length);
      expectRelative(one.mean_in_system, rate * one.latency.mean);
      // Measured independently of the latencies: the time integrals of running queries and of open connections.
      const running = timeline.reduce((sum, row) => sum + row.load_mean * width(row), 0);
      expectRelative(running / DURATION, rate * one.latency.mean);
      expectRelative(one.connections.mean, rate * one.latency.mean);
    }),
    { seed: 12, numRuns: cases(80) },
  );
});

function width(row: { readonly start_seconds: number; readonly end_seconds: number }): number {
  return row.end_seconds - row.start_seconds;
}

function expectRelative(actual: number, expected: number): void {
  expect(Math.abs(actual - expected), `${actual} is not ${expected}`).toBeLessThanOrEqual(1e-9 * expected);
}
