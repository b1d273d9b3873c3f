import type { Compute } from '../lifecycle/compute.js';
import { byName } from '../record/counts.js';
import type { ComputeObservations, TimelineRow } from '../run/observation.js';
import type { RunContext } from '../run/run-context.js';
import { sentBytes } from '../run/sent-bytes.js';

/** The row of one compute for the interval that ends now. The caller resets the interval afterwards. */
export function timelineRow(
  compute: Compute,
  start_seconds: number,
  end_seconds: number,
  load_mean: number,
  sent_bytes: number,
): TimelineRow {
  const counts = compute.meters.interval();
  const connections = compute.slots.closeInterval(end_seconds, end_seconds - start_seconds);
  return {
    start_seconds,
    end_seconds,
    compute: compute.name,
    state: compute.state,
    cu: compute.cu,
    cu_seconds: compute.size.billing.closeInterval(end_seconds),
    active_seconds: compute.clock.closeInterval(end_seconds),
    load_mean,
    sent_bytes,
    connections_mean: connections.mean,
    connections_max: connections.max,
    hit_ratio: counts.pages_read === 0 ? undefined : 1 - counts.pages_missed / counts.pages_read,
    arrived: counts.arrived,
    completed: counts.completed,
    failed: counts.failed,
    refused: counts.refused,
    attempts: counts.attempts,
    retries: counts.retries,
    dropped: connections.dropped,
    wakes: counts.wakes,
    delayed: counts.delayed,
    latency: compute.meters.intervalLatency,
  };
}

/** Queries still inside the system, the time they have spent there, and attempts under way. */
export interface InFlight {
  readonly count: number;
  readonly sojourn_seconds: number;
  readonly attempts_open: number;
}

export function computeObservations(
  context: RunContext,
  compute: Compute,
  inFlight: InFlight,
): ComputeObservations {
  const { now } = context;
  const { meters, clock, slots, size, execution, memory, disruptions } = compute;
  const { pooler } = compute.service;
  const usage = execution.usage();
  const { backlog } = execution;
  backlog.synchronise(now);
  const inside = meters.latency.sum + meters.failedSojourn_seconds + inFlight.sojourn_seconds;
  return {
    name: compute.name,
    active_seconds: clock.seconds(now, 'active'),
    suspended_seconds: clock.seconds(now, 'idle'),
    starting_seconds: clock.seconds(now, 'starting') + clock.seconds(now, 'init'),
    restarting_seconds: clock.seconds(now, 'restarting'),
    cu_seconds: size.billing.total(now),
    cu_seconds_by_month: [...size.billing.months],
    active_cu_seconds: size.active.total(now),
    max_cu: size.largest_cu,
    largest_goal_cu: size.loop.looks.largest_goal_cu,
    wakes: meters.wakes,
    suspends: compute.lifecycle.suspends,
    restarts: compute.lifecycle.restarts,
    resizes: size.resizes,
    arrived: meters.arrived,
    completed: meters.completed,
    failed: meters.failed,
    in_flight: inFlight.count,
    sent_bytes: sentBytes(context, compute),
    failed_by_error: byName(meters.failedByError),
    retried_by_error: byName(meters.retriedByError),
    attempts: {
      made: meters.attempts,
      completed: meters.completed,
      failed: meters.failed,
      retried: meters.retried,
      open: inFlight.attempts_open,
    },
    found_idle: meters.foundIdle,
    delayed: meters.delayed,
    wake_latency: meters.wakeLatency,
    delay: meters.delay,
    latency: meters.latency,
    connections: {
      limit: slots.limit,
      peak: slots.peak,
      mean: slots.area(now) / now,
      refused: meters.refused,
      dropped: slots.dropped,
    },
    disruptions: disruptions.observations(),
    trouble: disruptions.trouble.observed(),
    client_pool_wait: meters.clientPoolWait,
    pooler: {
      clients_peak: pooler.clientsPeak,
      waiting_peak: pooler.waitingPeak,
      queued: pooler.queued,
      wait: pooler.wait,
    },
    pages_read: meters.pagesRead,
    pages_missed: meters.pagesMissed,
    cpu_seconds: usage.cpu_seconds,
    vcpu_seconds: size.offered.total(now),
    saturated_seconds: usage.saturated_seconds,
    overload: {
      seconds: backlog.overloaded_seconds,
      longest_backlog_seconds: backlog.longest_seconds,
      longest_backlog_at_seconds: backlog.longest_seconds > 0 ? backlog.longest_at : undefined,
    },
    scaling: size.loop.counts,
    out_of_memory: compute.lifecycle.outOfMemory,
    crash_loops: compute.lifecycle.crashLoops.observations(),
    resumes: compute.suspension.resumes,
    idle: compute.suspension.accounts.observations(),
    longest_idle_seconds: compute.suspension.longestIdle(now),
    idle_lengths: compute.suspension.accounts.lengths(now),
    memory_peak_bytes: memory.peak_bytes,
    temp_peak_bytes: execution.tempPeak,
    mean_in_system: inside / now,
    unavailable_seconds: clock.unavailableSeconds(now),
    unavailable_by_cause: clock.unavailableByCause(now),
  };
}
