import { sumOf } from '../../kernel/sums.js';
import type { NamedRow } from '../../workload/trace/layout/named-rows.js';
import { TraceError } from '../../workload/trace/reading/trace-error.js';
import type { ImportOptions } from '../recording/import-options.js';
import { found, type Imported, webImport } from '../recording/imported.js';
import type { Source } from '../recording/source.js';
import {
  hasColumns,
  isHistory,
  MEAN_RATE,
  readSnapshots,
  type SnapshotRow,
  totalGrowth,
} from './snapshot.js';

const NEEDED = ['datname', 'xact_commit', 'xact_rollback'];

export const pgStatDatabase: Source = {
  name: 'pg-stat-database',
  form: 'a snapshot of pg_stat_database',
  recognise: (head) => hasColumns(head, 'datname', 'xact_commit') && !isHistory(head),
  files: databaseImport,
};

/**
 * Two snapshots of pg_stat_database: transactions a second, pages and busy time of one, connections. Row 0 of shared
 * objects and templates are left out; several databases are added unless one is named.
 *
 * Columns: https://www.postgresql.org/docs/18/monitoring-stats.html (`active_time` from 14 on, in milliseconds).
 */
async function databaseImport(files: readonly string[], options: ImportOptions): Promise<Imported> {
  const view = { needed: NEEDED, keyOf: ({ cells }: NamedRow) => cells.get('datname')! };
  const { file, from, seconds, rows: all } = await readSnapshots(files, view, options);
  const rows = all.filter(({ key }) =>
    options.value === undefined ? !/^$|^template[01]$/.test(key) : key === options.value,
  );
  if (rows.length === 0) {
    const names = all.map(({ key }) => key).filter((name) => name !== '');
    throw new TraceError(
      file,
      `unknown database ${options.value ?? ''}; the snapshot has ${names.join(', ')}`,
    );
  }
  const isReset = (row: SnapshotRow) => row.wasReset('xact_commit');
  const counted = rows.map((row) => (isReset(row) ? row.sinceReset() : row));
  const sum = (name: string) => totalGrowth(counted, name);
  const transactions = sum('xact_commit') + sum('xact_rollback');
  if (transactions === 0) throw new TraceError(file, 'no transaction was made between the snapshots');
  const blocks = sum('blks_hit') + sum('blks_read');
  const active_ms = sum('active_time');
  const io_ms = sum('blk_read_time');
  const connections = Math.max(
    sumOf(rows, (row) => row.number('numbackends') ?? 0),
    sumOf(rows, (row) => row.before('numbackends') ?? 0),
  );
  const findings = [
    found(
      'counted',
      `${transactions} transactions in ${seconds.toFixed(0)} s, ${sum('xact_rollback')} rolled back`,
      'the differences of xact_commit and xact_rollback; monitoring counts as well',
    ),
    found(
      'inferred',
      'a transaction is taken for a query',
      'the database does not count statements; pg_stat_statements does',
    ),
    found('measured', 'pages of a transaction', 'blks_hit and blks_read ÷ transactions'),
    MEAN_RATE,
  ];
  if (active_ms > 0) {
    const how = `active_time${io_ms > 0 ? ' without blk_read_time' : ''} ÷ transactions; waits count as CPU`;
    findings.push(found('inferred', 'CPU time of a transaction', how));
  }
  if (connections > 0) {
    const how = 'numbackends, the larger of the two snapshots';
    findings.push(found('measured', `${connections} connections`, how));
  }
  const mean_seconds = Math.max(1e-6, (active_ms - io_ms) / 1000 / transactions);
  return webImport({ kind: 'rate', per_second: transactions / seconds }, findings, {
    cpu: active_ms > 0 ? { mean_seconds, cv: undefined } : undefined,
    pages: blocks / transactions,
    pool_size: connections > 0 ? connections : undefined,
    start_epoch_seconds: from,
    warnings: rows.some(isReset)
      ? ['the statistics were reset between the snapshots; what was counted before the reset is lost']
      : [],
  });
}
