import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../long-suite.js';
import { at, primary, runExample } from '../simulation/support/one-compute.js';

/** Bounds on query length and offered load that make a queue of ten seconds unreachable. */
const MAX_SECONDS = 0.2;
const HIGHEST_LOAD = 0.6;

const underloaded = fc.record({
  seed: fc.nat({ max: 1_000_000 }),
  cu: fc.constantFrom(0.25, 0.5, 1, 2, 4),
  service: fc.double({ min: 0.01, max: MAX_SECONDS, noNaN: true }),
  load: fc.double({ min: 0.05, max: HIGHEST_LOAD, noNaN: true }),
  heavy_seconds: fc.integer({ min: 1, max: 600 }),
  connection: fc.constantFrom(
    { kind: 'per_query' },
    { kind: 'pool', size: 20 },
    { kind: 'pool', size: 20, via: 'pooler' },
  ),
  suspend_timeout_seconds: fc.constantFrom(-1, 60),
});

test('a compute with sufficient capacity is never overloaded, and clients wait only briefly in their pools', async () => {
  await fc.assert(
    fc.asyncProperty(underloaded, async (over) => {
      const { cu, service, load, heavy_seconds, connection } = over;
      const cpu = service * Math.min(1, cu);
      const { suspend_timeout_seconds, seed } = over;
      const record = await runExample({
        compute: { autoscaling_limit_min_cu: cu, autoscaling_limit_max_cu: cu, suspend_timeout_seconds },
        load: [
          { name: 'web', rate: `${(load * cu) / cpu}/s`, query: { cpu: `${cpu}s` }, connection },
          { name: 'report', process: at(600), query: { cpu: `${heavy_seconds * Math.min(1, cu)}s` } },
        ],
        scenario: { name: 'underloaded', seed, duration: '30m', model: {} },
      });
      const { overload, client_pool_wait } = primary(record);
      expect(overload.seconds).toBe(0);
      expect(overload.longest_backlog_seconds).toBeLessThan(10);
      expect(client_pool_wait.max).toBeLessThan(10);
    }),
    { seed: 31, numRuns: cases(120) },
  );
});
