import type {
  ComputeObservations,
  DisruptionCause,
  DisruptionObservations,
  DisruptionSums,
} from '../simulation/observation.js';
import { Histogram } from '../statistics/histogram.js';

/**
 * All computes' observations as if they were one compute named `total`: counts and times are sums,
 * histograms are merged; the largest size, and the peaks of memory and of temporary files, are the largest of the
 * computes' own. The sum of the connection peaks is an upper
 * bound of the project's peak, since they need not fall together. The inputs are left as they are.
 */
export function totalObservations(computes: readonly ComputeObservations[]): ComputeObservations {
  const sum = (figure: (compute: ComputeObservations) => number): number =>
    computes.reduce((total, compute) => total + figure(compute), 0);
  const largest = (figure: (compute: ComputeObservations) => number): number =>
    computes.reduce((most, compute) => Math.max(most, figure(compute)), 0);
  return {
    name: 'total',
    active_seconds: sum((each) => each.active_seconds),
    suspended_seconds: sum((each) => each.suspended_seconds),
    starting_seconds: sum((each) => each.starting_seconds),
    restarting_seconds: sum((each) => each.restarting_seconds),
    cu_seconds: sum((each) => each.cu_seconds),
    cu_seconds_by_month: totalByMonth(computes),
    active_cu_seconds: sum((each) => each.active_cu_seconds),
    max_cu: largest((each) => each.max_cu),
    wakes: sum((each) => each.wakes),
    suspends: sum((each) => each.suspends),
    restarts: sum((each) => each.restarts),
    resizes: sum((each) => each.resizes),
    arrived: sum((each) => each.arrived),
    completed: sum((each) => each.completed),
    failed: sum((each) => each.failed),
    in_flight: sum((each) => each.in_flight),
    failed_by_error: totalByName(computes.map((each) => each.failed_by_error)),
    retried_by_error: totalByName(computes.map((each) => each.retried_by_error)),
    attempts: {
      made: sum((each) => each.attempts.made),
      completed: sum((each) => each.attempts.completed),
      failed: sum((each) => each.attempts.failed),
      retried: sum((each) => each.attempts.retried),
      open: sum((each) => each.attempts.open),
    },
    found_idle: sum((each) => each.found_idle),
    delayed: sum((each) => each.delayed),
    wake_latency: merged(computes.map((each) => each.wake_latency)),
    delay: merged(computes.map((each) => each.delay)),
    latency: merged(computes.map((each) => each.latency)),
    connections: {
      limit: sum((each) => each.connections.limit),
      peak: sum((each) => each.connections.peak),
      mean: sum((each) => each.connections.mean),
      refused: sum((each) => each.connections.refused),
      dropped: sum((each) => each.connections.dropped),
    },
    disruptions: totalDisruptions(computes.map((each) => each.disruptions)),
    trouble: wholeSpan(computes.flatMap(({ trouble }) => (trouble === undefined ? [] : [trouble]))),
    pooler: {
      clients_peak: sum((each) => each.pooler.clients_peak),
      waiting_peak: sum((each) => each.pooler.waiting_peak),
      queued: sum((each) => each.pooler.queued),
      wait: merged(computes.map((each) => each.pooler.wait)),
    },
    pages_read: sum((each) => each.pages_read),
    pages_missed: sum((each) => each.pages_missed),
    memory_peak_bytes: largest((each) => each.memory_peak_bytes),
    temp_peak_bytes: largest((each) => each.temp_peak_bytes),
    cpu_seconds: sum((each) => each.cpu_seconds),
    vcpu_seconds: sum((each) => each.vcpu_seconds),
    saturated_seconds: sum((each) => each.saturated_seconds),
    scaling: {
      upscales_requested: sum((each) => each.scaling.upscales_requested),
      downscales_denied: sum((each) => each.scaling.downscales_denied),
      permits_denied: sum((each) => each.scaling.permits_denied),
      migrations: sum((each) => each.scaling.migrations),
    },
    out_of_memory: sum((each) => each.out_of_memory),
    resumes: sum((each) => each.resumes),
    idle: {
      ended_held: sum((each) => each.idle.ended_held),
      ended_resumed: sum((each) => each.idle.ended_resumed),
      ended_suspended: sum((each) => each.idle.ended_suspended),
      held_seconds: sum((each) => each.idle.held_seconds),
      resumed_rightly_seconds: sum((each) => each.idle.resumed_rightly_seconds),
      resumed_wrongly_seconds: sum((each) => each.idle.resumed_wrongly_seconds),
    },
    mean_in_system: sum((each) => each.mean_in_system),
    unavailable_seconds: sum((each) => each.unavailable_seconds),
    unavailable_by_cause: inOrder(totalByName(computes.map((each) => each.unavailable_by_cause))),
  };
}

/** The computes' disruptions side by side, by time; sums by cause are added up. */
function totalDisruptions(all: readonly DisruptionObservations[]): DisruptionObservations {
  const causes = [...new Set(all.flatMap(({ by_cause }) => Object.keys(by_cause) as DisruptionCause[]))];
  const sums = causes.sort().map((cause): readonly [DisruptionCause, DisruptionSums] => {
    const sum = (figure: keyof DisruptionSums): number =>
      all.reduce((total, { by_cause }) => total + (by_cause[cause]?.[figure] ?? 0), 0);
    return [
      cause,
      {
        count: sum('count'),
        connections_dropped: sum('connections_dropped'),
        queries_cut: sum('queries_cut'),
        disturbed: sum('disturbed'),
        back: sum('back'),
        lost: sum('lost'),
      },
    ];
  });
  return {
    by_cause: Object.fromEntries(sums),
    kept: all.flatMap(({ kept }) => kept).sort((a, b) => a.at_seconds - b.at_seconds),
    recovery: merged(all.map(({ recovery }) => recovery)),
  };
}

function inOrder(counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function wholeSpan(
  spans: readonly NonNullable<ComputeObservations['trouble']>[],
): ComputeObservations['trouble'] {
  if (spans.length === 0) return undefined;
  return {
    from_seconds: Math.min(...spans.map(({ from_seconds }) => from_seconds)),
    until_seconds: Math.max(...spans.map(({ until_seconds }) => until_seconds)),
  };
}

function totalByMonth(computes: readonly ComputeObservations[]): ComputeObservations['cu_seconds_by_month'] {
  const months = totalByName(
    computes.map((each) =>
      Object.fromEntries(each.cu_seconds_by_month.map(({ month, cu_seconds }) => [month, cu_seconds])),
    ),
  );
  return Object.keys(months)
    .sort()
    .map((month) => ({ month, cu_seconds: months[month]! }));
}

function totalByName(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const totals = new Map<string, number>();
  for (const [name, count] of counts.flatMap((each) => Object.entries(each))) {
    totals.set(name, (totals.get(name) ?? 0) + count);
  }
  return Object.fromEntries(totals);
}

function merged(histograms: readonly Histogram[]): Histogram {
  const all = new Histogram();
  for (const histogram of histograms) all.merge(histogram);
  return all;
}
