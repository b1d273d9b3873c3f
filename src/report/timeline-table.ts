import type { RunningCost } from '../cost/running-cost.js';
import type { TimelineRow } from '../simulation/observation.js';
import type { Histogram } from '../statistics/histogram.js';
import type { Cell, Column } from './csv.js';
import { isoTime } from './iso-time.js';

/** What each row of a timeline says besides money. Latencies are empty when no query completed in the interval. */
export const TIMELINE_FIGURES: readonly Column<TimelineRow>[] = [
  { header: 'start_seconds', cell: (row) => row.start_seconds },
  { header: 'end_seconds', cell: (row) => row.end_seconds },
  { header: 'compute', cell: (row) => row.compute },
  { header: 'state', cell: (row) => row.state },
  { header: 'cu', cell: (row) => row.cu },
  { header: 'cu_seconds', cell: (row) => row.cu_seconds },
  { header: 'active_seconds', cell: (row) => row.active_seconds },
  { header: 'load_mean', cell: (row) => row.load_mean },
  { header: 'connections_mean', cell: (row) => row.connections_mean },
  { header: 'connections_max', cell: (row) => row.connections_max },
  { header: 'cache_hit_ratio', cell: (row) => row.hit_ratio },
  { header: 'queries_arrived', cell: (row) => row.arrived },
  { header: 'queries_completed', cell: (row) => row.completed },
  { header: 'queries_failed', cell: (row) => row.failed },
  { header: 'attempts', cell: (row) => row.attempts },
  { header: 'retries', cell: (row) => row.retries },
  { header: 'connections_refused', cell: (row) => row.refused },
  { header: 'connections_dropped', cell: (row) => row.dropped },
  { header: 'wakes', cell: (row) => row.wakes },
  { header: 'queries_delayed', cell: (row) => row.delayed },
  { header: 'latency_mean_ms', cell: (row) => ms(row.latency, row.latency.mean) },
  { header: 'latency_p50_ms', cell: (row) => ms(row.latency, row.latency.quantile(0.5)) },
  { header: 'latency_p90_ms', cell: (row) => ms(row.latency, row.latency.quantile(0.9)) },
  { header: 'latency_p95_ms', cell: (row) => ms(row.latency, row.latency.quantile(0.95)) },
  { header: 'latency_p99_ms', cell: (row) => ms(row.latency, row.latency.quantile(0.99)) },
  { header: 'latency_max_ms', cell: (row) => ms(row.latency, row.latency.max) },
];

/**
 * Columns of `timeline.csv`: a row per compute and interval.
 * @param cost what the project has cost so far; each row must be read once, in order
 */
export function timelineColumns(
  start_epoch_seconds: number,
  cost: RunningCost,
): readonly Column<TimelineRow>[] {
  return [
    { header: 'start_time', cell: (row) => isoTime(start_epoch_seconds, row.start_seconds) },
    ...TIMELINE_FIGURES,
    {
      header: 'cost_so_far_usd',
      cell: (row) => cost.add(row.compute, row.start_seconds, row.end_seconds, row.cu_seconds),
    },
  ];
}

function ms(latency: Histogram, seconds: number): Cell {
  return latency.count > 0 ? seconds * 1000 : null;
}
