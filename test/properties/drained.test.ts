import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrivalTimes,
  connectionKinds,
  queryDemands,
  recordDocument,
  retryPolicies,
  scenarioDocuments,
} from '../../src/testing/index.js';

const ARRIVALS_END = 1800;

const loads = fc.array(
  fc.record(
    {
      times: arrivalTimes({ duration_seconds: ARRIVALS_END, queries: 40 }),
      query: queryDemands(),
      connection: connectionKinds(),
      retry: retryPolicies(),
    },
    { requiredKeys: ['times', 'query'] },
  ),
  { minLength: 1, maxLength: 3 },
);

/** Whatever happens in the first half hour, on a compute that nobody asks for anything afterwards. */
const quiet = fc.tuple(scenarioDocuments({ computes: 1, plans: ['scale'] }), loads, fc.boolean());

describe('when the load stops, everything comes to its end', () => {
  test('nothing is inside any more, and connections of single queries are closed', async () => {
    await fc.assert(
      fc.asyncProperty(quiet, async ([any, drafts, sleeps]) => {
        const { suspend_timer, ...primary } = any.computes[0]!;
        const always = { ...primary, suspend_timeout_seconds: -1 };
        const record = await recordDocument({
          ...any,
          duration: '2d',
          timeline_interval: '1h',
          events: any.events.filter((event) => Number.parseInt(String(event['at']), 10) < 3_600_000),
          computes: [sleeps ? any.computes[0] : always],
          load: drafts.map(({ times, ...load }, index) => ({
            name: `load-${index}`,
            compute: 'primary',
            process: { arrivals: times.map((at) => `${at}s`) },
            ...load,
          })),
        });
        const one = record.observations.computes[0]!;
        expect(one.in_flight).toBe(0);
        expect(one.arrived).toBe(one.completed + one.failed);
        const direct = drafts.every(({ connection }) => {
          const { kind, via } = (connection ?? { kind: 'per_query', via: 'direct' }) as {
            readonly kind: string;
            readonly via: string;
          };
          return kind !== 'pool' && via === 'direct';
        });
        if (direct) expect(record.timeline.at(-1)!.connections_max).toBe(0);
      }),
      { seed: 13, numRuns: 50 },
    );
  });
});
