import fc from 'fast-check';
import { test } from 'vitest';
import { assertInvariants, recordDocument } from '../../src/testing/index.js';
import { scenarioDocuments } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';

test('the invariants hold over random scenarios', async () => {
  await fc.assert(
    fc.asyncProperty(scenarioDocuments(), async (document) => {
      assertInvariants(await recordDocument(document));
    }),
    { seed: 20260105, numRuns: cases(200) },
  );
});

test('the invariants hold over random scenarios in which only connections are limited', async () => {
  const crowded = scenarioDocuments({ computes: 1, loads: 4, queries: 150, plans: ['scale'] });
  await fc.assert(
    fc.asyncProperty(crowded, fc.integer({ min: 1, max: 4 }), async (document, max_connections) => {
      const model = { ...document.model, max_connections, reserved_connections: 0 };
      assertInvariants(await recordDocument({ ...document, model }));
    }),
    { seed: 2, numRuns: cases(80) },
  );
});

test('the invariants hold over months on the free plan whose CU-hours run out', async () => {
  const free = scenarioDocuments({ plans: ['free'], loads: 2, events: 0, open: true });
  await fc.assert(
    fc.asyncProperty(free, async (document) => {
      const computes = document.computes.map((compute) => ({
        ...compute,
        autoscaling_limit_max_cu: compute['autoscaling_limit_min_cu'],
        suspend_timer: '20d',
      }));
      const load = document.load.map((one) => ({
        ...one,
        // A pool that opens connections in advance would retry every few seconds for months.
        ...(JSON.stringify(one['connection'] ?? '').includes('"pool"')
          ? { connection: { kind: 'pool', size: 4 } }
          : {}),
        process: 'poisson',
        rate: '5/d',
      }));
      const long = { ...document, computes, load, duration: '40d', timeline_interval: '1d' };
      assertInvariants(await recordDocument(long));
    }),
    { seed: 3, numRuns: cases(60) },
  );
});
