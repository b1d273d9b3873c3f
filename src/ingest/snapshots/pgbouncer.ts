import { sumOf } from '../../kernel/sums.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import { numberIn } from '../recording/file-text.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import type { Source } from '../recording/source.js';
import { hasColumns, paired, readSnapshot, shrank, snapshotPair, totalGrowth } from './snapshot.js';

const NEEDED = ['database', 'total_query_count', 'total_query_time', 'total_xact_count'];

export const pgbouncerStats: Source = {
  name: 'pgbouncer',
  form: 'SHOW STATS of PgBouncer',
  recognise: (head) => hasColumns(head, 'database', 'total_query_count'),
  files: statsImport,
};

/**
 * `SHOW STATS` of PgBouncer: of two files the differences of the totals, over the time that `interval` says; of one
 * the averages of its last period (`stats_period`). Times are in microseconds; the administration's own database is
 * left out. Columns: https://www.pgbouncer.org/usage.html#show-stats.
 */
async function statsImport(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const figures =
    files.length === 1 ? await averages(files[0]!, options) : await differencesOf(files, options);
  const { queries_per_second, query_us, wait_us, how, rows } = figures;
  const of = options.value === undefined ? '' : ` for the database ${options.value}`;
  if (!(queries_per_second > 0))
    throw new TraceError(files[0]!, `no query went through the pooler${of} in that time`);
  const findings = [
    found('measured', `${queries_per_second.toPrecision(4)} queries a second`, how),
    found(
      'measured',
      `a query took ${(query_us / 1000).toPrecision(3)} ms, and a client waited ${(wait_us / 1000).toPrecision(3)} ms for a server connection, for each query`,
      'total_query_time and total_wait_time, or their averages',
    ),
    found('inferred', 'CPU time of a query', 'the time a server connection worked on it, waits included'),
    found('guessed', 'moments of arrival', 'a Poisson process at the mean rate'),
  ];
  return webImport({ kind: 'rate', per_second: queries_per_second }, findings, {
    cpu: query_us > 0 ? { mean_seconds: Math.max(1e-6, query_us / 1e6), cv: undefined } : undefined,
    pooler: true,
    warnings: rows > 1 ? [`${rows} databases are added; choose one with --value`] : [],
  });
}

async function averages(file: string, options: ImportOptions) {
  const needed = [...NEEDED, 'avg_query_count', 'avg_query_time', 'avg_wait_time'];
  const { rows: all } = await readSnapshot(file, needed);
  const rows = all.filter(({ cells }) => isChosen(cells.get('database')!, options.value));
  const number = (row: (typeof rows)[number], name: string) => numberIn(file, row, name) ?? 0;
  const count = (row: (typeof rows)[number]) => number(row, 'avg_query_count');
  const queries = sumOf(rows, count);
  const mean = (name: string) =>
    queries === 0 ? 0 : sumOf(rows, (row) => number(row, name) * count(row)) / queries;
  return {
    queries_per_second: queries,
    query_us: mean('avg_query_time'),
    wait_us: mean('avg_wait_time'),
    how: 'avg_query_count, of the last period of statistics (a minute unless stats_period says otherwise)',
    rows: rows.length,
  };
}

async function differencesOf(files: readonly string[], options: ImportOptions) {
  const pair = await snapshotPair(files, NEEDED, options);
  const { file } = pair.after;
  const rows = paired(pair, ({ cells }) => cells.get('database')!).filter(({ key }) =>
    isChosen(key, options.value),
  );
  const restarted = rows.find(
    ({ row, old }) => old !== undefined && shrank(file, 'total_query_count', row, old),
  );
  if (restarted !== undefined) {
    const reason = `total_query_count of ${restarted.key} is smaller than before: the pooler was restarted, and nobody knows for how long it has counted since; take two other snapshots`;
    throw new TraceError(file, reason, { line: restarted.row.line });
  }
  const sum = (name: string) => totalGrowth(file, name, rows);
  const queries = sum('total_query_count');
  return {
    queries_per_second: queries / pair.seconds,
    query_us: queries === 0 ? 0 : sum('total_query_time') / queries,
    wait_us: queries === 0 ? 0 : sum('total_wait_time') / queries,
    how: `the difference of total_query_count over ${pair.seconds} s`,
    rows: rows.length,
  };
}

function isChosen(database: string, wanted: string | undefined): boolean {
  return wanted === undefined ? database !== 'pgbouncer' : database === wanted;
}
