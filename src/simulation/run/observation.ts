import type { IdleLengths } from '../../compute/idle-lengths.js';
import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import type { Histogram } from '../../statistics/histogram.js';
import type { CrashLoopObservations } from '../record/crash-loops.js';
import type { DisruptionObservations } from '../record/kept-disruptions.js';
import type { CauseObservations } from './cause-observations.js';
import type { FidelityObservations } from './fidelity-observations.js';
import type { IdleObservations } from './idle-accounts.js';

/** The results of a run: all data that reports are made of, independent of their layout. */
export interface RunObservations {
  readonly duration_seconds: number;
  /** One per compute, in the order of the scenario. */
  readonly computes: readonly ComputeObservations[];
  /** By compute, the causes of its activity; absent if unknown, as for a real platform that was only observed. */
  readonly causes?: readonly (readonly CauseObservations[])[];
  /** Seconds during which the project's quota was exhausted, and every compute was kept suspended. */
  readonly quota_exhausted_seconds: number;
  /** When quotas were exhausted, and which; absent if none was. */
  readonly exhaustions?: readonly Exhaustion[];
  /** By compute; absent at exact fidelity. */
  readonly fidelity?: readonly FidelityObservations[];
  /** Events the calendar fired: a measure of the work, not of the result. */
  readonly events_fired: number;
}

/** The exhausted quota; `plan` is the CU-hours of the plan, `plan_transfer` its transfer. */
export type QuotaCause =
  | 'plan'
  | 'plan_transfer'
  | 'compute_time'
  | 'active_time'
  | 'data_transfer'
  | 'written_data';

/** An interval during which a monthly quota was exhausted. */
export interface Exhaustion {
  readonly cause: QuotaCause;
  readonly at_seconds: number;
  /** End of the month, or of the run. */
  readonly until_seconds: number;
}

/** One compute's counts, integrals over time and distributions. All times are in seconds. */
export interface ComputeObservations {
  readonly name: string;
  readonly active_seconds: number;
  readonly suspended_seconds: number;
  readonly starting_seconds: number;
  readonly restarting_seconds: number;
  /** The integral of the size over billed time. */
  readonly cu_seconds: number;
  /** The same by calendar month of UTC (`YYYY-MM`), in order; sums to `cu_seconds`. */
  readonly cu_seconds_by_month: readonly {
    readonly month: string;
    /** The day when the plan's price changed, for usage from then on. */
    readonly since?: string;
    readonly cu_seconds: number;
  }[];
  /** The integral of the size over active time. */
  readonly active_cu_seconds: number;
  readonly max_cu: number;
  /** The largest size that the autoscaler, or another policy, requested; absent if no policy was evaluated. */
  readonly largest_goal_cu?: number | undefined;
  readonly wakes: number;
  readonly suspends: number;
  readonly restarts: number;
  readonly resizes: number;
  readonly arrived: number;
  readonly completed: number;
  readonly failed: number;
  readonly in_flight: number;
  /** Bytes sent for completed queries. */
  readonly sent_bytes: number;
  /** Queries that failed for good, by SQLSTATE or client error. */
  readonly failed_by_error: Readonly<Record<string, number>>;
  /** Attempts that failed and were tried again, by the same names. */
  readonly retried_by_error: Readonly<Record<string, number>>;
  readonly attempts: AttemptCounts;
  /** Arrivals that found the compute suspended, excluding those refused because a quota was exhausted. */
  readonly found_idle: number;
  /** Arrivals that waited for a wake or a restart. */
  readonly delayed: number;
  /** Length of each wake. */
  readonly wake_latency: Histogram;
  /** Each wait of a query for a wake or restart, from the start of the wait; a query may wait more than once. */
  readonly delay: Histogram;
  /** From intended arrival to completion, of completed queries. */
  readonly latency: Histogram;
  readonly connections: {
    readonly limit: number;
    readonly peak: number;
    /** Time average over the whole run. */
    readonly mean: number;
    readonly refused: number;
    /** Connections cut by a restart or a suspend. */
    readonly dropped: number;
  };
  readonly disruptions: DisruptionObservations;
  /** First and last time that a client met trouble (failed, held or queued in the pooler), and its total duration. */
  readonly trouble:
    | { readonly from_seconds: number; readonly until_seconds: number; readonly seconds: number }
    | undefined;
  /** Each wait for a place in a client's pool, until there was one or the attempt gave up. */
  readonly client_pool_wait: Histogram;
  /** The pooler inside the compute; all zero if no load uses it. */
  readonly pooler: PoolerObservations;
  readonly pages_read: number;
  readonly pages_missed: number;
  /** vCPU-seconds used, and the sustainable maximum while active. */
  readonly cpu_seconds: number;
  readonly vcpu_seconds: number;
  /** Seconds during which the queries ready to run exceeded the processors. */
  readonly saturated_seconds: number;
  readonly overload: OverloadObservations;
  /** Events of the autoscaler other than resizes. */
  readonly scaling: ScalingCounts;
  /** Restarts because memory ran out; included in the restarts. */
  readonly out_of_memory: number;
  readonly crash_loops: CrashLoopObservations;
  /** Resumes without a client; included in the wakes. */
  readonly resumes: number;
  readonly idle: IdleObservations;
  /** The longest time for which it was active but idle. */
  readonly longest_idle_seconds: number;
  /** Lengths of these idle periods, including one cut off by the end of the run; absent if there were none. */
  readonly idle_lengths?: IdleLengths | undefined;
  /** Maximum of unreclaimable memory, and of temporary files, in bytes. */
  readonly memory_peak_bytes: number;
  readonly temp_peak_bytes: number;
  /** Time average, over the whole run, of queries inside the system: waiting, held or running. */
  readonly mean_in_system: number;
  /** Time during which a new connection would have been refused, or held while a client waited. */
  readonly unavailable_seconds: number;
  /** The same by cause, in alphabetical order; sums to `unavailable_seconds`. */
  readonly unavailable_by_cause: Readonly<Record<string, number>>;
}

