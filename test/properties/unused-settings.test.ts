import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RunRecord, recordDocument } from '../../src/testing/index.js';
import { scenarioDocuments } from '../../src/testing/properties.js';
import { cases } from '../long-suite.js';

function shown({ timeline, decisions, observations }: RunRecord): string {
  return JSON.stringify([timeline, decisions, observations.events_fired]);
}

/**
 * Direct connections only, no page reads, no edits, a fixed size billed as it is: much of the model is not used. A smallest
 * billed size would make the run look at the vCPU in use.
 */
const plain = scenarioDocuments({ plans: ['scale'], events: 0, open: true }).map((document) => ({
  ...document,
  model: { ...document.model, smallest_billed_cu: undefined },
  computes: document.computes.map((compute) => ({
    ...compute,
    autoscaling_limit_max_cu: compute['autoscaling_limit_min_cu']!,
  })),
  load: document.load.map((load) => ({ ...load, query: { cpu: '20ms' }, connection: { kind: 'per_query' } })),
}));

/** A value for each constant that such a run does not use. */
const unused = fc.record({
  page_miss_latency: fc.constantFrom('0s', '1ms', '5s'),
  pooler_pool_share: fc.constantFrom(0, 0.3, 1),
  pooler_max_clients: fc.integer({ min: 1, max: 100 }),
  query_wait_timeout: fc.constantFrom('1s', '10m'),
  restart_latency: fc.constantFrom('0s', '1h'),
  metrics_interval: fc.constantFrom('1s', '1m'),
  load_average_fraction_target: fc.constantFrom(0.1, 1.5),
  long_idle_after: fc.constant('30d'),
  long_idle_factor: fc.integer({ min: 1, max: 9 }),
});

test('settings that a run does not use change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(plain, unused, unused, async (document, one, other) => {
      const first = await recordDocument({ ...document, model: { ...document.model, ...one } });
      const second = await recordDocument({ ...document, model: { ...document.model, ...other } });
      expect(shown(second)).toBe(shown(first));
    }),
    { seed: 14, numRuns: cases(50) },
  );
});

test('retries change nothing if nothing fails', async () => {
  await fc.assert(
    fc.asyncProperty(plain, async (document) => {
      const limits = { max_connections: 4000, reserved_connections: 0, proxy: 'transparent' };
      const model = { ...document.model, ...limits };
      const bare = document.load.map((load) => ({ ...load, retry: { attempts: 1 } }));
      const patient = document.load.map((load) => ({ ...load, retry: { attempts: 5, first: '1s' } }));
      const first = await recordDocument({ ...document, model, load: bare });
      const second = await recordDocument({ ...document, model, load: patient });
      expect(shown(second)).toBe(shown(first));
    }),
    { seed: 15, numRuns: cases(30) },
  );
});
