import { apiState } from '../../compute/lifecycle/compute-state.js';
import type { RunningCost } from '../../cost/running-cost.js';
import type { DecisionRow, TimelineRow } from '../../simulation/run/observation.js';
import type { Histogram } from '../../statistics/histogram.js';
import type { LatencySections } from '../../statistics/latency-sections.js';
import { type Column, fileColumn } from '../document/column.js';
import { isoTime, sheetTime } from '../text/iso-time.js';
import { COMPUTE, START_UTC } from './run-identity.js';

/**
 * Columns of `timeline.csv`: a row per compute and interval. Latencies are empty when no query completed in the interval.
 * @param cost what the project has cost so far; each row must be read once, in order
 */
export function timelineColumns(start: number, cost: RunningCost): readonly Column<TimelineRow>[] {
  const [all, own] = [fileColumn<TimelineRow>('all'), fileColumn<TimelineRow>()];
  const [api, clients] = [fileColumn<TimelineRow>('api'), fileColumn<TimelineRow>('clients')];
  const latency = (part: string, word: string, read: (seconds: Histogram) => number) =>
    clients(
      `latency_${part}_ms`,
      'milliseconds',
      `Latency of the queries completed in the interval, ${word}; empty if there were none.`,
      (row) => (row.latency.count > 0 ? read(row.latency) * 1000 : null),
    );
  return [
    all('start_time', 'time', 'Start of the interval, ISO 8601 UTC.', (row) =>
      isoTime(start, row.start_seconds),
    ),
    all('start_seconds', 'seconds', 'Start of the interval, from the beginning of the run.'),
    all('end_seconds', 'seconds', 'End of the interval, from the beginning of the run.'),
    all('compute', 'text', COMPUTE),
    api('state', 'text', 'State at the end of the interval: idle, starting, active or restarting.'),
    api('cu', 'cu', 'Size at the end of the interval; 0 while suspended.'),
    api('cu_seconds', 'cu_seconds', 'Integral of the size over billed time.'),
    api('active_seconds', 'seconds', 'Time active.'),
    own('load_mean', 'count', 'Mean number of queries running on CPU.'),
    clients('connections_mean', 'count', 'Open connections to Postgres, time average.'),
    clients('connections_max', 'count', 'Open connections to Postgres, most at once.'),
    own(
      'cache_hit_ratio',
      'share',
      'Page reads answered by the Local File Cache; empty if there were none.',
      (row) => row.hit_ratio,
    ),
    clients('queries_arrived', 'count', 'Queries that clients wanted to make.', (row) => row.arrived),
    clients('queries_completed', 'count', 'Queries that were answered.', (row) => row.completed),
    clients('queries_failed', 'count', 'Queries whose last attempt failed.', (row) => row.failed),
    clients('attempts', 'count', 'Attempts begun.'),
    clients('retries', 'count', 'Attempts among them that are retries.'),
    clients(
      'connections_refused',
      'count',
      'Connections refused because no slot was free.',
      (row) => row.refused,
    ),
    clients(
      'connections_dropped',
      'count',
      'Connections cut by a restart, a suspend or a fault.',
      (row) => row.dropped,
    ),
    api('wakes', 'count', 'Wakes begun.'),
    own('queries_delayed', 'count', 'Arrivals that waited for a wake or a restart.', (row) => row.delayed),
    latency('mean', 'mean', (seconds) => seconds.mean),
    latency('p50', 'median', (seconds) => seconds.quantile(0.5)),
    latency('p90', '90th percentile', (seconds) => seconds.quantile(0.9)),
    latency('p95', '95th percentile', (seconds) => seconds.quantile(0.95)),
    latency('p99', '99th percentile', (seconds) => seconds.quantile(0.99)),
    latency('max', 'longest', (seconds) => seconds.max),
    api('cost_so_far_usd', 'usd', 'Cost from the start of the run to the end of the interval.', (row) =>
      cost.add(row.compute, row.start_seconds, row.end_seconds, row.cu_seconds),
    ),
    all('start_utc', 'text', START_UTC, (row) => sheetTime(start, row.start_seconds)),
  ];
}

