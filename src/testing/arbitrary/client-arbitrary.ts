import fc from 'fast-check';
import { POOL_PRESET_NAMES } from '../../workload/pool-preset.js';
import { checkArguments } from '../arguments/arguments.js';
import type { ArrivalScale } from './arrival-arbitrary.js';
import {
  durationDistributions,
  evenMixture,
  type Json,
  type JsonMapping,
  millisecondsText,
  seconds,
} from './distribution-arbitrary.js';

const via = fc.constantFrom('direct', 'pooler');

/** Whole seconds within bounds, or never. */
const limit = (least: number, most: number) =>
  fc.oneof(fc.integer({ min: least, max: most }).map(seconds), fc.constant('never'));

/** Pools as libraries configure them: presets, idle connections kept and closed, lifetimes, stale connections. */
export function configuredPools(): fc.Arbitrary<JsonMapping> {
  const settings = {
    via,
    size: fc.integer({ min: 1, max: 8 }),
    min_idle: fc.integer({ min: 0, max: 8 }),
    idle_timeout: limit(0, 600),
    max_lifetime: limit(30, 1800),
    keepalive: limit(30, 900),
    instances: instances(),
    acquire_timeout: fc.oneof(durationDistributions(10_000), fc.constant('never')),
    max_waiting: fc.integer({ min: 0, max: 10 }),
    stale: fc.constantFrom('noticed', 'tested', 'handed_out'),
    user: fc.constantFrom('app', 'report'),
    database: fc.constantFrom('app', 'shop'),
  };
  return fc.oneof(
    fc.record(settings, { requiredKeys: ['via', 'size'] }).map(
      ({ min_idle = 0, ...pool }): JsonMapping => ({
        kind: 'pool',
        ...pool,
        min_idle: Math.min(min_idle, pool.size),
      }),
    ),
    fc
      .record({ via, preset: fc.constantFrom(...POOL_PRESET_NAMES) })
      .map((pool): JsonMapping => ({ kind: 'pool', ...pool })),
  );
}

/** A number of instances, with or without deploys, or instances that scale with the load. */
function instances(): fc.Arbitrary<JsonMapping | number> {
  const count = fc.integer({ min: 1, max: 4 });
  const deploys = fc.constantFrom({ every: '5m', overlap: '1m' }, { every: '1h', overlap: '30m' });
  return fc.oneof(
    count,
    fc.record({ count, deploys }),
    fc.record({ up_to: count, queries_each: count, keep: limit(10, 600).filter((keep) => keep !== 'never') }),
  );
}

/** Sessions of one transaction each, idle between their queries. */
export function transactions(): fc.Arbitrary<JsonMapping> {
  return fc.record({
    kind: fc.constant('session'),
    via,
    queries: fc.integer({ min: 1, max: 4 }),
    think: durationDistributions(120_000),
    in_transaction: fc.constant(true),
  });
}

/** Connections without queries: listening sessions, and subscribers of logical replication. */
export function subscriptions(): fc.Arbitrary<JsonMapping> {
  return fc.record({
    kind: fc.constantFrom('listen', 'replication'),
    clients: fc.integer({ min: 1, max: 3 }),
  });
}

/** The `process` of a load of a few clients in a closed loop; about `queries` are sent. */
export function closedLoops(scale: ArrivalScale): fc.Arbitrary<JsonMapping> {
  checkArguments('closedLoops', { scale });
  const gap_ms = Math.max(2, Math.round((1000 * scale.duration_seconds) / scale.queries));
  return fc
    .record({
      clients: fc.integer({ min: 1, max: 6 }),
      more: durationDistributions(gap_ms),
      ramp: fc.constantFrom('0s', '1s', '30s'),
    })
    .map(
      ({ clients, more, ramp }): JsonMapping => ({
        // Half of the think times are as long as the scale requires: a few milliseconds would send far more queries.
        closed: { clients, think: evenMixture(millisecondsText(clients * gap_ms), more), ramp },
      }),
    );
}

/** The destination of a load's queries: one compute, or a route over several. */
export function destinations(computes: readonly string[]): fc.Arbitrary<JsonMapping> {
  checkArguments('destinations', { computes });
  const one = fc.constantFrom(...computes).map((compute): JsonMapping => ({ compute }));
  if (computes.length < 2) return one;
  const several = fc.subarray([...computes], { minLength: 2 });
  const weighted = several.chain((names) =>
    fc
      .array(fc.constantFrom(0.5, 1, 2), { minLength: names.length, maxLength: names.length })
      .map((weights): Json => Object.fromEntries(names.map((name, index) => [name, weights[index]!]))),
  );
  const targets = fc.oneof(several, weighted);
  return fc.oneof(
    { weight: 2, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc
        .record({ by: fc.constantFrom('weight', 'least_connections'), targets })
        .map(({ by, targets: over }): JsonMapping => ({ route: { [by]: over } })),
    },
  );
}
