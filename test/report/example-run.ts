import type { Measured } from '../../src/figures/figure.js';
import type { Scenario } from '../../src/scenario/scenario.js';
import { completeData } from '../../src/scenario/sections/data.js';
import { completeModel } from '../../src/scenario/sections/model.js';
import type {
  ComputeObservations,
  DecisionRow,
  RunObservations,
  TimelineRow,
} from '../../src/simulation/run/observation.js';
import { Histogram } from '../../src/statistics/histogram.js';

/** A histogram of these values. */
export function histogramOf(...values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.add(value);
  return histogram;
}

/** A scenario of one day from 1 January 2026 on the launch plan, limited to the parts that reports read. */
export function exampleScenario(overrides: Partial<Scenario> = {}): Scenario {
  return {
    name: 'example',
    seed: '42',
    start: '2026-01-01T00:00:00Z',
    start_epoch_seconds: Date.UTC(2026, 0, 1) / 1000,
    duration_seconds: 86_400,
    plan: { name: 'launch', as_of: undefined },
    timeline_interval_seconds: 3600,
    computes: [],
    load: [],
    events: [],
    faults: [],
    slo: [],
    data: {
      ...completeData(
        undefined,
        { load: [], computes: [] },
        { plan: 'launch', stored: undefined, restore_window: undefined },
      ),
      assumptions: [],
    },
    previews: undefined,
    quota: {},
    spending_limit_cents: undefined,
    model: completeModel(undefined),
    assumptions: [],
    warnings: [],
    ...overrides,
  };
}

/**
 * A compute of 0.25 CU that was active for 4 of 24 hours, woke twice, and completed 98 of 100 queries in 10 ms;
 * one failed, one was still running at the end.
 */
export function exampleCompute(overrides: Partial<ComputeObservations> = {}): ComputeObservations {
  return {
    name: 'primary',
    active_seconds: 14_400,
    suspended_seconds: 71_998,
    starting_seconds: 2,
    restarting_seconds: 0,
    cu_seconds: 3600,
    cu_seconds_by_month: [{ month: '2026-01', cu_seconds: 3600 }],
    active_cu_seconds: 3600,
    max_cu: 0.25,
    wakes: 2,
    suspends: 2,
    restarts: 0,
    resizes: 0,
    arrived: 100,
    completed: 98,
    failed: 1,
    in_flight: 1,
    failed_by_error: { '53300': 1 },
    retried_by_error: {},
    attempts: { made: 100, completed: 98, failed: 1, retried: 0, open: 1 },
    found_idle: 2,
    delayed: 4,
    wake_latency: histogramOf(1, 1),
    delay: histogramOf(1, 1, 0.5, 0.25),
    latency: histogramOf(...Array.from({ length: 98 }, () => 0.01)),
    connections: { limit: 112, peak: 3, mean: 0.5, refused: 1, dropped: 0 },
    disruptions: { by_cause: {}, kept: [], recovery: histogramOf() },
    trouble: undefined,
    client_pool_wait: histogramOf(),
    pooler: { clients_peak: 0, waiting_peak: 0, queued: 0, wait: histogramOf() },
    pages_read: 1000,
    pages_missed: 100,
    cpu_seconds: 36,
    vcpu_seconds: 3600,
    saturated_seconds: 0,
    overload: { seconds: 0, longest_backlog_seconds: 0, longest_backlog_at_seconds: undefined },
    scaling: { upscales_requested: 0, downscales_denied: 0, permits_denied: 0, migrations: 0 },
    out_of_memory: 0,
    crash_loops: { count: 0, restarts: 0, span: undefined },
    resumes: 0,
    idle: {
      ended_held: 1,
      ended_resumed: 0,
      ended_suspended: 3,
      held_seconds: 864,
      resumed_rightly_seconds: 0,
      resumed_wrongly_seconds: 0,
    },
    longest_idle_seconds: 288,
    memory_peak_bytes: 4_194_304,
    temp_peak_bytes: 0,
    mean_in_system: 0.01,
    unavailable_seconds: 864,
    unavailable_by_cause: { slots_full: 864 },
    ...overrides,
  };
}

/** The same with the other inputs of figures; its cost is 0. */
export function exampleMeasured(
  overrides: Partial<ComputeObservations> = {},
  duration_seconds = 86_400,
): Measured {
  const length = { duration_seconds, observed_seconds: duration_seconds };
  return { ...exampleCompute(overrides), cost_usd: 0, cost_usd_per_month: 0, ...length };
}

/** Observations of a day. */
export function exampleObservations(...computes: readonly ComputeObservations[]): RunObservations {
  return { duration_seconds: 86_400, computes, quota_exhausted_seconds: 0, events_fired: 1000 };
}

/** One hour of the example compute. */
export function exampleTimelineRow(overrides: Partial<TimelineRow> = {}): TimelineRow {
  return {
    start_seconds: 0,
    end_seconds: 3600,
    compute: 'primary',
    state: 'active',
    cu: 0.25,
    cu_seconds: 900,
    active_seconds: 3600,
    load_mean: 0.1,
    connections_mean: 1.5,
    connections_max: 3,
    hit_ratio: 0.9,
    arrived: 10,
    completed: 10,
    failed: 0,
    refused: 0,
    attempts: 10,
    retries: 0,
    dropped: 0,
    wakes: 1,
    delayed: 1,
    latency: histogramOf(0.01, 0.02),
    ...overrides,
  };
}

/** A decision of the example compute. */
export function exampleDecision(overrides: Partial<DecisionRow> = {}): DecisionRow {
  return {
    time_seconds: 12.5,
    compute: 'primary',
    decision: 'wake',
    state: 'starting',
    cu_before: 0,
    cu_after: 0.25,
    load_average_1m: 0,
    load_average_5m: 0,
    scaling: undefined,
    running: 0,
    connections: 0,
    reason: 'a query arrived while suspended',
    ...overrides,
  };
}
