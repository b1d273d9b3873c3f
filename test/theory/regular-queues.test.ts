import { describe, expect, test } from 'vitest';
import { document, run } from './support/experiment.js';

/** Evenly spaced arrivals that each need a processor for `service_ms`. */
async function regular(servers: number, every_ms: number, service_ms: number, queries = 20_000) {
  return run(
    document({
      cu: servers,
      duration: `${every_ms * queries}ms`,
      load: {
        process: { regular: { every: `${every_ms}ms` } },
        query: { cpu: `${service_ms}ms` },
      },
      compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
    }),
  );
}

const EVERY_MS = [1, 3, 7, 10, 33, 70, 100, 110, 123, 300, 700, 1100, 5000];

describe('at equal times, departures are processed before arrivals', () => {
  test.each(EVERY_MS)(
    'D/D/1 at full utilization, one query every %d ms: no query meets another',
    async (every) => {
      const one = await regular(1, every, every);
      // The last query is still running when the run ends.
      expect(one.completed).toBe(one.arrived - (one.in_flight > 0 ? 1 : 0));
      expect(one.latency.max / (every / 1000) - 1).toBeLessThan(1e-9);
      expect(one.connections.peak).toBe(1);
      expect(one.saturated_seconds).toBe(0);
      expect(one.mean_in_system).toBeCloseTo(1, 9);
      expect(one.cpu_seconds / one.vcpu_seconds).toBeCloseTo(1, 9);
    },
  );

  test.each(EVERY_MS)(
    'D/D/4 at full utilization, one query every %d ms: each query has a processor to itself',
    async (every) => {
      const one = await regular(4, every, 4 * every, 5000);
      expect(one.latency.max / ((4 * every) / 1000) - 1).toBeLessThan(1e-9);
      expect(one.connections.peak).toBe(4);
      expect(one.saturated_seconds).toBeLessThan(1e-6);
    },
  );

  test.each([0.1, 0.5, 0.9])('D/D/1 at a utilization of %d: latencies are service times', async (use) => {
    const one = await regular(1, 110, 110 * use);
    expect(one.latency.max).toBeCloseTo(0.11 * use, 9);
    expect(one.mean_in_system).toBeCloseTo(use, 4);
  });

  test('a released connection slot is available to a client that arrives at the same time', async () => {
    const one = await run(
      document({
        cu: 1,
        duration: '1000s',
        load: { process: { regular: { every: '100ms' } }, query: { cpu: '0s', wait: '300ms' } },
        compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
        model: { max_connections: 3 },
      }),
    );
    expect(one).toMatchObject({ failed: 0, connections: { peak: 3, refused: 0 } });
  });

  test('a pooler place released at an arrival keeps no client waiting', async () => {
    const one = await run(
      document({
        cu: 1,
        duration: '1000s',
        load: {
          process: { regular: { every: '700ms' } },
          query: { cpu: '700ms' },
          connection: { kind: 'pool', size: 5, via: 'pooler' },
        },
        compute: { initial_state: 'active', suspend_timeout_seconds: -1 },
        model: { max_connections: 1 },
      }),
    );
    expect(one.pooler).toMatchObject({ queued: 0, waiting_peak: 0 });
  });
});
