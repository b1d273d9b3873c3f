import { sumOf } from '../../kernel/sums.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import type { Source } from '../recording/source.js';
import { hasColumns, isHistory, readSnapshots, type SnapshotRow } from './snapshot.js';

const NEEDED = ['database', 'total_query_count', 'total_query_time', 'total_xact_count'];
const AVERAGES = ['avg_query_count', 'avg_query_time', 'avg_wait_time'];

export const pgbouncerStats: Source = {
  name: 'pgbouncer',
  form: 'SHOW STATS of PgBouncer',
  recognise: (head) => hasColumns(head, 'database', 'total_query_count') && !isHistory(head),
  files: statsImport,
};

/**
 * `SHOW STATS` of PgBouncer: of two files the differences of the totals, over the time that `interval` says; of one
 * the averages of its last period (`stats_period`). Times are in microseconds; the administration's own database is
 * left out. Columns: https://www.pgbouncer.org/usage.html#show-stats.
 */
async function statsImport(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const is_average = files.length === 1;
  const needed = is_average ? [...NEEDED, ...AVERAGES] : NEEDED;
  const {
    file,
    rows: all,
    seconds,
  } = await readSnapshots(
    files,
    { needed, keyOf: ({ cells }) => cells.get('database')! },
    is_average ? { interval_seconds: 1 } : options,
  );
  const rows = all.filter(({ key }) =>
    options.value === undefined ? key !== 'pgbouncer' : key === options.value,
  );
  const restarted = rows.find((row) => row.wasReset('total_query_count'));
  if (restarted !== undefined) {
    const reason = `total_query_count of ${restarted.key} is smaller than before: the pooler was restarted at an unknown time between the snapshots; take two other snapshots`;
    throw new TraceError(file, reason, { line: restarted.now.line });
  }
  const count = (row: SnapshotRow) =>
    is_average ? (row.number('avg_query_count') ?? 0) : row.growth('total_query_count');
  const queries = sumOf(rows, count);
  /** Microseconds per query. */
  const mean = (name: 'query' | 'wait') =>
    sumOf(rows, (row) =>
      is_average ? (row.number(`avg_${name}_time`) ?? 0) * count(row) : row.growth(`total_${name}_time`),
    ) / queries;
  const per_second = queries / seconds;
  const of = options.value === undefined ? '' : ` for the database ${options.value}`;
  if (!(per_second > 0))
    throw new TraceError(files[0]!, `no query went through the pooler${of} in that time`);
  const [query_us, wait_us] = [mean('query'), mean('wait')];
  const findings = [
    found(
      'measured',
      `${per_second.toPrecision(4)} queries a second`,
      is_average
        ? 'avg_query_count, of the last period of statistics (a minute unless stats_period says otherwise)'
        : `the difference of total_query_count over ${seconds} s`,
    ),
    found(
      'measured',
      `a query took ${(query_us / 1000).toPrecision(3)} ms, and a client waited ${(wait_us / 1000).toPrecision(3)} ms for a server connection, for each query`,
      'total_query_time and total_wait_time, or their averages',
    ),
    found('inferred', 'CPU time of a query', 'the time a server connection worked on it, waits included'),
    found('guessed', 'moments of arrival', 'a Poisson process at the mean rate'),
  ];
  return webImport({ kind: 'rate', per_second }, findings, {
    cpu: query_us > 0 ? { mean_seconds: Math.max(1e-6, query_us / 1e6), cv: undefined } : undefined,
    pooler: true,
    warnings: rows.length > 1 ? [`${rows.length} databases are added; choose one with --value`] : [],
  });
}
