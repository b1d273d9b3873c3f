import fc from 'fast-check';
import { type ArrivalScale, arrivalProcesses } from './arrival-arbitrary.js';
import { durationDistributions, type Json } from './distribution-arbitrary.js';
import { milliseconds } from './quantity-text.js';

const via = fc.constantFrom('direct', 'pooler');

/** What one query asks: CPU, and now and then waits, pages, memory and temporary files. */
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
        // One in four loads: tabulating a working set costs more than a short run does.
        reads: fc.oneof({ arbitrary: fc.constant({}), weight: 1 }, { arbitrary: reads, weight: 1 }),
        memory: fc.constantFrom('0', '4MiB', '1GiB'),
        temp: fc.constantFrom('0', '1MiB', '8GiB', '15GiB', '25GiB'),
      },
      { requiredKeys: ['cpu'] },
    )
    .map(({ reads: pages, ...demand }): Json => ({ ...demand, ...pages }));
}

/** How clients hold connections: one a query, a pool, or sessions; direct or through the pooler. */
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
    // A session that only time ends must think for a while between its queries.
    fc.record({
      kind: fc.constant('session'),
      via,
      hold,
      think: think.map(
        (law): Json => ({
          mixture: [
            { weight: 1, of: '10s' },
            { weight: 1, of: law },
          ],
        }),
      ),
    }),
  );
}

/** What clients do when an attempt fails. */
export function retryPolicies(): fc.Arbitrary<Json> {
  return fc.record(
    {
      attempts: fc.integer({ min: 1, max: 5 }),
      first: fc.integer({ min: 0, max: 2000 }).map(milliseconds),
      factor: fc.constantFrom(1, 1.5, 2),
      max: fc.constantFrom('2s', '30s'),
      jitter: fc.constantFrom('none', 'equal', 'full'),
      connect_timeout: fc.integer({ min: 1, max: 5000 }).map(milliseconds),
    },
    { requiredKeys: ['attempts', 'first'] },
  );
}

/**
 * The `load` section of a scenario document.
 * @param computes names of the computes
 * @param most how many loads at most
 */
export function loadDocuments(
  computes: readonly string[],
  scale: ArrivalScale,
  most = 3,
): fc.Arbitrary<readonly { readonly [key: string]: Json }[]> {
  const load = fc
    .record(
      {
        compute: fc.constantFrom(...computes),
        arrivals: arrivalProcesses(scale),
        query: queryDemands(),
        connection: connectionKinds(),
        retry: retryPolicies(),
      },
      { requiredKeys: ['compute', 'arrivals', 'query'] },
    )
    .map(({ arrivals, ...rest }): { readonly [key: string]: Json } => ({ ...rest, ...arrivals }));
  return fc
    .array(load, { minLength: 1, maxLength: most })
    .map((loads) => loads.map((one, index) => ({ name: `load-${index + 1}`, ...one })));
}
