import type { ComputeSummary } from './compute-summary.js';
import { type Column, csvTable } from './csv.js';
import { disruptionCounts } from './disruption-summary.js';
import { errorCounts } from './error-counts.js';
import type { LatencyFigures } from './latency-figures.js';
import type { Summary } from './summary.js';

/** Columns of `computes.csv`: the figures of `summary.json`, flattened, units in the names. */
export const COMPUTES_COLUMNS: readonly Column<ComputeSummary>[] = [
  { header: 'compute', cell: (row) => row.name },
  { header: 'cu_hours', cell: (row) => row.cu_hours },
  { header: 'cost_usd', cell: (row) => row.cost_usd },
  { header: 'cost_usd_per_month', cell: (row) => row.cost_usd_per_month },
  { header: 'active_seconds', cell: (row) => row.active_seconds },
  { header: 'suspended_seconds', cell: (row) => row.suspended_seconds },
  { header: 'starting_seconds', cell: (row) => row.starting_seconds },
  { header: 'restarting_seconds', cell: (row) => row.restarting_seconds },
  { header: 'mean_cu_active', cell: (row) => row.mean_cu_active },
  { header: 'max_cu', cell: (row) => row.max_cu },
  { header: 'wakes', cell: (row) => row.wakes },
  { header: 'suspends', cell: (row) => row.suspends },
  { header: 'restarts', cell: (row) => row.restarts },
  { header: 'resizes', cell: (row) => row.resizes },
  { header: 'queries_arrived', cell: (row) => row.queries.arrived },
  { header: 'queries_completed', cell: (row) => row.queries.completed },
  { header: 'queries_failed', cell: (row) => row.queries.failed },
  { header: 'queries_in_flight', cell: (row) => row.queries.in_flight },
  { header: 'failed_by_error', cell: (row) => errorCounts(row.queries.by_error) },
  { header: 'retried_by_error', cell: (row) => errorCounts(row.queries.retried_by_error) },
  { header: 'attempts_made', cell: (row) => row.queries.attempts.made },
  { header: 'attempts_retried', cell: (row) => row.queries.attempts.retried },
  { header: 'attempts_open', cell: (row) => row.queries.attempts.open },
  { header: 'queries_mean_in_system', cell: (row) => row.queries.mean_in_system },
  { header: 'wake_probability', cell: (row) => row.wake_probability },
  { header: 'delayed_probability', cell: (row) => row.delayed_probability },
  ...latencyColumns('wake_latency', (row) => row.wake_latency_ms),
  ...latencyColumns('delay', (row) => row.delay_ms),
  ...latencyColumns('latency', (row) => row.latency_ms),
  { header: 'connections_limit', cell: (row) => row.connections.limit },
  { header: 'connections_peak', cell: (row) => row.connections.peak },
  { header: 'connections_mean', cell: (row) => row.connections.mean },
  { header: 'connections_refused', cell: (row) => row.connections.refused },
  { header: 'connections_dropped', cell: (row) => row.connections.dropped },
  { header: 'disruptions', cell: (row) => row.disruptions.count },
  { header: 'disruptions_by_cause', cell: (row) => errorCounts(disruptionCounts(row.disruptions)) },
  { header: 'disruptions_queries_cut', cell: (row) => row.disruptions.queries_cut },
  { header: 'disruptions_disturbed', cell: (row) => row.disruptions.disturbed },
  { header: 'disruptions_lost', cell: (row) => row.disruptions.lost },
  { header: 'recovery_p50_seconds', cell: (row) => row.disruptions.recovery_p50_seconds },
  { header: 'recovery_p99_seconds', cell: (row) => row.disruptions.recovery_p99_seconds },
  { header: 'trouble_from_seconds', cell: (row) => row.trouble?.from_seconds },
  { header: 'trouble_until_seconds', cell: (row) => row.trouble?.until_seconds },
  { header: 'pooler_clients_peak', cell: (row) => row.pooler.clients_peak },
  { header: 'pooler_waiting_peak', cell: (row) => row.pooler.waiting_peak },
  { header: 'pooler_queued', cell: (row) => row.pooler.queued },
  ...latencyColumns('pooler_wait', (row) => row.pooler.wait_ms),
  { header: 'cache_hit_ratio', cell: (row) => row.cache.hit_ratio },
  { header: 'cpu_utilisation', cell: (row) => row.cpu.utilisation },
  { header: 'cpu_saturated', cell: (row) => row.cpu.saturated },
  { header: 'memory_peak_bytes', cell: (row) => row.memory.peak_bytes },
  { header: 'out_of_memory', cell: (row) => row.memory.out_of_memory },
  { header: 'upscales_requested', cell: (row) => row.scaling.upscales_requested },
  { header: 'downscales_denied', cell: (row) => row.scaling.downscales_denied },
  { header: 'permits_denied', cell: (row) => row.scaling.permits_denied },
  { header: 'migrations', cell: (row) => row.scaling.migrations },
  { header: 'resumes', cell: (row) => row.resumes },
  { header: 'idle_found_active', cell: (row) => row.idle.found_active },
  { header: 'idle_allocated', cell: (row) => row.idle.allocated },
  { header: 'temp_files_peak_bytes', cell: (row) => row.temp_files.peak_bytes },
  { header: 'availability_request', cell: (row) => row.availability.request },
  { header: 'availability_time', cell: (row) => row.availability.time },
  { header: 'unavailable_seconds', cell: (row) => row.availability.unavailable_seconds },
  { header: 'unavailable_by_cause', cell: (row) => errorCounts(row.availability.unavailable_by_cause) },
];

/** The text of `computes.csv`: a row per compute, and one named `total`. */
export function computesCsv(summary: Summary): string {
  return csvTable(COMPUTES_COLUMNS, [...summary.computes, summary.total]);
}

/** The text of `replications.csv`: for each replication a row per compute, and one named `total`. */
export function replicationsCsv(summaries: readonly Summary[]): string {
  const columns: readonly Column<{ readonly replication: number; readonly row: ComputeSummary }>[] = [
    { header: 'replication', cell: ({ replication }) => replication },
    ...COMPUTES_COLUMNS.map(({ header, cell }) => ({
      header,
      cell: ({ row }: { readonly row: ComputeSummary }) => cell(row),
    })),
  ];
  const rows = summaries.flatMap(({ computes, total }, replication) =>
    [...computes, total].map((row) => ({ replication, row })),
  );
  return csvTable(columns, rows);
}

function latencyColumns(
  name: string,
  figures: (row: ComputeSummary) => LatencyFigures,
): readonly Column<ComputeSummary>[] {
  return (['mean', 'p50', 'p90', 'p95', 'p99', 'p999', 'max'] as const).map((figure) => ({
    header: `${name}_${figure}_ms`,
    cell: (row) => figures(row)[figure],
  }));
}
