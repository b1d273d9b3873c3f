import { TraceError } from '../trace/trace-error.js';
import type { Finding, Imported, ImportedLoad, ImportOptions } from './imported.js';
import { spanOf } from './request-traffic.js';
import { added, countedSeries, type MetricSeries, sameWidth } from './series.js';

const PAGE_BYTES = 8192;
/** CPU time of a query where nobody knows it; what is known is the CPU of all. */
const USUAL_CPU_SECONDS = 0.005;

/** Whether series are those of the platform's metrics export. */
export function isMetricsExport(all: readonly MetricSeries[]): boolean {
  return all.some(({ name }) => /^neon_|^host_(?:load|cpu)/.test(name));
}

/**
 * The load of one compute by its metrics export: busy CPU (of `host_cpu_seconds_total`, else `host_load1`), working
 * set, pages a second, connections. A suspended compute sends nothing: its sleep is a gap, in which nothing arrives.
 *
 * Names: https://neon.com/docs/reference/metrics-logs.
 * @throws TraceError when there are several computes, or no series of the CPU
 */
export function metricsExport(all: readonly MetricSeries[], file: string, options: ImportOptions): Imported {
  const series = ofOneCompute(all, file, options.value);
  const named = (name: string) => series.filter((one) => one.name === name);
  const findings: Finding[] = [];
  const busy = busyCpu(named, file, findings);
  const warnings = [...busy.warnings];
  const pages = pagesPerQuery(named, busy, file, findings);
  const windows = named('neon_lfc_approximate_working_set_size_windows');
  const hour = windows.filter(({ labels }) => /^(?:1h|60m|3600s?)$/.test(labels['duration'] ?? ''));
  const largest = (hour.length > 0 ? hour : windows).reduce(
    (most, one) => one.values.reduce((a, b) => Math.max(a, b), most),
    0,
  );
  if (largest > 0) {
    findings.push({
      what: `working set ${Math.round((largest * PAGE_BYTES) / 1048576)} MiB`,
      certainty: 'measured',
      how: `the largest of neon_lfc_approximate_working_set_size_windows${hour.length > 0 ? ' over an hour' : ''}, in pages of 8 KiB`,
    });
  }
  const pool = connections(named, findings);
  const waiting = named('neon_pgbouncer_pools_client_waiting_connections').reduce(
    (most, one) => one.values.reduce((a, b) => Math.max(a, b), most),
    0,
  );
  if (waiting > 0)
    findings.push({
      what: `at most ${waiting} clients waited for the pooler`,
      certainty: 'measured',
      how: 'neon_pgbouncer_pools_client_waiting_connections',
    });
  const traffic = {
    kind: 'level',
    times: busy.times,
    values: busy.values,
    width_seconds: busy.width_seconds,
    vcpu: 1,
  } as const;
  const load: ImportedLoad = {
    name: 'web',
    description: undefined,
    traffic,
    cpu: undefined,
    pages: largest > 0 ? pages : undefined,
    working_set_bytes: largest > 0 ? largest * PAGE_BYTES : undefined,
  };
  return { loads: [load], ...pool, vcpu: undefined, ...spanOf(traffic), findings, warnings };
}

type Named = (name: string) => readonly MetricSeries[];

function ofOneCompute(
  all: readonly MetricSeries[],
  file: string,
  wanted: string | undefined,
): readonly MetricSeries[] {
  const ids = [...new Set(all.flatMap(({ labels }) => labels['endpoint_id'] ?? []))];
  if (wanted !== undefined) {
    const of = all.filter(
      ({ labels }) => labels['endpoint_id'] === wanted || labels['compute_id'] === wanted,
    );
    if (of.length > 0) return of;
    throw new TraceError(file, `there is no compute ${wanted}; the file has ${ids.join(', ')}`);
  }
  if (ids.length > 1)
    throw new TraceError(file, `the file has several computes: ${ids.join(', ')}; choose one with --value`);
  return all;
}

