import { PAGE_BYTES } from '../../compute/page-popularity.js';
import { maxOf } from '../../kernel/sums.js';
import { Refusal } from '../../workload/trace/reading/question.js';
import { type Reading, readingOf, totalOf } from '../../workload/trace/reading/reading.js';
import type { ImportOptions } from '../recording/import-options.js';
import { type Finding, found, type Imported, webImport } from '../recording/imported.js';
import { largest, type MetricSeries, seriesReading } from './series.js';

/** Assumed CPU time of a query, because the export has only the total CPU. */
const USUAL_CPU_SECONDS = 0.005;

/** Whether series are those of the platform's metrics export. */
export function isMetricsExport(all: readonly MetricSeries[]): boolean {
  return all.some(({ name }) => /^neon_|^host_(?:load|cpu)/.test(name));
}

/**
 * The load of one compute by its metrics export: busy CPU (of `host_cpu_seconds_total`, else `host_load1`), working
 * set, pages per second, connections. A suspended compute sends no samples: its sleep is a gap without arrivals.
 *
 * Names: https://neon.com/docs/reference/metrics-logs.
 * @throws TraceError when there are several computes, or no series of the CPU
 */
export async function metricsExport(
  all: readonly MetricSeries[],
  file: string,
  options: ImportOptions,
): Promise<Imported> {
  const series = ofOneCompute(all, options.value);
  const named = (name: string) => series.filter((one) => one.name === name);
  const findings: Finding[] = [];
  const busy = await busyCpu(named, file, findings);
  const pages = await pagesPerQuery(named, busy, file, findings);
  const windows = named('neon_lfc_approximate_working_set_size_windows');
  const hour = windows.filter(({ labels }) => /^(?:1h|60m|3600s?)$/.test(labels['duration'] ?? ''));
  const working_set = largest(hour.length > 0 ? hour : windows) * PAGE_BYTES;
  if (working_set > 0) {
    const what = `working set ${Math.round(working_set / 1048576)} MiB`;
    const how = `the largest of neon_lfc_approximate_working_set_size_windows${hour.length > 0 ? ' over an hour' : ''}, in pages of 8 KiB`;
    findings.push(found('measured', what, how));
  }
  const pool = connections(named, findings);
  const waited = 'neon_pgbouncer_pools_client_waiting_connections';
  const waiting = Math.ceil(largest(named(waited)));
  if (waiting > 0)
    findings.push(found('measured', `at most ${waiting} clients waited for the pooler`, waited));
  const traffic = { kind: 'recorded', readings: [busy], vcpu: 1, is_complete: true } as const;
  return webImport(traffic, findings, {
    ...(working_set > 0 && { pages, working_set_bytes: working_set }),
    ...pool,
    warnings: busy.notes,
  });
}

type Named = (name: string) => readonly MetricSeries[];

function ofOneCompute(all: readonly MetricSeries[], wanted: string | undefined): readonly MetricSeries[] {
  const ids = [...new Set(all.flatMap(({ labels }) => labels['endpoint_id'] ?? []))];
  if (wanted !== undefined) {
    const of = all.filter(
      ({ labels }) => labels['endpoint_id'] === wanted || labels['compute_id'] === wanted,
    );
    if (of.length > 0) return of;
    throw new Refusal(`unknown compute ${wanted}; the file has ${ids.join(', ')}`);
  }
  if (ids.length > 1)
    throw new Refusal(`the file has several computes: ${ids.join(', ')}; choose one with --value`);
  return all;
}

/** Differences of counters, each added up over all series. A long sleep does not count as a stray line. */
const COUNTED = { kind: 'counts', counter: true, per: 'interval', from: 0 } as const;

/** Busy CPU in per cent of one vCPU. */
async function busyCpu(named: Named, file: string, findings: Finding[]): Promise<Reading> {
  const working = named('host_cpu_seconds_total').filter(
    ({ labels }) => !/^(?:idle|iowait|steal)$/.test(labels['mode'] ?? ''),
  );
  if (working.length > 0) {
    const how = 'host_cpu_seconds_total but idle, iowait and steal';
    findings.push(found('measured', 'busy CPU of each interval', how));
    const seconds = await seriesReading(working, 'cpu', file, COUNTED);
    const { times, interval_seconds } = seconds;
    const values = seconds.values.map((value) => (100 * value) / interval_seconds);
    return readingOf({ ...seconds, kind: 'level', times, values, total: totalOf('level', values) });
  }
  const loads = named('host_load1').filter(({ times }) => times.length > 0);
  if (loads.length === 0)
    throw new Refusal('neither host_cpu_seconds_total nor host_load1 is there; export one of them as well');
  const how =
    'host_load1, which also counts what waits: more than the CPU that was used while it exceeds the size';
  findings.push(found('inferred', 'busy CPU of each interval', how));
  // A restarted compute may have another compute_id.
  return seriesReading(loads, 'load', file, { kind: 'level', scale: 100, duplicates: 'sum', from: 0 });
}

/** Pages read ÷ queries, of as many queries as the CPU time makes at the usual demand. */
async function pagesPerQuery(
  named: Named,
  busy: Reading,
  file: string,
  findings: Finding[],
): Promise<number | undefined> {
  const total = async (name: string) => {
    const counters = named(name);
    return counters.length === 0 ? 0 : (await seriesReading(counters, 'pages', file, COUNTED)).total;
  };
  const missed = await total('neon_lfc_misses');
  const read = missed + (await total('neon_lfc_hits'));
  const cpu_seconds = totalOf('counts', busy.values) * (busy.interval_seconds / 100);
  if (!(cpu_seconds > 0) || read === 0) return undefined;
  findings.push(
    found(
      'measured',
      `${Math.round(read)} pages read, ${((100 * missed) / read).toPrecision(3)} % of them missed`,
      'neon_lfc_hits and neon_lfc_misses',
    ),
    found('inferred', 'pages a query', 'pages ÷ queries, at the CPU time of a query that is guessed'),
  );
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
  const limit = Math.ceil(maxOf(totals.values()));
  findings.push(found('measured', `at most ${limit} connections`, 'neon_connection_counts, all states'));
  return { pool_size: limit > 0 ? limit : undefined, pooler };
}
