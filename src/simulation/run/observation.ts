import type { IdleLengths } from '../../compute/idle-lengths.js';
import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import type { Histogram } from '../../statistics/histogram.js';
import type { CauseObservations } from './cause-observations.js';
import type { CrashLoopObservations } from './crash-loop-observations.js';
import type { DisruptionObservations } from './disruption-observations.js';
import type { FidelityObservations } from './fidelity-observations.js';
import type { IdleObservations } from './idle-accounts.js';

/** What became of a run: everything reports are made of, nothing that depends on how they look. */
export interface RunObservations {
  readonly duration_seconds: number;
  /** One per compute, in the order of the scenario. */
  readonly computes: readonly ComputeObservations[];
  /** By compute, who brought it about; absent where nobody knows, as of a platform that was only watched. */
  readonly causes?: readonly (readonly CauseObservations[])[];
  /** Seconds in which the project had no CU-hours left, and every compute was held suspended. */
  readonly quota_exhausted_seconds: number;
  /** When that was, and for what; absent if nothing was used up. */
  readonly exhaustions?: readonly Exhaustion[];
  /** By compute; absent at exact fidelity. */
  readonly fidelity?: readonly FidelityObservations[];
  /** Events the calendar fired: a measure of the work, not of the result. */
  readonly events_fired: number;
}

/** What was used up; `plan` is the CU-hours of the plan, `plan_transfer` its transfer. */
export type QuotaCause =
  | 'plan'
  | 'plan_transfer'
  | 'compute_time'
  | 'active_time'
  | 'data_transfer'
  | 'written_data';

/** A stretch of time in which an allowance of the month was used up. */
export interface Exhaustion {
  readonly cause: QuotaCause;
  readonly at_seconds: number;
  /** When the month ended, or the run. */
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
    /** The day on which the plan's price changed, of what was used in the month from then on. */
    readonly since?: string;
    readonly cu_seconds: number;
  }[];
  /** The integral of the size over active time. */
  readonly active_cu_seconds: number;
  readonly max_cu: number;
  /** The largest size that the autoscaler, or another policy, wanted at any look; absent where nobody looked. */
  readonly largest_goal_cu?: number | undefined;
  readonly wakes: number;
  readonly suspends: number;
  readonly restarts: number;
  readonly resizes: number;
  readonly arrived: number;
  readonly completed: number;
  readonly failed: number;
  readonly in_flight: number;
  /** Queries that failed for good, by SQLSTATE or client error. */
  readonly failed_by_error: Readonly<Record<string, number>>;
  /** Attempts that failed and were tried again, by the same names. */
  readonly retried_by_error: Readonly<Record<string, number>>;
  readonly attempts: AttemptCounts;
  /** Arrivals that found the compute suspended, those apart that were refused because a quota was used up. */
  readonly found_idle: number;
  /** Arrivals that waited for a wake or a restart. */
  readonly delayed: number;
  /** Length of each wake. */
  readonly wake_latency: Histogram;
  /** Each wait of a query for a wake or restart, from when it began to wait; a query may wait more than once. */
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
  /** When a client first and last met trouble (a failed attempt, being held, the pooler's line), and for how long; `undefined`: never. */
  readonly trouble:
    | { readonly from_seconds: number; readonly until_seconds: number; readonly seconds: number }
    | undefined;
  /** Each wait for a place in a client's own pool, until there was one or the attempt gave up. */
  readonly client_pool_wait: Histogram;
  /** The pooler inside the compute; all zero where no load goes through it. */
  readonly pooler: PoolerObservations;
  readonly pages_read: number;
  readonly pages_missed: number;
  /** vCPU-seconds used, and those that could be used without end while active. */
  readonly cpu_seconds: number;
  readonly vcpu_seconds: number;
  /** Seconds in which more queries wanted a processor than there were. */
  readonly saturated_seconds: number;
  readonly overload: OverloadObservations;
  /** What the autoscaler met besides resizes. */
  readonly scaling: ScalingCounts;
  /** Restarts because memory ran out; they are among the restarts. */
  readonly out_of_memory: number;
  readonly crash_loops: CrashLoopObservations;
  /** Resumes that nobody had asked for; they are among the wakes. */
  readonly resumes: number;
  readonly idle: IdleObservations;
  /** The longest time for which it was active with nothing to do. */
  readonly longest_idle_seconds: number;
  /** How long these idle periods were, with the one that the end of the run cuts off; absent where there was none. */
  readonly idle_lengths?: IdleLengths | undefined;
  /** Most bytes of memory that could not be reclaimed, and of temporary files, at once. */
  readonly memory_peak_bytes: number;
  readonly temp_peak_bytes: number;
  /** Time average, over the whole run, of queries inside the system: waiting, held or running. */
  readonly mean_in_system: number;
  /** Time in which a new connection would have been refused, or held while somebody waited. */
  readonly unavailable_seconds: number;
  /** The same by what it was due to, in alphabetical order; sums to `unavailable_seconds`. */
  readonly unavailable_by_cause: Readonly<Record<string, number>>;
}

