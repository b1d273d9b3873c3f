import fc from 'fast-check';
import { checkArguments } from '../arguments/arguments.js';
import { type ArrivalScale, arrivalProcesses } from './arrival-arbitrary.js';
import {
  closedLoops,
  configuredPools,
  destinations,
  subscriptions,
  transactions,
} from './client-arbitrary.js';
import {
  durationDistributions,
  evenMixture,
  type Json,
  type JsonMapping,
  millisecondsText,
} from './distribution-arbitrary.js';

const via = fc.constantFrom('direct', 'pooler');

function closedLoad(computes: readonly string[], scale: ArrivalScale): fc.Arbitrary<JsonMapping> {
  return fc
    .record(
      {
        destination: destinations(computes),
        process: closedLoops(scale),
        query: queryDemands(),
        connection: fc.oneof(fc.record({ kind: fc.constant('per_query'), via }), configuredPools()),
        retry: retryPolicies(),
      },
      { requiredKeys: ['destination', 'process', 'query'] },
    )
    .map(({ destination, ...rest }): JsonMapping => ({ ...destination, ...rest }));
}

function subscriberLoad(computes: readonly string[]): fc.Arbitrary<JsonMapping> {
  return fc
    .record(
      { destination: destinations(computes), connection: subscriptions(), retry: retryPolicies() },
      { requiredKeys: ['destination', 'connection'] },
    )
    .map(({ destination, ...rest }): JsonMapping => ({ ...destination, ...rest }));
}

/** The demands of one query: CPU, and sometimes waits, pages, memory and temporary files. */
export function queryDemands(): fc.Arbitrary<Json> {
  const reads = fc.record({
    pages: fc.oneof(
      fc.integer({ min: 0, max: 200 }),
      fc.record({ exponential: fc.record({ mean: fc.integer({ min: 1, max: 50 }) }) }),
    ),
    working_set: fc.constantFrom('8KiB', '1MiB', '64MiB', '2GiB'),
    popularity: fc.constantFrom(0, 0.5, 0.9, 1.2),
  });
  return fc
    .record(
      {
        cpu: durationDistributions(2000),
        wait: durationDistributions(3000),
        // Half of the loads have them: tabulating a working set costs more than a short run does.
        reads: fc.oneof({ arbitrary: fc.constant({}), weight: 1 }, { arbitrary: reads, weight: 1 }),
        memory: fc.constantFrom('0', '4MiB', '1GiB'),
        temp: fc.constantFrom('0', '1MiB', '8GiB', '15GiB', '25GiB'),
        statement_timeout: fc.integer({ min: 1, max: 5000 }).map(millisecondsText),
      },
      { requiredKeys: ['cpu'] },
    )
    .map(({ reads: pages, ...demand }): Json => ({ ...demand, ...pages }));
}

/** How clients hold connections: one per query, a pool, or sessions; direct or through the pooler. */
export function connectionKinds(): fc.Arbitrary<Json> {
  const counts = fc.oneof(
    fc.integer({ min: 1, max: 6 }),
    fc.record({ uniform: fc.record({ min: fc.constant(1), max: fc.integer({ min: 1, max: 6 }) }) }),
  );
  const hold = durationDistributions(300_000);
  const think = durationDistributions(90_000);
  return fc.oneof(
    fc.record({ kind: fc.constant('per_query'), via }),
    fc.record(
      {
        kind: fc.constant('pool'),
        via,
        size: fc.integer({ min: 1, max: 8 }),
        acquire_timeout: durationDistributions(10_000),
        max_waiting: fc.integer({ min: 0, max: 10 }),
      },
      { requiredKeys: ['kind', 'via', 'size'] },
    ),
    fc.record({ kind: fc.constant('session'), via, hold }),
    fc.record({ kind: fc.constant('session'), via, queries: counts, think }),
    fc.record({ kind: fc.constant('session'), via, hold, queries: counts, think }),
    // A session that ends only by time must think for a while between its queries.
    fc.record({
      kind: fc.constant('session'),
      via,
      hold,
      think: think.map((distribution) => evenMixture('10s', distribution)),
    }),
  );
}

/** Clients' retries after a failed attempt. */
export function retryPolicies(): fc.Arbitrary<Json> {
  return fc.record(
    {
      attempts: fc.integer({ min: 1, max: 5 }),
      budget: fc.constantFrom(0, '20%', 1.5),
      give_up: fc.integer({ min: 1, max: 60_000 }).map(millisecondsText),
      first: fc.integer({ min: 0, max: 2000 }).map(millisecondsText),
      factor: fc.constantFrom(1, 1.5, 2),
      max: fc.constantFrom('2s', '30s'),
      jitter: fc.constantFrom('none', 'equal', 'full'),
      connect_timeout: fc.integer({ min: 1, max: 5000 }).map(millisecondsText),
    },
    { requiredKeys: ['attempts', 'first'] },
  );
}

/**
 * The `load` section of a scenario document.
 * @param computes names of the computes
 * @param most maximum number of loads
 * @param open only loads whose arrivals do not depend on earlier queries, each at one compute
 */
export function loadDocuments(
  computes: readonly string[],
  scale: ArrivalScale,
  most = 3,
  open = false,
): fc.Arbitrary<readonly JsonMapping[]> {
  checkArguments('loadDocuments', { computes, scale, at_least_one: most, open });
  const connection = fc.oneof(
    { weight: 4, arbitrary: connectionKinds() },
    { weight: 2, arbitrary: configuredPools() },
    { weight: 1, arbitrary: transactions() },
  );
  const arriving = fc
    .record(
      {
        destination: open
          ? fc.constantFrom(...computes).map((compute) => ({ compute }))
          : destinations(computes),
        arrivals: arrivalProcesses(scale),
        query: queryDemands(),
        connection,
        retry: retryPolicies(),
      },
      { requiredKeys: ['destination', 'arrivals', 'query'] },
    )
    .map(
      ({ destination, arrivals, ...rest }): JsonMapping => ({
        ...destination,
        ...rest,
        ...arrivals,
      }),
    );
  const load = open
    ? arriving
    : fc.oneof(
        { weight: 8, arbitrary: arriving },
        { weight: 2, arbitrary: closedLoad(computes, scale) },
        { weight: 1, arbitrary: subscriberLoad(computes) },
      );
  return fc
    .array(load, { minLength: 1, maxLength: most })
    .map((loads) => loads.map((one, index) => ({ name: `load-${index + 1}`, ...one })));
}
