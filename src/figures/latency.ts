import type { Histogram } from '../statistics/histogram.js';
import { inUnit, type Measured, type Values } from './figure.js';

/**
 * The figures of a distribution of durations: `null` without a measurement. Mean and maximum are exact, quantiles
 * within 0.4 %.
 * @param whose prefix of the figures' names
 * @param label prefix of their labels
 * @param of the durations in seconds
 * @param what the meaning of the durations
 */
function distribution<const Whose extends string, const Compared extends boolean = false>(
  whose: Whose,
  label: string,
  of: (seen: Measured) => Histogram,
  what: string,
  compared = false as Compared,
) {
  const ms = inUnit<Measured, Compared>('milliseconds', { better: 'less', compared, observable: 'clients' });
  const figure = <const Part extends string>(
    part: Part,
    read: (seconds: Histogram) => number,
    short: string,
    words: string,
  ) => {
    const value = (seen: Measured): number | null => {
      const seconds = of(seen);
      return seconds.count > 0 ? read(seconds) * 1000 : null;
    };
    return ms(`${whose}_${part}`, value, { label: `${label}, ${short}`, sentence: `${what}: ${words}.` });
  };
  return {
    mean: figure('mean', (seconds) => seconds.mean, 'mean', 'arithmetic mean'),
    p50: figure('p50', (seconds) => seconds.quantile(0.5), 'p50', 'median'),
    p90: figure('p90', (seconds) => seconds.quantile(0.9), 'p90', '90th percentile'),
    p95: figure('p95', (seconds) => seconds.quantile(0.95), 'p95', '95th percentile'),
    p99: figure('p99', (seconds) => seconds.quantile(0.99), 'p99', '99th percentile'),
    p999: figure('p999', (seconds) => seconds.quantile(0.999), 'p99.9', '99.9th percentile'),
    max: figure('max', (seconds) => seconds.max, 'longest', 'maximum'),
  } as const;
}

export const WAKE_LATENCY = distribution(
  'wake_latency',
  'Wake',
  (seen) => seen.wake_latency,
  'Time from the start of a wake to a running compute',
);

/** Waits of queries for a wake or a restart. */
export const DELAY = distribution(
  'delay',
  'Wait for a wake or restart',
  (seen) => seen.delay,
  'Time for which a query was held by a wake or a restart, of those that were',
);

export const LATENCY = distribution(
  'latency',
  'Latency',
  (seen) => seen.latency,
  'Time from the intended arrival of a query to its completion, retries included',
  true,
);

export const POOLER_WAIT = distribution(
  'pooler_wait',
  'Wait in the pooler',
  (seen) => seen.pooler.wait,
  'Time for which a query waited in the pooler for a server connection, of those that did',
);

/** Waits of queries in their clients' own pools. */
export const CLIENT_POOL_WAIT = distribution(
  'client_pool_wait',
  "Wait in the client's own pool",
  (seen) => seen.client_pool_wait,
  "Time for which an attempt waited for a place in its client's own pool, of those that did",
);

/** The figures of a distribution of durations, in milliseconds. */
export type LatencyFigures = Values<typeof LATENCY>;

export const LATENCY_PARTS = Object.keys(LATENCY) as readonly (keyof LatencyFigures)[];