/** Columns of `decisions.csv`: one row per transition, resize, refusal and edit, with what caused it. */
export function decisionColumns(start: number): readonly Column<DecisionRow>[] {
  const [own, api] = [fileColumn<DecisionRow>(), fileColumn<DecisionRow>('api')];
  return [
    api('time', 'time', 'The moment, ISO 8601 UTC.', (row) => isoTime(start, row.time_seconds)),
    api('time_seconds', 'seconds', 'The moment, from the beginning of the run.'),
    api('compute', 'text', COMPUTE),
    api(
      'decision',
      'text',
      'What happened: `wake`, `start`, `active`, `suspend`, `resume`, `resize`, `restart`, `restarted`, `update`, `refuse`, `upscale_requested`, `downscale_denied`, `permit_denied`, `migration`, `migrated`, `out_of_memory`, `quota_exhausted`, `quota_renewed`, `fault`, `fault_ended`.',
    ),
    api('state', 'text', "The state afterwards, in the simulator's words."),
    api(
      'current_state',
      'text',
      "The state afterwards, in the API's words.",
      (row) => apiState(row.state).current_state,
    ),
    api(
      'pending_state',
      'text',
      "The state that follows, in the API's words; empty if none does.",
      (row) => apiState(row.state).pending_state,
    ),
    api('cu_before', 'cu', 'Size before; 0 while suspended.'),
    api('cu_after', 'cu', 'Size after; 0 while suspended.'),
    own('load_average_1m', 'count', 'Load average over a minute that the autoscaler sees.'),
    own('load_average_5m', 'count', 'Load average over five minutes that the autoscaler sees.'),
    ...SCALING.map(([name, unit, meaning]) => own(name, unit, meaning, ({ scaling }) => scaling?.[name])),
    own('queries_running', 'count', 'Queries running at that moment.', (row) => row.running),
    own('connections', 'count', 'Connections at that moment.'),
    api('reason', 'text', 'The cause in words.'),
    own(
      'load',
      'text',
      "Its cause: the load that woke the compute, kept it awake to the end, pushed it to its size or was refused, or one of the platform's causes; empty if unknown.",
    ),
    api('time_utc', 'text', '`time` as spreadsheets take it for a date.', (row) =>
      sheetTime(start, row.time_seconds),
    ),
  ];
}

/** Decisions of the autoscaler. */
const SCALING = [
  ['goal_cpu_cu', 'cu', 'Size that the goal for CPU asks for.'],
  ['goal_memory_cu', 'cu', 'Size that the goal for memory asks for.'],
  ['goal_lfc_cu', 'cu', 'Size that the goal for the Local File Cache asks for.'],
  ['goal_cu', 'cu', 'The goal after rounding.'],
  ['won_by', 'text', 'The goal that decided it.'],
  ['blocked', 'text', 'What keeps the autoscaler from acting on it.'],
] as const;

/** How many queries of a section of the run took how long. */
interface LatencyRow {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly latency_ms: number;
  readonly queries: number;
}

const latency = fileColumn<LatencyRow>();

/** Columns of `latency.csv`: a row per section of the run and bucket in use. */
export const LATENCY_COLUMNS: readonly Column<LatencyRow>[] = [
  latency(
    'start_seconds',
    'seconds',
    'Start of the section: a twentieth of the run, or one interval of the timeline if that is longer.',
  ),
  latency('end_seconds', 'seconds', 'End of the section.'),
  latency('latency_ms', 'milliseconds', 'The middle of a bucket that is at most 0.8 % wide.'),
  latency('queries', 'count', 'Queries completed in the section with a latency in the bucket.'),
];

export function latencyRows({ sections, section_seconds }: LatencySections): readonly LatencyRow[] {
  return sections.flatMap((section, index) =>
    section.buckets().map(({ value, count }) => ({
      start_seconds: index * section_seconds,
      end_seconds: (index + 1) * section_seconds,
      latency_ms: value * 1000,
      queries: count,
    })),
  );
}
