import type { RunningCost } from '../../cost/running-cost.js';
import type { TimelineRow } from '../../simulation/run/observation.js';
import type { Histogram } from '../../statistics/histogram.js';
import { type Column, fields, texts } from '../text/csv.js';
import { isoTime, sheetTime } from '../text/iso-time.js';

/** What each row of a timeline says besides money. Latencies are empty when no query completed in the interval. */
export const TIMELINE_FIGURES: readonly Column<TimelineRow>[] = [
  ...fields<TimelineRow>('start_seconds', 'end_seconds'),
  ...texts<TimelineRow>('compute', 'state'),
  ...fields<TimelineRow>('cu', 'cu_seconds'),
  ...fields<TimelineRow>('active_seconds', 'load_mean', 'connections_mean', 'connections_max'),
  { header: 'cache_hit_ratio', cell: (row) => row.hit_ratio },
  { header: 'queries_arrived', cell: (row) => row.arrived },
  { header: 'queries_completed', cell: (row) => row.completed },
  { header: 'queries_failed', cell: (row) => row.failed },
  ...fields<TimelineRow>('attempts', 'retries'),
  { header: 'connections_refused', cell: (row) => row.refused },
  { header: 'connections_dropped', cell: (row) => row.dropped },
  ...fields<TimelineRow>('wakes'),
  { header: 'queries_delayed', cell: (row) => row.delayed },
  latency('mean', (seconds) => seconds.mean),
  latency('p50', (seconds) => seconds.quantile(0.5)),
  latency('p90', (seconds) => seconds.quantile(0.9)),
  latency('p95', (seconds) => seconds.quantile(0.95)),
  latency('p99', (seconds) => seconds.quantile(0.99)),
  latency('max', (seconds) => seconds.max),
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
    { header: 'start_time', kind: 'time', cell: (row) => isoTime(start_epoch_seconds, row.start_seconds) },
    ...TIMELINE_FIGURES,
    {
      header: 'cost_so_far_usd',
      cell: (row) => cost.add(row.compute, row.start_seconds, row.end_seconds, row.cu_seconds),
    },
    { header: 'start_utc', kind: 'text', cell: (row) => sheetTime(start_epoch_seconds, row.start_seconds) },
  ];
}

function latency(part: string, read: (seconds: Histogram) => number): Column<TimelineRow> {
  const cell = (row: TimelineRow) => (row.latency.count > 0 ? read(row.latency) * 1000 : null);
  return { header: `latency_${part}_ms`, cell };
}
