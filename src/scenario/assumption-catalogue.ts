import type { z } from 'zod';
import type { Assumption, ModelConstants } from './scenario.js';
import { durationDistribution } from './schema/distribution-schema.js';
import {
  COUNT,
  DURATION,
  plainNumber,
  positive,
  quantity,
  SHARE,
  SIZE,
  wholeNumber,
} from './schema/quantity-schema.js';
import { trueOrFalse } from './schema/text-schema.js';

/** One constant of the model: how it is written, what it is unless given, and where that comes from. */
export interface CatalogueEntry<Value> {
  readonly schema: z.ZodType<Value>;
  /** As a scenario would write it; `undefined` where there is nothing to assume unless it is given. */
  readonly default: unknown;
  readonly source: string;
  readonly confidence: Exclude<Assumption['confidence'], 'yours'>;
}

/**
 * Every constant of the platform's behaviour that is not published or that a user may override, in the
 * order in which reports list them.
 */
export const ASSUMPTION_CATALOGUE: {
  readonly [Key in keyof ModelConstants]-?: CatalogueEntry<Exclude<ModelConstants[Key], undefined>>;
} = {
  wake_latency: {
    schema: durationDistribution.describe('From the start of a wake to a running compute, with a warm pool.'),
    default: { lognormal: { median: '350ms', p99: '2s' } },
    source:
      "median from the vendor's autoscaling report of December 2025; the tail is not published, third parties infer a p99 of 1 to 3 s",
    confidence: 'low',
  },
  warm_pool_miss: {
    schema: quantity(SHARE, 'Probability that the warm pool is empty at a wake.'),
    default: 0,
    source: 'not published; the pool is taken to be always ready',
    confidence: 'low',
  },
  warm_pool_miss_latency: {
    schema: durationDistribution.describe('Length of a wake when the warm pool is empty.'),
    default: { uniform: { min: '3s', max: '6s' } },
    source: "vendor's blog of 2023-07-25: 3 to 6 s before pools, and still when a pool is empty",
    confidence: 'medium',
  },
  long_idle_after: {
    schema: quantity(DURATION, 'A suspension longer than this makes the wake slower.'),
    default: '7d',
    source: 'platform documentation, compute lifecycle, 2025-12-17',
    confidence: 'high',
  },
  long_idle_factor: {
    schema: quantity(COUNT, 'How many times as long such a wake takes.'),
    default: 1.25,
    source: 'the documentation says only "slightly longer"; the factor is a guess',
    confidence: 'low',
  },
  restart_latency: {
    schema: durationDistribution.describe('From the stop of a compute to its running again.'),
    default: { lognormal: { median: '500ms', p99: '1s' } },
    source: "p99 from the vendor's blog on prewarming; the median is a guess",
    confidence: 'low',
  },
  connect_latency: {
    schema: durationDistribution.describe('Opening a connection to a running compute.'),
    default: '0s',
    source: 'left out unless given: it depends on where the client runs',
    confidence: 'medium',
  },
  suspend_check: {
    schema: durationDistribution.describe('How late the suspend check notices that the timeout has passed.'),
    default: '0s',
    source: 'how often the platform checks is not published',
    confidence: 'low',
  },
  max_connections: {
    schema: wholeNumber(1, 'Connection slots; overrides the size table.'),
    default: undefined,
    source: "platform's size table",
    confidence: 'high',
  },
  reserved_connections: {
    schema: wholeNumber(0, "Slots kept for the platform's superuser."),
    default: 0,
    source: 'left out unless given; the documentation of 2026 reserves 7, older pages 4',
    confidence: 'medium',
  },
  memory_per_cu: {
    schema: positive(SIZE, 'RAM of one CU.'),
    default: '4GiB',
    source: "platform's size table; documentation from December 2025 on counts 4GB",
    confidence: 'high',
  },
  metrics_interval: {
    schema: positive(DURATION, 'Time between two looks of the autoscaler at its metrics.'),
    default: '5s',
    source: 'configuration of the open-source autoscaler agent, 2025-09',
    confidence: 'high',
  },
  load_average_fraction_target: {
    schema: plainNumber(
      'a load average per vCPU above 0 and at most 2',
      (value) => value > 0 && value <= 2,
      { exclusiveMinimum: 0, maximum: 2 },
      "The autoscaler's target: load average per vCPU.",
    ),
    default: 0.9,
    source: 'configuration of the open-source autoscaler agent, 2025-09',
    confidence: 'high',
  },
  bill_startup: {
    schema: trueOrFalse('Whether start-up time is billed.'),
    default: false,
    source: 'billing code of the open-source autoscaler agent; that invoices use the same events is inferred',
    confidence: 'medium',
  },
  page_miss_latency: {
    schema: quantity(DURATION, 'Reading one page that is not in the Local File Cache.'),
    default: '300us',
    source:
      'provisional: a pgbench client in and out of cache on a D8s_v5 machine, 1/3129 s - 1/29610 s a transaction (TUNA, EuroSys 2025)',
    confidence: 'low',
  },
  pooler_pool_share: {
    schema: quantity(SHARE, 'Server connections of the pooler, as a share of max_connections.'),
    default: 0.9,
    source: 'platform documentation, connection pooling, 2026-01-24',
    confidence: 'high',
  },
  pooler_max_clients: {
    schema: wholeNumber(1, 'Clients the pooler admits.'),
    default: 10_000,
    source: 'platform documentation, connection pooling, 2026-01-24',
    confidence: 'high',
  },
  query_wait_timeout: {
    schema: positive(DURATION, 'How long a client waits in the pooler.'),
    default: '120s',
    source: 'platform documentation, connection pooling, 2026-01-24',
    confidence: 'high',
  },
};

/** Exponent of the Zipf law of page popularity for a load that gives none. */
export const DEFAULT_POPULARITY: CatalogueEntry<number> = {
  schema: quantity(COUNT),
  default: 0.9,
  source: 'page accesses are usually fitted with exponents of 0.8 to 1.1',
  confidence: 'low',
};