interface Busy {
  readonly times: Float64Array;
  /** Per cent of one vCPU. */
  readonly values: Float64Array;
  readonly width_seconds: number;
  readonly warnings: readonly string[];
}

function busyCpu(named: Named, file: string, findings: Finding[]): Busy {
  const working = named('host_cpu_seconds_total').filter(
    ({ labels }) => !/^(?:idle|iowait|steal)$/.test(labels['mode'] ?? ''),
  );
  if (working.length > 0) {
    const parts = working.map((series) => countedSeries(series, file));
    const width_seconds = sameWidth(working, file);
    const sum = added(parts, file);
    findings.push({
      what: 'busy CPU of each interval',
      certainty: 'measured',
      how: 'host_cpu_seconds_total but idle, iowait and steal',
    });
    const values = sum.values.map((seconds) => (100 * seconds) / width_seconds);
    return {
      times: sum.times,
      values,
      width_seconds,
      warnings: parts.flatMap(({ warnings }) => warnings).slice(0, 1),
    };
  }
  const loads = named('host_load1').filter(({ times }) => times.length > 0);
  if (loads.length === 0) {
    throw new TraceError(
      file,
      'neither host_cpu_seconds_total nor host_load1 is there; export one of them as well',
    );
  }
  const width_seconds = sameWidth(loads, file);
  // A restarted compute may have another compute_id.
  const load = added(loads, file);
  findings.push({
    what: 'busy CPU of each interval',
    certainty: 'inferred',
    how: `host_load1, which also counts what waits: more than the CPU that was used while it exceeds the size`,
  });
  return { times: load.times, values: load.values.map((value) => 100 * value), width_seconds, warnings: [] };
}

/** Pages read ÷ queries, of as many queries as the CPU time makes at the usual demand. */
function pagesPerQuery(named: Named, busy: Busy, file: string, findings: Finding[]): number | undefined {
  const counters = [...named('neon_lfc_hits'), ...named('neon_lfc_misses')];
  if (counters.length === 0) return undefined;
  const read = counters.reduce(
    (sum, series) => sum + countedSeries(series, file).values.reduce((a, b) => a + b, 0),
    0,
  );
  const cpu_seconds = busy.values.reduce((sum, value) => sum + (value / 100) * busy.width_seconds, 0);
  if (!(cpu_seconds > 0) || read === 0) return undefined;
  const misses = named('neon_lfc_misses').reduce(
    (sum, series) => sum + countedSeries(series, file).values.reduce((a, b) => a + b, 0),
    0,
  );
  findings.push({
    what: `${Math.round(read)} pages read, ${((100 * misses) / read).toPrecision(3)} % of them missed`,
    certainty: 'measured',
    how: 'neon_lfc_hits and neon_lfc_misses',
  });
  findings.push({
    what: 'pages a query',
    certainty: 'inferred',
    how: 'pages ÷ queries, at the CPU time of a query that is guessed',
  });
  return Math.max(0.01, (read * USUAL_CPU_SECONDS) / cpu_seconds);
}

function connections(named: Named, findings: Finding[]): Pick<Imported, 'pool_size' | 'pooler'> {
  const pooler = named('neon_pgbouncer_pools_client_active_connections').some(({ values }) =>
    values.some((value) => value > 0),
  );
  const counts = named('neon_connection_counts');
  if (counts.length === 0) return { pool_size: undefined, pooler };
  const totals = new Map<number, number>();
  for (const { times, values } of counts)
    for (let i = 0; i < times.length; i++) totals.set(times[i]!, (totals.get(times[i]!) ?? 0) + values[i]!);
  const most = [...totals.values()].reduce((a, b) => Math.max(a, b), 0);
  findings.push({
    what: `at most ${most} connections`,
    certainty: 'measured',
    how: 'neon_connection_counts, all states',
  });
  return { pool_size: most > 0 ? Math.ceil(most) : undefined, pooler };
}
