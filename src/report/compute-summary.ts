import { type Availability, availabilityOf } from '../availability/availability.js';
import type { Cost } from '../cost/compute-cost.js';
import type { AttemptCounts, ComputeObservations, ScalingCounts } from '../simulation/observation.js';
import { type DisruptionSummary, disruptionSummary } from './disruption-summary.js';
import { type LatencyFigures, latencyFigures } from './latency-figures.js';

/**
 * The figures of one compute, or of all of them together. Shares and probabilities lie in [0, 1]; a figure
 * is `null` when there was nothing to measure it on.
 */
export interface ComputeSummary {
  /** `total` for all computes together. */
  readonly name: string;
  readonly cu_hours: number;
  readonly cost_usd: number;
  readonly cost_usd_per_month: number;
  readonly active_seconds: number;
  readonly suspended_seconds: number;
  readonly starting_seconds: number;
  readonly restarting_seconds: number;
  readonly mean_cu_active: number | null;
  readonly max_cu: number;
  readonly wakes: number;
  readonly suspends: number;
  readonly restarts: number;
  readonly resizes: number;
  readonly queries: {
    readonly arrived: number;
    readonly completed: number;
    readonly failed: number;
    readonly in_flight: number;
    /** Failed for good, by SQLSTATE or client error, in alphabetical order. */
    readonly by_error: Readonly<Record<string, number>>;
    /** Attempts that failed and were tried again, likewise. */
    readonly retried_by_error: Readonly<Record<string, number>>;
    /** Attempts of clients: one a query, and one more for each retry. */
    readonly attempts: AttemptCounts;
    /** Time average of queries waiting, held or running. */
    readonly mean_in_system: number;
  };
  readonly wake_probability: number | null;
  readonly delayed_probability: number | null;
  readonly wake_latency_ms: LatencyFigures;
  /** How long queries were held that waited for a wake or a restart. */
  readonly delay_ms: LatencyFigures;
  readonly latency_ms: LatencyFigures;
  readonly connections: {
    readonly limit: number;
    /** For the total, the sum of the computes' peaks, which need not fall together. */
    readonly peak: number;
    readonly mean: number;
    readonly refused: number;
    readonly dropped: number;
  };
  /** Cuts of all connections, and crowds too large for a compute that wakes, with what they did to clients. */
  readonly disruptions: DisruptionSummary;
  /**
   * The first and the last moment at which a client met trouble: its attempt failed, it was held for a wake or
   * restart, or it waited in the pooler's line. `null` when nobody ever did.
   */
  readonly trouble: { readonly from_seconds: number; readonly until_seconds: number } | null;
  /** The pooler inside the compute; for the total, peaks are sums, which need not fall together. */
  readonly pooler: {
    /** Client connections, idle ones included. */
    readonly clients_peak: number;
    readonly waiting_peak: number;
    /** Queries that waited for a server connection, and how long. */
    readonly queued: number;
    readonly wait_ms: LatencyFigures;
  };
  readonly cache: { readonly hit_ratio: number | null };
  readonly cpu: {
    readonly utilisation: number | null;
    /** Share of active time in which more queries wanted a processor than there were. */
    readonly saturated: number | null;
  };
  /** Most bytes of memory that could not be reclaimed at once, and restarts because it ran out. */
  readonly memory: { readonly peak_bytes: number; readonly out_of_memory: number };
  readonly scaling: ScalingCounts;
  /** Resumes that nobody had asked for, which are among the wakes. */
  readonly resumes: number;
  /** Idle periods of a minute or more. */
  readonly idle: {
    /** Share of the queries ending one that found the compute active; `null` without such periods. */
    readonly found_active: number | null;
    /** Share of time that the compute was active within one. */
    readonly allocated: number;
  };
  readonly temp_files: { readonly peak_bytes: number };
  readonly availability: Availability;
}

/**
 * The figures of one compute.
 * @param observed_seconds the length of the run; for the total, times the number of computes
 */
export function computeSummary(
  seen: ComputeObservations,
  observed_seconds: number,
  cost: Cost,
): ComputeSummary {
  const { arrived, completed, failed, in_flight, mean_in_system } = seen;
  return {
    name: seen.name,
    cu_hours: seen.cu_seconds / 3600,
    cost_usd: cost.cost_usd,
    cost_usd_per_month: cost.cost_usd_per_month,
    active_seconds: seen.active_seconds,
    suspended_seconds: seen.suspended_seconds,
    starting_seconds: seen.starting_seconds,
    restarting_seconds: seen.restarting_seconds,
    mean_cu_active: ratio(seen.active_cu_seconds, seen.active_seconds),
    max_cu: seen.max_cu,
    wakes: seen.wakes,
    suspends: seen.suspends,
    restarts: seen.restarts,
    resizes: seen.resizes,
    queries: {
      arrived,
      completed,
      failed,
      in_flight,
      by_error: inOrder(seen.failed_by_error),
      retried_by_error: inOrder(seen.retried_by_error),
      attempts: { ...seen.attempts },
      mean_in_system,
    },
    wake_probability: ratio(seen.found_idle, arrived),
    delayed_probability: ratio(seen.delayed, arrived),
    wake_latency_ms: latencyFigures(seen.wake_latency),
    delay_ms: latencyFigures(seen.delay),
    latency_ms: latencyFigures(seen.latency),
    connections: {
      limit: seen.connections.limit,
      peak: seen.connections.peak,
      mean: seen.connections.mean,
      refused: seen.connections.refused,
      dropped: seen.connections.dropped,
    },
    disruptions: disruptionSummary(seen.disruptions),
    trouble: seen.trouble ?? null,
    pooler: {
      clients_peak: seen.pooler.clients_peak,
      waiting_peak: seen.pooler.waiting_peak,
      queued: seen.pooler.queued,
      wait_ms: latencyFigures(seen.pooler.wait),
    },
    cache: { hit_ratio: ratio(seen.pages_read - seen.pages_missed, seen.pages_read) },
    cpu: {
      utilisation: ratio(seen.cpu_seconds, seen.vcpu_seconds),
      saturated: ratio(seen.saturated_seconds, seen.active_seconds),
    },
    memory: { peak_bytes: seen.memory_peak_bytes, out_of_memory: seen.out_of_memory },
    scaling: { ...seen.scaling },
    resumes: seen.resumes,
    idle: idleFigures(seen, observed_seconds),
    temp_files: { peak_bytes: seen.temp_peak_bytes },
    availability: availabilityOf(seen, observed_seconds),
  };
}

function idleFigures({ idle }: ComputeObservations, observed_seconds: number): ComputeSummary['idle'] {
  const found = idle.ended_held + idle.ended_resumed;
  const allocated = idle.held_seconds + idle.resumed_rightly_seconds + idle.resumed_wrongly_seconds;
  return {
    found_active: ratio(found, found + idle.ended_suspended),
    allocated: allocated / observed_seconds,
  };
}

/** A quotient, or `null` when there is nothing to divide by. */
function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

/** The same counts, by name: the order in which errors happened to occur is not part of the result. */
function inOrder(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
