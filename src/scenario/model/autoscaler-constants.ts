import { SHIPPED_PERIODS, SHIPPED_SCALING } from '../../compute/agent/configuration.js';
import { durationDistribution } from '../form/distribution-schema.js';
import { formatDuration } from '../form/quantity.js';
import { DURATION, plainNumber, positive, quantity, SHARE } from '../form/quantity-schema.js';
import { trueOrFalse } from '../form/text-schema.js';
import type { ModelConstant } from './assumption.js';

const SHIPPED = {
  source: 'configuration of the open-source autoscaler agent, 2025-09',
  confidence: 'high',
} as const;

const TARGET = { ...SHIPPED, matters: { if: 'agent_decides', once: 'resized' } } as const;

const ONE_HOP = {
  default: '100ms',
  source: "one hop in the agent's own unit tests; production is not published",
  confidence: 'low',
  matters: { if: 'autoscales', once: 'resized' },
} as const;

const SAMPLE_MIGRATION = {
  source: "one sample run in the autoscaler's repository",
  confidence: 'low',
  matters: { if: 'migrates', once: 'migrated' },
} as const;

/** A target of the agent: above 0 and below a bound, as in the agent's validation. */
function target(what: string, below: number, description: string) {
  return plainNumber(
    `${what} above 0 and below ${below}`,
    (value) => value > 0 && value < below,
    { exclusiveMinimum: 0, exclusiveMaximum: below },
    description,
  );
}

/** Width of a zone around the 5-minute load average, as a share of it. */
function zone(description: string) {
  return plainNumber('a ratio of 0 or more', (value) => value >= 0, { minimum: 0 }, description);
}

/** Metrics and targets of the autoscaler, and how long its requests take. */
export const AUTOSCALER_CONSTANTS = {
  metrics_interval: {
    schema: positive(DURATION, 'How long the autoscaler sleeps after each fetch of its metrics.'),
    default: formatDuration(SHIPPED_PERIODS.system_metrics_seconds),
    ...SHIPPED,
    matters: { if: 'autoscales', once: 'resized' },
  },
  metrics_fetch_latency: {
    schema: quantity(
      DURATION,
      'How long a fetch of metrics takes; with the sleep after it, the time between two scaling decisions.',
    ),
    default: '10ms',
    source:
      'the agent sleeps a whole interval after each fetch (pkg/agent/runner.go); how long a fetch takes is not published: an HTTP request within a cluster is assumed to take a few milliseconds, and times out after 2 s',
    confidence: 'low',
    matters: { if: 'autoscales', once: 'resized' },
    alternatives: { low: '0s', high: '100ms' },
  },
  load_average_fraction_target: {
    schema: target('a load average per vCPU', 2, "The autoscaler's target: load average per vCPU."),
    default: SHIPPED_SCALING.load_average_fraction_target,
    ...TARGET,
    alternatives: 'towards_one',
  },
  memory_usage_fraction_target: {
    schema: target(
      'a share of RAM',
      1,
      'Share of RAM that allocated memory may take before the autoscaler wants more.',
    ),
    default: SHIPPED_SCALING.memory_usage_fraction_target,
    ...SHIPPED,
    matters: { if: 'autoscales', once: 'resized' },
    alternatives: 'towards_one',
  },
  memory_total_fraction_target: {
    schema: target(
      'a share of RAM',
      1,
      'The same for allocated memory and the wanted part of the page cache together.',
    ),
    default: SHIPPED_SCALING.memory_total_fraction_target,
    ...TARGET,
    alternatives: 'towards_one',
  },
  cpu_stable_zone_ratio: {
    schema: zone(
      'Maximum difference of the 1- and 5-minute load averages, as a share of the latter, for the latter to count alone.',
    ),
    default: SHIPPED_SCALING.cpu_stable_zone_ratio,
    ...TARGET,
    alternatives: { high: '0.1' },
  },
  cpu_mixed_zone_ratio: {
    schema: zone('Width of the zone beyond it that blends the two, as a share of the 5-minute average.'),
    default: SHIPPED_SCALING.cpu_mixed_zone_ratio,
    ...TARGET,
    alternatives: { high: '0.15' },
  },
  lfc_metrics: {
    schema: trueOrFalse('Whether the autoscaler follows the working set of the Local File Cache.'),
    default: true,
    source:
      "the platform's guide to the algorithm counts the working set; the agent's shipped configuration leaves it to an override for each compute",
    confidence: 'medium',
    matters: { if: 'working_set_decides', once: 'resized' },
    alternatives: { low: 'false' },
  },
  lfc_metrics_interval: {
    schema: positive(DURATION, 'How long the autoscaler sleeps between two fetches of the working set.'),
    default: formatDuration(SHIPPED_PERIODS.lfc_metrics_seconds),
    source: "the agent's configuration, 2025-09; the platform's guide to the algorithm says 20 s",
    confidence: 'medium',
    matters: { if: 'working_set_read', once: 'resized' },
  },
  scaling_call_latency: {
    schema: durationDistribution.describe(
      "From a request of the autoscaler's agent to the scheduler or the monitor to the answer.",
    ),
    ...ONE_HOP,
  },
  resize_latency: {
    schema: durationDistribution.describe('From a request to the hypervisor to a machine of another size.'),
    ...ONE_HOP,
  },
  host_full: {
    schema: quantity(
      SHARE,
      'Probability that a request for more finds its host full, so that the compute moves to another first.',
    ),
    default: 0.00018,
    source:
      "another vendor's fleet: 2,923 of 16,440,024 scale-ups needed a live migration (Aurora Serverless v2, PVLDB 17(12), 2024)",
    confidence: 'low',
    matters: { if: 'autoscales', once: 'migrated' },
    alternatives: { low: '0', high: '0.01' },
  },
  migration_latency: {
    schema: durationDistribution.describe('How long a live migration takes, during which nothing scales.'),
    default: '128s',
    ...SAMPLE_MIGRATION,
  },
  migration_pause: {
    schema: durationDistribution.describe('How long the compute is paused at the end of a live migration.'),
    default: '63ms',
    ...SAMPLE_MIGRATION,
  },
} as const satisfies Readonly<Record<string, ModelConstant>>;
