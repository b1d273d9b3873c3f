import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrivalProcesses, connectionKinds, durationDistributions } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';
import { primary, runExample } from '../simulation/support/one-compute.js';

const HOURS = { duration_seconds: 6 * 3600, queries: 80 };

/**
 * Anything at a fixed size with query times that do not depend on a previous suspend:
 * no pages, since a wake starts with a cold cache.
 */
const workloads = fc.record({
  seed: fc.nat({ max: 1_000_000 }),
  arrivals: arrivalProcesses(HOURS),
  connection: connectionKinds(),
  query: fc.record({ cpu: durationDistributions(60_000), wait: durationDistributions(120_000) }),
  size: fc.constantFrom(0.25, 1, 4),
});

const timeouts = fc
  .tuple(fc.integer({ min: 60, max: 3600 }), fc.integer({ min: 1, max: 3600 }))
  .map(([shorter, more]) => [shorter, shorter + more] as const);

test('a longer suspend timeout never means more wakes or less active time, and leaves latencies unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(workloads, timeouts, async ({ arrivals, size, ...load }, [shorter, longer]) => {
      const run = async (suspend_timeout_seconds: number) => {
        const { query, connection, seed } = load;
        const record = await runExample({
          compute: {
            autoscaling_limit_min_cu: size,
            autoscaling_limit_max_cu: size,
            suspend_timeout_seconds,
          },
          load: { name: 'web', query, connection, ...arrivals },
          // A client that was cut by a suspend reconnects, which must take no time either.
          model: { wake_latency: '0s', fork_latency: '0s', max_connections: 4000 },
          scenario: { name: 'timeout', seed, duration: '6h' },
        });
        return primary(record);
      };
      const short = await run(shorter);
      const long = await run(longer);
      expect(long.wakes).toBeLessThanOrEqual(short.wakes);
      expect(long.active_seconds).toBeGreaterThanOrEqual(short.active_seconds);
      expect(long.arrived).toBe(short.arrived);
      expect(long.latency.buckets()).toEqual(short.latency.buckets());
    }),
    { seed: 10, numRuns: cases(150) },
  );
});
