import type { Distribution } from '../kernel/distribution.js';
import type { RateSpecification } from './rate/rate-specification.js';

/** The process that determines the times of arrival. Times are seconds since the scenario's start. */
export type ProcessSpecification =
  /** A Poisson process whose rate follows `rate`. */
  | { readonly kind: 'poisson'; readonly rate: RateSpecification }
  /** One arrival each time the integral of `rate` grows by one; at a constant rate, evenly spaced. */
  | {
      readonly kind: 'regular';
      readonly rate: RateSpecification;
      readonly offset_seconds: number;
      /** Whether the scenario sets the interval between arrivals instead of a rate. */
      readonly has_own_times?: true;
    }
  /** Independent gaps of any distribution, in seconds; the first gap starts at 0. */
  | { readonly kind: 'renewal'; readonly gap: Distribution }
  /**
   * `count` arrivals at each firing of a five-field cron expression (by the clock of `timezone`, default UTC), each
   * delayed by a draw of `jitter`.
   */
  | {
      readonly kind: 'cron';
      readonly schedule: string;
      readonly count: number;
      readonly jitter: Distribution;
      readonly start_epoch_seconds: number;
      readonly timezone?: string;
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
  /** Exactly these times, ascending. */
  | { readonly kind: 'arrivals'; readonly times_seconds: Float64Array }
  /**
   * A closed loop: each of `clients` sends a query, waits for its outcome, thinks, and sends the next. The
   * first ones are sent evenly over [0, ramp_seconds).
   */
  | {
      readonly kind: 'closed';
      readonly clients: number;
      readonly think_seconds: Distribution;
      readonly ramp_seconds: number;
    }
  /** No queries at all: the load consists of idle connections that wait for the compute. */
  | { readonly kind: 'none' };

/** The demand of one query on the compute. Every distribution is sampled per query. */
export interface DemandSpecification {
  /** Seconds of one vCPU. */
  readonly cpu_seconds: Distribution;
  /** Seconds of waiting for anything except CPU and pages: locks, `pg_sleep`, foreign data. */
  readonly wait_seconds: Distribution;
  /** Pages of 8 KiB read, rounded to whole pages. */
  readonly pages: Distribution;
  /** Bytes of distinct pages the load reads from, over all its queries. */
  readonly working_set_bytes: number;
  /** Exponent of the Zipf distribution that selects pages of the working set; 0 is uniform. */
  readonly popularity_exponent: number;
  /** Bytes of private memory while the query runs. */
  readonly memory_bytes: Distribution;
  /** How long a query's memory grows from 0 to that, at a constant rate; absent: all of it is allocated at the start. */
  readonly memory_growth_seconds?: number;
  /** Bytes of temporary files while the query runs. */
  readonly temp_bytes: Distribution;
  /** Bytes that leave the platform for a completed query; `undefined`: those of the scenario's data. */
  readonly egress_bytes?: number | undefined;
  /** A query that has been worked on for this long is cancelled (57014); `undefined`: never. */
  readonly statement_timeout_seconds: number | undefined;
}

/** Processes of an application, each with its pool. */
export type InstancesSpecification =
  /** A fixed number; a deploy starts as many new ones, and the pools of the old ones stay open for the overlap. */
  | {
      readonly kind: 'fixed';
      readonly count: number;
      readonly deploys: { readonly every_seconds: number; readonly overlap_seconds: number } | undefined;
    }
  /** At most `count`: one more starts when each has `queries_each` queries; one without queries stops after `keep_seconds`. */
  | {
      readonly kind: 'by_load';
      readonly count: number;
      readonly queries_each: number;
      readonly keep_seconds: number;
    };

/** An application's connection pool. */
export interface PoolSpecification {
  readonly kind: 'pool';
  /** The client library whose defaults apply; `undefined` if the scenario names none. */
  readonly preset: string | undefined;
  /** Maximum number of connections. */
  readonly size: number;
  /** Idle connections that the pool keeps open without demand: it reopens them when they are cut. */
  readonly min_idle: number;
  /** An idle connection above `min_idle` is closed after this long; `undefined`: never. */
  readonly idle_timeout_seconds: number | undefined;
  /** A connection older than this is closed when it is next idle; `undefined`: never. */
  readonly max_lifetime_seconds: number | undefined;
  /** How long a query waits for a free connection of the pool before it fails; `undefined`: no limit. */
  readonly acquire_timeout_seconds: Distribution | undefined;
  /** How many queries may wait for the pool; one more fails immediately. `undefined`: no limit. */
  readonly max_waiting: number | undefined;
  /**
   * How the pool detects that an idle connection was cut: immediately, when it tests the connection at check-out, or by
   * handing it to a query, which fails.
   */
  readonly stale: 'noticed' | 'tested' | 'handed_out';
  /** Idle connections are tested this often, which the platform counts as activity; absent: never. */
  readonly keepalive_seconds?: number;
  /** Absent: one instance. */
  readonly instances?: InstancesSpecification;
}

/** Maximum number of connections that the pools of all instances have open simultaneously, outside deploys. */
export function maxPoolConnections({ size, min_idle, instances }: PoolSpecification): number {
  if (instances === undefined) return size;
  const each = instances.kind === 'fixed' ? size : Math.max(min_idle, Math.min(size, instances.queries_each));
  return instances.count * each;
}

/** Features of clients that last as long as a session, which a pooler in transaction mode does not keep. */
export const SESSION_FEATURES = [
  'advisory_locks',
  'session_settings',
  'temporary_tables',
  'sql_prepare',
] as const;
export type SessionFeature = (typeof SESSION_FEATURES)[number];

/** How a load's clients hold connections. */
export type ConnectionSpecification = {
  readonly via: 'direct' | 'pooler';
  /** The pooler keeps one pool of server connections per pair of user and database. */
  readonly user: string;
  readonly database: string;
  /** Not simulated: a finding reports what fails through the pooler. */
  readonly relies_on?: readonly SessionFeature[] | undefined;
} & (
  | { readonly kind: 'per_query' }
  | PoolSpecification
  | {
      readonly kind: 'session';
      /** How long a session stays open, or `undefined` when `queries` ends it. */
      readonly hold_seconds: Distribution | undefined;
      /** Queries that a session runs; `undefined`: until `hold_seconds` is over, or one without `think`. */
      readonly queries: Distribution | undefined;
      /** From the end of one query of the session to the next; `undefined`: one query only. */
      readonly think_seconds: Distribution | undefined;
      /** Whether the session is one transaction, which is idle, but open, between its queries. */
      readonly in_transaction: boolean;
    }
  /** Sessions that wait for notifications (LISTEN): idle for the platform, reopened when they are cut. */
  | { readonly kind: 'listen'; readonly clients: number }
  /** Subscribers of logical replication, which keep the compute awake; reconnected when they are cut. */
  | { readonly kind: 'replication'; readonly clients: number }
);

/** The reaction of a client to a failed attempt. */
export interface RetrySpecification {
  /** Attempts in total; 1 for no retries. */
  readonly attempts: number;
  /** Retries that the load's clients together may make for each first attempt; `undefined`: no budget. */
  readonly budget: number | undefined;
  /** No retry begins later than this after the intended arrival; `undefined`: no such limit. */
  readonly give_up_seconds: number | undefined;
  readonly first_seconds: number;
  readonly factor: number;
  readonly max_seconds: number;
  /** `full`: uniform on [0, backoff]; `equal`: half fixed, half uniform; `none`: the backoff itself. */
  readonly jitter: 'none' | 'equal' | 'full';
  /** An attempt that has no connection after this long fails; `undefined`: it waits without limit. */
  readonly connect_timeout_seconds: number | undefined;
}

/** The targets of a load's queries. A query keeps its compute, even across retries. */
export interface RouteSpecification {
  /** At random by weight, or to the compute with the fewest of the load's connections by weight. */
  readonly by: 'weight' | 'least_connections';
  /** At least one; names of computes, each once, with a weight above 0. */
  readonly targets: readonly { readonly compute: string; readonly weight: number }[];
}

/** One source of queries. */
export interface LoadSpecification {
  readonly name: string;
  readonly route: RouteSpecification;
  /** Work inside the database, which is skipped unless the compute is active; absent for clients, which wake it. */
  readonly wakes?: false;
  readonly process: ProcessSpecification;
  readonly query: DemandSpecification;
  /** The time that network and driver add to each query that is executed. */
  readonly round_trip_seconds: number;
  readonly connection: ConnectionSpecification;
  readonly retry: RetrySpecification;
}

/** Whether some of a load's queries may go to the named compute. */
export function targets({ route }: Pick<LoadSpecification, 'route'>, compute: string): boolean {
  return route.targets.some((target) => target.compute === compute);
}

/** Whether queries can read pages. */
export function readsPages({ pages }: { readonly pages: Distribution }): boolean {
  return pages.kind !== 'constant' || pages.value > 0;
}

/** Whether clients keep a pool that opens and closes connections automatically, or that has to detect cut ones. */
export function managesConnections(connection: ConnectionSpecification | PoolSpecification): boolean {
  if (connection.kind !== 'pool') return false;
  const { min_idle, idle_timeout_seconds, max_lifetime_seconds, keepalive_seconds, stale } = connection;
  return (
    min_idle > 0 ||
    idle_timeout_seconds !== undefined ||
    max_lifetime_seconds !== undefined ||
    keepalive_seconds !== undefined ||
    stale !== 'noticed'
  );
}

/**
 * Mean CPU seconds that connections add to each query of a load: those of clients that open one per query.
 * Pools, sessions and the pooler keep theirs open.
 * @param connection_cpu_seconds of one new connection
 */
export function connectionWork({ connection }: LoadSpecification, connection_cpu_seconds: number): number {
  return connection.kind === 'per_query' && connection.via !== 'pooler' ? connection_cpu_seconds : 0;
}