/** What became of the attempts that clients made: made = completed + failed + retried + open. */
export interface AttemptCounts {
  /** Attempts begun: one a query, and one more for each retry. */
  readonly made: number;
  readonly completed: number;
  /** Attempts whose failure was the end of their query. */
  readonly failed: number;
  /** Attempts that failed and are followed by another one; its client may still wait to begin it. */
  readonly retried: number;
  /** Attempts under way at the end of the run. */
  readonly open: number;
}

/** The work in hand against what the size could do; the backlog is as in compute/backlog. */
export interface OverloadObservations {
  /** Seconds with a backlog of more than ten seconds. */
  readonly seconds: number;
  readonly longest_backlog_seconds: number;
  /** When it was; `undefined` when there never was a backlog. */
  readonly longest_backlog_at_seconds: number | undefined;
}

/** What the pooler's clients met. */
export interface PoolerObservations {
  /** Most client connections at once, idle ones included. */
  readonly clients_peak: number;
  /** Most queries in its lines at once. */
  readonly waiting_peak: number;
  /** Queries that had to wait for a server connection. */
  readonly queued: number;
  /** Seconds that each of them waited, those included that gave up. */
  readonly wait: Histogram;
}

/** What the autoscaler met on one compute besides resizes. */
export interface ScalingCounts {
  /** Times the monitor asked for memory on its own. */
  readonly upscales_requested: number;
  /** Times it refused to give memory up; the same refusal repeats every few seconds. */
  readonly downscales_denied: number;
  /** Requests for more that found the host full. */
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
  /** Attempts begun, first ones and retries. */
  readonly attempts: number;
  /** Of these, retries. */
  readonly retries: number;
  /** Connections cut by a restart, a suspend or a fault. */
  readonly dropped: number;
  readonly wakes: number;
  readonly delayed: number;
  /** Of the queries completed in the interval; reset by the simulator after the row has been taken. */
  readonly latency: Histogram;
}

/** What the autoscaler wants, and why. Sizes are in CU, before rounding and limits. */
export interface ScalingExplanation {
  /** What each of the agent's three goals asks for; `undefined` where its metrics are missing, or not used. */
  readonly goal_cpu_cu: number | undefined;
  readonly goal_memory_cu: number | undefined;
  readonly goal_lfc_cu: number | undefined;
  /** The goal that came of them, rounded. */
  readonly goal_cu: number;
  /** The goal that won (`cpu`, `memory` or `lfc`), or the name of another policy. */
  readonly won_by: string;
  /** What is wanted and not being asked for at the moment, and why; empty where nothing is. */
  readonly blocked: string;
}

/** Why a compute's state, size or settings changed, or why somebody was refused. */
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
    /** Resumed unasked, by the suspension policy. */
    | 'resume'
    /** The monitor inside the guest asked for memory; denied it to the autoscaler; the host had no room. */
    | 'upscale_requested'
    | 'downscale_denied'
    | 'permit_denied'
    | 'migration'
    | 'migrated'
    | 'out_of_memory'
    | 'quota_exhausted'
    | 'quota_renewed'
    /** Something that the scenario makes go wrong begins, and ends. */
    | 'fault'
    | 'fault_ended';
  readonly state: ComputeState;
  /** Size before and after; 0 while suspended. */
  readonly cu_before: number;
  readonly cu_after: number;
  /** The guest's load averages; 0 while nothing is scaled. */
  readonly load_average_1m: number;
  readonly load_average_5m: number;
  /** What the autoscaler wants and why; `undefined` while nothing is scaled. */
  readonly scaling: ScalingExplanation | undefined;
  readonly running: number;
  readonly connections: number;
  /** In words a person can act on. */
  readonly reason: string;
  /** The load it is due to, or a cause of the platform's; `undefined` where it is nobody's. */
  readonly load?: string | undefined;
}

/** Receives what a run shows while it goes on; of exact runs also each query that is through, since its intended arrival. */
export interface Observer {
  timeline(row: TimelineRow): void;
  decision(row: DecisionRow): void;
  query?(load: number, arrived_seconds: number, latency_seconds: number): void;
}
