import type { Distribution } from '../kernel/distribution.js';
import type { RateSpecification } from './rate-specification.js';

/** How the moments of arrival come about. Times are seconds since the scenario's start. */
export type ProcessSpecification =
  /** A Poisson process whose rate follows `rate`. */
  | { readonly kind: 'poisson'; readonly rate: RateSpecification }
  /** One arrival each time the integral of `rate` grows by one; at a constant rate, evenly spaced. */
  | { readonly kind: 'regular'; readonly rate: RateSpecification; readonly offset_seconds: number }
  /** Independent gaps of any law, in seconds; the first gap starts at 0. */
  | { readonly kind: 'renewal'; readonly gap: Distribution }
  /** `count` arrivals at each firing of a five-field cron expression (UTC), each late by a draw of `jitter`. */
  | {
      readonly kind: 'cron';
      readonly schedule: string;
      readonly count: number;
      readonly jitter: Distribution;
      readonly start_epoch_seconds: number;
    }
  /** Exactly `counts[i]` arrivals within [starts_seconds[i], starts_seconds[i] + width_seconds). */
  | {
      readonly kind: 'counts';
      readonly starts_seconds: Float64Array;
      readonly width_seconds: number;
      readonly counts: Float64Array;
      /** Where in the interval: independent and uniform (a Poisson process given its count), or evenly spaced. */
      readonly placement: 'uniform' | 'even';
    }
  /** Exactly these moments, ascending. */
  | { readonly kind: 'arrivals'; readonly times_seconds: Float64Array };

/** What one query asks of the compute. Every law is drawn anew for each query. */
export interface DemandSpecification {
  /** Seconds of one vCPU. */
  readonly cpu_seconds: Distribution;
  /** Seconds spent waiting for something that is neither CPU nor pages: locks, `pg_sleep`, foreign data. */
  readonly wait_seconds: Distribution;
  /** Pages of 8 KiB read, rounded to whole pages. */
  readonly pages: Distribution;
  /** Bytes of distinct pages the load reads from, over all its queries. */
  readonly working_set_bytes: number;
  /** Exponent of the Zipf law by which pages of the working set are chosen; 0 is uniform. */
  readonly popularity_exponent: number;
  /** Bytes of private memory while the query runs. */
  readonly memory_bytes: Distribution;
  /** Bytes of temporary files while the query runs. */
  readonly temp_bytes: Distribution;
}

/** How a load's clients hold connections. */
export type ConnectionSpecification = { readonly via: 'direct' | 'pooler' } & (
  | { readonly kind: 'per_query' }
  | {
      readonly kind: 'pool';
      readonly size: number;
      /** How long a query waits for a free connection of the pool before it fails; `undefined`: for ever. */
      readonly acquire_timeout_seconds: Distribution | undefined;
      /** How many queries may wait for the pool; one more fails at once. `undefined`: no limit. */
      readonly max_waiting: number | undefined;
    }
  | {
      readonly kind: 'session';
      /** How long a session stays open, or `undefined` when `queries` ends it. */
      readonly hold_seconds: Distribution | undefined;
      /** Queries a session runs; `undefined`: until `hold_seconds` is over, or one where there is no `think`. */
      readonly queries: Distribution | undefined;
      /** From the end of one query of the session to the next; `undefined`: one query only. */
      readonly think_seconds: Distribution | undefined;
    }
);

/** What a client does when an attempt fails. */
export interface RetrySpecification {
  /** Attempts in all, 1 for none after the first. */
  readonly attempts: number;
  readonly first_seconds: number;
  readonly factor: number;
  readonly max_seconds: number;
  /** `full`: uniform on [0, backoff]; `equal`: half fixed, half uniform; `none`: the backoff itself. */
  readonly jitter: 'none' | 'equal' | 'full';
  /** An attempt that has no connection after this long fails; `undefined`: it waits for ever. */
  readonly connect_timeout_seconds: number | undefined;
}

/** One source of queries, sent to one compute. */
export interface LoadSpecification {
  readonly name: string;
  /** Name of the compute. */
  readonly compute: string;
  readonly process: ProcessSpecification;
  readonly query: DemandSpecification;
  readonly connection: ConnectionSpecification;
  readonly retry: RetrySpecification;
}