/** Outcomes of the attempts that clients made: made = completed + failed + retried + open. */
export interface AttemptCounts {
  /** Attempts begun: one per query, and one more for each retry. */
  readonly made: number;
  readonly completed: number;
  /** Attempts whose failure ended their query. */
  readonly failed: number;
  /** Attempts that failed and are followed by another one; the client may still wait before it. */
  readonly retried: number;
  /** Attempts under way at the end of the run. */
  readonly open: number;
}

/** The work in hand compared with the capacity of the size; the backlog is defined in compute/backlog. */
export interface OverloadObservations {
  /** Seconds with a backlog of more than ten seconds. */
  readonly seconds: number;
  readonly longest_backlog_seconds: number;
  /** When it was; `undefined` when there never was a backlog. */
  readonly longest_backlog_at_seconds: number | undefined;
}

/** Observations of the pooler's clients. */
export interface PoolerObservations {
  /** Maximum number of concurrent client connections, including idle ones. */
  readonly clients_peak: number;
  /** Maximum number of queries waiting in its queues. */
  readonly waiting_peak: number;
  /** Queries that had to wait for a server connection. */
  readonly queued: number;
  /** Seconds that each of them waited, including those that gave up. */
  readonly wait: Histogram;
}

/** Events of the autoscaler on one compute other than resizes. */
export interface ScalingCounts {
  /** Number of times the monitor requested memory. */
  readonly upscales_requested: number;
  /** Number of times it refused to release memory; the same refusal repeats every few seconds. */
  readonly downscales_denied: number;
  /** Requests for a larger size that found the host full. */
  readonly permits_denied: number;
  /** Live migrations begun. */
  readonly migrations: number;
}

/** One compute during one interval of the timeline. */
export interface TimelineRow {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly compute: string;
  /** State and size at the end of the interval; the size of a suspended compute is 0. */
  readonly state: ComputeState;
  readonly cu: number;
  /** The integral of the size over the interval's billed time. */
  readonly cu_seconds: number;
  readonly active_seconds: number;
  /** Time average of queries running on CPU. */
  readonly load_mean: number;
  readonly connections_mean: number;
  readonly connections_max: number;
  /** Share of page reads answered by the cache; `undefined` when none was made. */
  readonly hit_ratio: number | undefined;
  readonly arrived: number;
  readonly completed: number;
  readonly failed: number;
  readonly refused: number;
  /** Bytes sent for the completed queries. */
  readonly sent_bytes: number;
  /** Attempts begun, including retries. */
  readonly attempts: number;
  /** Retries among them. */
  readonly retries: number;
  /** Connections cut by a restart, a suspend or a fault. */
  readonly dropped: number;
  readonly wakes: number;
  readonly delayed: number;
  /** Of the queries completed in the interval; reset by the simulator after the row has been taken. */
  readonly latency: Histogram;
}

/** The autoscaler's goal and the reasons. Sizes are in CU, before rounding and limits. */
export interface ScalingExplanation {
  /** The size requested by each of the agent's three goals; `undefined` if its metrics are missing, or not used. */
  readonly goal_cpu_cu: number | undefined;
  readonly goal_memory_cu: number | undefined;
  readonly goal_lfc_cu: number | undefined;
  /** The resulting goal, rounded. */
  readonly goal_cu: number;
  /** The goal that won (`cpu`, `memory` or `lfc`), or the name of another policy. */
  readonly won_by: string;
  /** Pending wishes that are not being requested at the moment, and why; empty if there are none. */
  readonly blocked: string;
}

/** Why a compute's state, size or settings changed, or why a client was refused. */
export interface DecisionRow {
  readonly time_seconds: number;
  readonly compute: string;
  readonly decision:
    | 'wake'
    | 'start'
    | 'active'
    | 'suspend'
    | 'resize'
    | 'restart'
    | 'restarted'
    | 'update'
    | 'refuse'
    /** Resumed without a client, by the suspension policy. */
    | 'resume'
    /** The monitor inside the guest requested memory; denied it to the autoscaler; the host had no room. */
    | 'upscale_requested'
    | 'downscale_denied'
    | 'permit_denied'
    | 'migration'
    | 'migrated'
    | 'out_of_memory'
    | 'quota_exhausted'
    | 'quota_renewed'
    /** A fault of the scenario begins, and ends. */
    | 'fault'
    | 'fault_ended';
  readonly state: ComputeState;
  /** Size before and after; 0 while suspended. */
  readonly cu_before: number;
  readonly cu_after: number;
  /** The guest's load averages; 0 while it is not scaled. */
  readonly load_average_1m: number;
  readonly load_average_5m: number;
  /** The autoscaler's goal and the reasons; `undefined` while it is not scaled. */
  readonly scaling: ScalingExplanation | undefined;
  readonly running: number;
  readonly connections: number;
  /** An explanation that the reader can act on. */
  readonly reason: string;
  /** The load it is due to, or a platform cause; `undefined` if it has no cause. */
  readonly load?: string | undefined;
}

/** Receives results during the run; for exact runs also completed queries, timed from their intended arrival. */
export interface Observer {
  timeline(row: TimelineRow): void;
  decision(row: DecisionRow): void;
  query?(load: number, arrived_seconds: number, latency_seconds: number): void;
}
