import type { ComputeState } from '../../compute/lifecycle/compute-state.js';
import { calendarMonths } from '../../kernel/calendar-month.js';
import { wholeUp } from '../../kernel/whole-steps.js';
import type { ComputeObservations, RunObservations, TimelineRow } from '../../simulation/run/observation.js';
import { Histogram } from '../../statistics/histogram.js';
import type { ComputeWatch, SeenStretch } from './compute-watch.js';
import type { Observed } from './observation.js';

/** The size used in figures: the known one, or a limit. */
export type CountedSize = 'cu' | 'min_cu' | 'max_cu';

/** A figure that the API does not report. */
const UNKNOWN = Number.NaN;

/** Unknown figures by name. */
export function unknown<const Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, UNKNOWN])) as Readonly<Record<Name, number>>;
}

/**
 * Converts observations to those of a run. Figures that are invisible from outside are NaN or empty. So are figures
 * that depend on a size between two limits, unless `size` selects a limit.
 */
export function observedRun(observed: Observed, size: CountedSize = 'cu'): RunObservations {
  const { duration_seconds, began_ms, computes } = observed;
  return {
    duration_seconds,
    computes: computes.map((watch) => computeObserved(watch, duration_seconds, began_ms / 1000, size)),
    quota_exhausted_seconds: UNKNOWN,
    events_fired: UNKNOWN,
  };
}

export function observedTimeline(observed: Observed, interval_seconds: number): readonly TimelineRow[] {
  const { duration_seconds, computes } = observed;
  const rows: TimelineRow[] = [];
  const intervals = wholeUp(duration_seconds / interval_seconds);
  for (let index = 0; index < intervals; index++) {
    const from = index * interval_seconds;
    const until = Math.min(from + interval_seconds, duration_seconds);
    for (const watch of computes) rows.push(rowOf(watch, from, until, duration_seconds));
  }
  return rows;
}

function rowOf(watch: ComputeWatch, from: number, until: number, end: number): TimelineRow {
  const within = cut(watch.stretches(end), from, until);
  const last = within[within.length - 1];
  return {
    start_seconds: from,
    end_seconds: until,
    compute: watch.name,
    state: last?.state ?? watch.state,
    cu: last?.cu ?? UNKNOWN,
    cu_seconds: integral(within, 'cu'),
    active_seconds: secondsIn(within, ['active']),
    ...unknown('load_mean', 'connections_mean', 'connections_max'),
    hit_ratio: undefined,
    ...unknown('arrived', 'completed', 'failed', 'refused', 'sent_bytes'),
    ...unknown('attempts', 'retries', 'dropped'),
    wakes: watch.decisions.filter(
      ({ decision, time_seconds }) => isWake(decision) && time_seconds >= from && time_seconds < until,
    ).length,
    delayed: UNKNOWN,
    latency: new Histogram(),
  };
}

function isWake(decision: string): boolean {
  return decision === 'wake' || decision === 'start';
}

/** The parts of stretches that lie within a span of time. */
function cut(stretches: readonly SeenStretch[], from: number, until: number): readonly SeenStretch[] {
  return stretches.flatMap((stretch) => {
    const from_seconds = Math.max(stretch.from_seconds, from);
    const until_seconds = Math.min(stretch.until_seconds, until);
    return until_seconds > from_seconds ? [{ ...stretch, from_seconds, until_seconds }] : [];
  });
}

function integral(stretches: readonly SeenStretch[], size: CountedSize): number {
  return stretches.reduce((sum, each) => sum + each[size] * (each.until_seconds - each.from_seconds), 0);
}

function secondsIn(stretches: readonly SeenStretch[], states: readonly ComputeState[]): number {
  return stretches.reduce(
    (sum, each) => (states.includes(each.state) ? sum + each.until_seconds - each.from_seconds : sum),
    0,
  );
}

function byMonth(
  stretches: readonly SeenStretch[],
  start_epoch_seconds: number,
  end: number,
  size: CountedSize,
): ComputeObservations['cu_seconds_by_month'] {
  const months = calendarMonths(start_epoch_seconds, end);
  return months.map(({ month, start_seconds }, index) => {
    const until = months[index + 1]?.start_seconds ?? end;
    return { month, cu_seconds: integral(cut(stretches, start_seconds, until), size) };
  });
}

function computeObserved(
  watch: ComputeWatch,
  end: number,
  start_epoch_seconds: number,
  size: CountedSize,
): ComputeObservations {
  const stretches = watch.stretches(end);
  const count = (decision: string): number =>
    watch.decisions.filter((row) => row.decision === decision && !row.reason.startsWith('refused')).length;
  const cu_seconds = integral(stretches, size);
  return {
    ...nothingMeasured(),
    name: watch.name,
    active_seconds: secondsIn(stretches, ['active']),
    suspended_seconds: secondsIn(stretches, ['idle']),
    starting_seconds: secondsIn(stretches, ['starting', 'init']),
    restarting_seconds: secondsIn(stretches, ['restarting']),
    cu_seconds,
    cu_seconds_by_month: byMonth(stretches, start_epoch_seconds, end, size),
    active_cu_seconds: cu_seconds,
    max_cu: stretches.reduce((most, each) => Math.max(most, each[size]), 0),
    wakes: count('wake') + count('start'),
    suspends: count('suspend'),
    restarts: count('restart'),
  };
}

/** Observations of a compute without any data. */
export function nothingMeasured() {
  return {
    ...unknown('resizes', 'arrived', 'completed', 'failed', 'in_flight', 'sent_bytes'),
    failed_by_error: {},
    retried_by_error: {},
    attempts: unknown('made', 'completed', 'failed', 'retried', 'open'),
    ...unknown('found_idle', 'delayed'),
    wake_latency: new Histogram(),
    delay: new Histogram(),
    latency: new Histogram(),
    connections: unknown('limit', 'peak', 'mean', 'refused', 'dropped'),
    disruptions: { by_cause: {}, kept: [], recovery: new Histogram() },
    trouble: undefined,
    client_pool_wait: new Histogram(),
    pooler: { ...unknown('clients_peak', 'waiting_peak', 'queued'), wait: new Histogram() },
    ...unknown('pages_read', 'pages_missed', 'cpu_seconds', 'vcpu_seconds', 'saturated_seconds'),
    overload: { ...unknown('seconds', 'longest_backlog_seconds'), longest_backlog_at_seconds: undefined },
    scaling: unknown('upscales_requested', 'downscales_denied', 'permits_denied', 'migrations'),
    ...unknown('out_of_memory'),
    crash_loops: { ...unknown('count', 'restarts'), span: undefined },
    ...unknown('resumes'),
    idle: {
      ...unknown('ended_held', 'ended_resumed', 'ended_suspended'),
      ...unknown('held_seconds', 'resumed_rightly_seconds', 'resumed_wrongly_seconds'),
    },
    ...unknown('longest_idle_seconds', 'memory_peak_bytes', 'temp_peak_bytes', 'mean_in_system'),
    ...unknown('unavailable_seconds'),
    unavailable_by_cause: {},
  };
}
