import { DEFAULT_WAKE_LATENCY } from '../../compute/lifecycle/wake-latency.js';
import { durationDistribution } from '../form/distribution-schema.js';
import { formatDuration } from '../form/quantity.js';
import { COUNT, DURATION, DURATION_OR_NEVER, positive, quantity, SHARE } from '../form/quantity-schema.js';
import { word } from '../form/text-schema.js';
import type { ModelConstant } from './assumption.js';

// When a constant matters
const WAKES = { if: 'wakes', once: 'waited_for_wake' } as const;
const LONG_IDLE = { if: 'long_idle', once: 'waited_for_wake' } as const;
const RESTARTS = { if: 'restarts', once: 'restarted' } as const;
const SUSPENDS = { if: 'suspends', once: 'suspended' } as const;
const QUERIES = { if: 'loaded', once: 'queried' } as const;

/** How long wakes, restarts and connecting take, and how late a suspend is. */
export const LIFECYCLE_CONSTANTS = {
  wake_latency: {
    schema: durationDistribution.describe(
      'Time from the start of a wake until the compute runs, with a warm pool.',
    ),
    default: {
      lognormal: {
        median: formatDuration(DEFAULT_WAKE_LATENCY.median_seconds),
        p99: formatDuration(DEFAULT_WAKE_LATENCY.p99_seconds),
      },
    },
    source:
      "median from the vendor's autoscaling report of December 2025; the tail is not published, third parties infer a p99 of 1 to 3 s",
    confidence: 'low',
    matters: WAKES,
  },
  warm_pool_miss: {
    schema: quantity(SHARE, 'Probability that the warm pool is empty at a wake.'),
    default: 0,
    source: 'not published; the pool is assumed to be always ready',
    confidence: 'low',
    matters: WAKES,
    alternatives: { high: '5%' },
  },
  warm_pool_miss_latency: {
    schema: durationDistribution.describe('Length of a wake when the warm pool is empty.'),
    default: { uniform: { min: '3s', max: '6s' } },
    source: "vendor's blog of 2023-07-25: 3 to 6 s before pools, and still when a pool is empty",
    confidence: 'medium',
    matters: { if: 'pool_misses', once: 'waited_for_wake' },
  },
  long_idle_after: {
    schema: quantity(DURATION, 'A suspension longer than this makes the wake slower.'),
    default: '7d',
    source: 'platform documentation, compute lifecycle, 2025-12-17',
    confidence: 'high',
    matters: LONG_IDLE,
  },
  long_idle_factor: {
    schema: quantity(COUNT, 'Duration of such a wake as a multiple of the usual one.'),
    default: 1.25,
    source: 'the documentation says only "slightly longer"; the factor is a guess',
    confidence: 'low',
    matters: LONG_IDLE,
    alternatives: { low: '1', high: '2' },
  },
  restart_latency: {
    schema: durationDistribution.describe('Time from the stop of a compute until it runs again.'),
    default: { lognormal: { median: '500ms', p99: '1s' } },
    source: "p99 from the vendor's blog on prewarming; the median is a guess",
    confidence: 'low',
    matters: RESTARTS,
  },
  connect_latency: {
    schema: durationDistribution.describe('Time to open a connection to a running compute.'),
    default: '0s',
    source: 'left out unless given: it depends on where the client runs',
    confidence: 'medium',
    matters: QUERIES,
    alternatives: { high: '20ms' },
  },
  round_trip_latency: {
    schema: quantity(
      DURATION,
      'Time that network and driver add to each query that a compute works on; a load may have its own.',
    ),
    default: '0s',
    source:
      'left out unless given: it depends on where the client runs; driver, socket and parse alone took 0.4 to 0.5 ms with the server on the same machine',
    confidence: 'medium',
    matters: QUERIES,
    alternatives: { high: '0.5ms' },
  },
  fork_latency: {
    schema: quantity(
      DURATION,
      'How long starting the process of one connection delays the start of the next.',
    ),
    default: '500us',
    source:
      "0.49 ms of the server process's CPU time for each connection of pgbench -C to PostgreSQL 15 on a shared machine; a quarter of a core may take longer",
    confidence: 'low',
    matters: QUERIES,
    alternatives: { high: '4ms' },
  },
  connection_cpu: {
    schema: quantity(
      DURATION,
      'CPU time of a new connection on the compute: starting its process, authentication, and filling its catalogue caches at the first query.',
    ),
    default: '0s',
    source:
      'left out unless given, since the measured cpu of a query may include it; PostgreSQL 15 on a shared core took 3 to 8 ms per connection, half of it at the first query',
    confidence: 'medium',
    matters: QUERIES,
    alternatives: { high: '5ms' },
  },
  session_end_latency: {
    schema: quantity(
      DURATION,
      'How long ending one session delays the end of the next when Postgres stops; queries that a pool sends over the remaining sessions in the meantime are cut off (57P01).',
    ),
    default: '0s',
    source:
      'left out unless given; eleven idle sessions of PostgreSQL 15 on one core ended within 24 ms of a fast shutdown, one after another',
    confidence: 'medium',
    matters: RESTARTS,
    alternatives: { high: '2ms' },
  },
  suspend_check: {
    schema: durationDistribution.describe('How late the suspend check notices that the timeout has passed.'),
    default: '0s',
    source: 'how often the platform checks is not published',
    confidence: 'low',
    platform: {
      default: { uniform: { min: '0s', max: '5s' } },
      source:
        'how often the platform checks is not published; the monitor in the compute, which checks every 0.5 s, and a check every few seconds are assumed to add up to 5 s in total',
      confidence: 'low',
    },
    matters: SUSPENDS,
    alternatives: { high: '{ uniform: { min: 0s, max: 60s } }' },
  },
  idle_clock: {
    schema: word(
      ['work', 'connections'],
      'Activity that resets the idle timeout: work on the compute (work), or also any open connection, idle or not (connections).',
    ),
    default: 'work',
    source: 'platform documentation, compute lifecycle, 2025-12-17; other platforms count open connections',
    confidence: 'high',
    matters: { if: 'connections_keep_awake', once: 'suspended' },
    alternatives: {},
  },
  availability_check_interval: {
    schema: positive(
      DURATION_OR_NEVER,
      'Time between availability checks of the platform, the first after half of it: each wakes a suspended compute, and is activity of a running one.',
    ),
    default: 'never',
    source: "the API's specification has no activity other than connections, queries and calls",
    confidence: 'medium',
    platform: {
      default: '1d',
      source:
        'platform documentation, compute lifecycle, 2025-12-17: checks wake an idle compute from time to time, less often the longer it is idle; how often is not published, and a day is a guess',
      confidence: 'low',
    },
    matters: { if: 'suspends', once: 'started' },
    alternatives: {},
  },
  autovacuum_interval: {
    schema: positive(
      DURATION_OR_NEVER,
      'Time between autovacuum workers on a running compute that the monitor sees; each is activity.',
    ),
    default: 'never',
    source:
      'an autovacuum worker is activity (compute_tools/src/monitor.rs of neondatabase/neon); how often a worker has work depends on the rows written, which a scenario does not contain; PostgreSQL checks at most once per minute',
    confidence: 'low',
    matters: SUSPENDS,
    alternatives: {},
  },
  proxy: {
    schema: word(
      ['transparent', 'platform', 'absent'],
      "The proxy between clients and a compute: one that only holds connections until the compute runs (transparent), the platform's with its retries and limits (platform), or none, so that a starting compute answers 57P03 (absent).",
    ),
    default: 'transparent',
    source:
      'connections are held while a compute wakes, as the platform documents; the limits of its proxy are per instance, and how many there are is not published',
    confidence: 'medium',
    platform: {
      default: 'platform',
      source:
        "the platform's open-source proxy, 2026-03; one instance is assumed, how many there are is not published",
      confidence: 'medium',
    },
    matters: { if: 'loaded', once: 'found_stopped' },
    alternatives: { high: 'platform' },
  },
  idle_in_transaction_timeout: {
    schema: positive(DURATION, 'A session that is idle in a transaction for longer is ended (25P03).'),
    default: '5m',
    source: 'platform documentation, Postgres compatibility: idle_in_transaction_session_timeout',
    confidence: 'high',
    matters: { if: 'in_transaction', once: 'ended_in_transaction' },
  },
} as const satisfies Readonly<Record<string, ModelConstant>>;
