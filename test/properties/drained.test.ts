import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { Simulation } from '../../src/simulation/simulation.js';
import {
  arrivalTimes,
  connectionKinds,
  queryDemands,
  retryPolicies,
  scenarioDocuments,
} from '../../src/testing/properties.js';
import type { ConnectionSpecification } from '../../src/workload/load-specification.js';
import { cases } from '../long-suite.js';

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

/** Arbitrary activity in the first half hour, on a compute without any load afterwards. */
const quiet = fc.tuple(scenarioDocuments({ computes: 1, plans: ['scale'] }), loads, fc.boolean());

/** Connections that an idle load may keep open: those of its pool. */
function keeps(connection: ConnectionSpecification): number {
  return connection.kind === 'pool' ? connection.size : 0;
}

describe('everything drains after the load stops', () => {
  test('after the load stops, no query, session, slot or pooler place is in use except for pool connections', async () => {
    await fc.assert(
      fc.asyncProperty(quiet, async ([any, drafts, sleeps]) => {
        const { suspend_timer, ...primary } = any.computes[0]!;
        const always = { ...primary, suspend_timeout_seconds: -1 };
        const document = {
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
        };
        const scenario = await parseScenario(JSON.stringify(document));
        const simulation = new Simulation(scenario);
        while (!simulation.advance(1_000_000));
        const one = simulation.observations().computes[0]!;
        expect(one.in_flight).toBe(0);
        expect(one.arrived).toBe(one.completed + one.failed);
        expect(one.attempts.open).toBe(0);
        expect(one.attempts.made).toBe(one.completed + one.failed + one.attempts.retried);

        const { queries, sessions, connections, pooler_clients, pooler_servers } = simulation.holdings();
        expect({ queries, sessions }).toEqual({ queries: 0, sessions: 0 });
        const kept = (via: 'direct' | 'pooler'): number =>
          scenario.load
            .filter(({ connection }) => connection.via === via)
            .reduce((sum, { connection }) => sum + keeps(connection), 0);
        expect(connections).toBeLessThanOrEqual(pooler_servers + kept('direct'));
        expect(pooler_clients).toBeLessThanOrEqual(kept('pooler'));
      }),
      { seed: 13, numRuns: cases(50) },
    );
  });
});
